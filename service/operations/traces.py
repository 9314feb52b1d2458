"""Traces of OpenTelemetry: from a request to its append, to the following jobs, and to readers of streams."""

from contextlib import AbstractContextManager
from typing import Any

from service import tracing
from service.operations.build import VERSION
from service.settings import Settings, SettingsError

_PARENT = "traceparent"


class OpenTelemetryTracer:
    """Makes spans with a tracer provider of OpenTelemetry."""

    def __init__(self, provider: Any) -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._tracer = provider.get_tracer("emberlog", VERSION)
        self._propagator = TraceContextTextMapPropagator()

    def span(self, name: str, parent: str, attributes: dict[str, str | int]) -> AbstractContextManager[Any]:
        """A span around a block; an error of the block is recorded."""
        context = self._propagator.extract({_PARENT: parent}) if parent else None
        named = {f"emberlog.{key}": value for key, value in attributes.items()}
        started: AbstractContextManager[Any] = self._tracer.start_as_current_span(
            name, context=context, attributes=named
        )
        return started

    def current(self) -> str:
        """The current span as a `traceparent`."""
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier.get(_PARENT, "")


def configure_traces(settings: Settings, role: str) -> None:
    """Send spans to a collector, if the settings say so; OTEL_… variables say where."""
    if not settings.traces:
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise SettingsError(
            "EMBERLOG_TRACES needs the extra `traces`: pip install emberlog[traces]"
        ) from error
    names = {"service.name": f"emberlog-{role}", "service.version": VERSION}
    provider = TracerProvider(resource=Resource.create(names))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracing.use(OpenTelemetryTracer(provider))
