"""The table of problems is complete, and what nobody expected is told without its traceback."""

import inspect
import json
from collections.abc import AsyncIterator

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from domain.kernel.errors import CorruptLog, NotYours, Rejected, WrongStatus
from schema.texts import LANGUAGES, keys
from service import errors
from service.api import problems
from service.engine import error_messages as sentences
from service.store import errors as store_errors
from tests.support.service import code, service

CLASSES = [
    cls
    for _, cls in inspect.getmembers(errors, inspect.isclass)
    if issubclass(cls, errors.ServiceError) and cls not in {errors.ServiceError, errors.HttpError}
]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_error_has_a_row_a_code_and_a_sentence(cls: type[errors.ServiceError]) -> None:
    error = cls(retry_after=7, allow=("GET",))
    problem = problems.problem_of(error)
    assert 400 <= problem.status <= 503
    assert problem.code in keys("common", "problem")
    assert problem.detail
    assert problems.problem_response(error).status_code == problem.status


def test_codes_are_unique() -> None:
    codes = [cls.code for cls in CLASSES]
    assert len(codes) == len(set(codes))


def test_every_row_is_of_an_error_there_is() -> None:
    assert problems.KINDS.keys() <= {*CLASSES, Rejected, WrongStatus, NotYours}


@pytest.mark.parametrize(
    "error,status,code,details",
    [
        (Rejected("cannot_pay", "BF-T29", missing=2), 422, "cannot_pay", {"missing": 2}),
        (WrongStatus("game_finished"), 409, "game_finished", {}),
        (NotYours("not_host"), 403, "not_host", {}),
        (errors.NotPossible("lobby_full", seats=4), 409, "lobby_full", {"seats": 4}),
        (store_errors.RedisUnavailable("gone"), 503, "unavailable", {"retry_after": 2}),
        (store_errors.TooFewReplicas(12), 503, "not_replicated", {"retry_after": 2, "version": 12}),
        (HTTPException(404), 404, "no_such_resource", {}),
        (
            HTTPException(405, headers={"Allow": "POST, GET"}),
            405,
            "method_not_allowed",
            {"allow": ("GET", "POST")},
        ),
        (HTTPException(418), 418, "http_error", {"status": 418}),
        (CorruptLog("prev differs", 3), 500, "internal_error", {}),
        (KeyError("secret"), 500, "internal_error", {}),
    ],
    ids=repr,
)
def test_an_error_is_told_by_the_table(
    error: Exception, status: int, code: str, details: dict[str, object]
) -> None:
    problem = problems.problem_of(problems.as_known_error(error))
    assert (problem.status, problem.code, problem.details) == (status, code, details)


def test_an_illegal_move_names_its_rule_and_no_other_problem_does() -> None:
    told = json.loads(bytes(problems.problem_response(Rejected("cannot_pay", "BF-T29")).body))
    assert told["rule"] == "BF-T29"
    assert "rule" not in json.loads(bytes(problems.problem_response(errors.NotFound(kind="game")).body))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_is_whole_whatever_the_details(lang: str) -> None:
    assert sentences.error_message(errors.VersionConflict(version=12), lang)
    assert "?" in sentences.error_message(errors.VersionConflict(), lang)
    assert sentences.error_message(Rejected("some_new_code"), lang)
    assert sentences.error_message(errors.Malformed(part="{x}", where="{0}", reason="{"), lang)


async def fails(_: Request) -> Response:
    raise KeyError("the secret of Ada")


async def fails_late(_: Request) -> Response:
    async def half() -> AsyncIterator[bytes]:
        yield b"half"
        raise KeyError("the secret of Ada")

    return StreamingResponse(half())


ROUTES = (Route("/fails", fails), Route("/fails_late", fails_late))


@pytest.mark.anyio
async def test_what_nobody_expected_is_a_500_without_a_traceback_which_is_logged_with_the_request_id(
    redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with service(redis_url, routes=ROUTES) as client:
        answer = await client.get("/fails", headers={"X-Request-Id": "abc-1"})
    assert code(answer, 500) == "internal_error"
    assert "Ada" not in answer.text
    assert answer.headers["x-request-id"] == "abc-1"
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (logged,) = [line for line in lines if line["event"] == "unexpected"]
    assert logged["request_id"] == "abc-1"
    assert "the secret of Ada" in logged["exception"]


@pytest.mark.anyio
async def test_an_answer_that_has_begun_is_broken_off(redis_url: str) -> None:
    async with service(redis_url, routes=ROUTES) as client:
        with pytest.raises(KeyError):
            await client.get("/fails_late")
