"""One trace leads from a request to its append, to the job that follows, and to the readers of the stream."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service import tracing
from service.operations.traces import OpenTelemetryTracer
from service.settings import Settings
from service.store.outbox import OutboxTask, read_task
from tests.support.apis import api
from tests.support.processes import PATIENCE, eventually
from tests.support.service import FREELY, served
from workers.run import work

TRACE = "0af7651916cd43dd8448eb211c80319c"
CALLER = f"00-{TRACE}-b7ad6b7169203331-01"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.use(OpenTelemetryTracer(provider))
    yield exporter
    tracing.use(None)
    provider.shutdown()


def of_trace(exporter: InMemorySpanExporter) -> list[ReadableSpan]:
    return [span for span in exporter.get_finished_spans() if format(span.context.trace_id, "032x") == TRACE]


def read_stream(client: httpx.Client, path: str, lines: list[str]) -> None:
    """Read until the game is over."""
    with client.stream("GET", path) as answer:
        for line in answer.iter_lines():
            lines.append(line)  # noqa: PERF402  the test waits for the first one


def a_game_with_a_bot(client: httpx.Client) -> str:
    token = client.post("/v1/players", json={"name": "Ada"}).json()["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    ruleset = client.get("/v1/rulesets").json()["items"][0]["name"]
    made = client.post("/v1/games", json={"ruleset": ruleset, "seats": ["me", "bot:random"]})
    assert made.status_code == 201, made.text
    path = f"/v1/games/{made.json()['id']}"
    assert client.post(f"{path}/start").status_code == 200
    return path


def test_trace_leads_from_request_over_append_and_job_to_the_stream(
    redis_url: str, spans: InMemorySpanExporter
) -> None:
    settings: dict[str, Any] = FREELY | {"log_level": "warning"}
    with served(redis_url, **settings) as (host, port):
        with httpx.Client(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            path = a_game_with_a_bot(client)
            lines: list[str] = []
            reader = threading.Thread(target=read_stream, args=(client, f"{path}/stream", lines))
            reader.start()
            eventually(lambda: lines)
            resigned = client.post(f"{path}/resign", headers={"traceparent": CALLER})
            assert resigned.status_code == 200, resigned.text
            work(Settings(redis_url=redis_url, **settings), burst=True)
            reader.join(PATIENCE)
            audit = client.get(f"{path}/audit").json()
            exported = client.get(f"{path}/log").text
        eventually(lambda: {"stream", "job scoring"} <= {span.name for span in of_trace(spans)})
        found = of_trace(spans)
    assert (audit["ok"], TRACE in exported, len(exported) > 1000) == (True, False, True)
    by_id = {span.context.span_id: span for span in found}

    def parents(span: ReadableSpan) -> list[str]:
        above = by_id.get(span.parent.span_id) if span.parent else None
        return [] if above is None else [above.name, *parents(above)]

    chains = {(span.name, *parents(span)) for span in found}
    request = f"POST {path.replace(path.rpartition('/')[2], '{game_id}')}/resign"
    assert (request,) in chains
    assert ("append", request) in chains
    assert ("job scoring", "append", request) in chains
    assert ("append", "job scoring", "append", request) in chains
    assert {chain[1] for chain in chains if chain[0] == "stream"} == {"append"}


def test_without_spans_nothing_is_passed_on() -> None:
    assert not tracing.is_on()
    with tracing.span("append", game="g", seq=1):
        assert tracing.current() == ""
    assert b"trace" not in OutboxTask(3, trace=tracing.current()).payload()


def test_item_of_a_traced_append_can_be_read_without_traces() -> None:
    task = read_task(OutboxTask(3, trace=CALLER).payload())
    assert (task.version, task.trace) == (3, CALLER)


class Collector(BaseHTTPRequestHandler):
    """Receives traces as a collector of OpenTelemetry does."""

    received: ClassVar[list[tuple[str, bytes]]] = []

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.received.append((self.path, self.rfile.read(length)))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_setting_makes_the_api_send_its_spans_to_a_collector(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{collector.server_address[1]}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")
        with api(redis_url, tmp_path, traces="true") as address:
            assert httpx.get(f"{address}/v1/rulesets", timeout=PATIENCE).status_code == 200
            eventually(lambda: any(b"GET /v1/rulesets" in body for _, body in Collector.received))
        collector.shutdown()
    assert {path for path, _ in Collector.received} == {"/v1/traces"}
    assert b"emberlog-api" in Collector.received[0][1]
