"""One call: it is sent, awaited, and sent again with the same key if that is safe and may help."""
import json
import random
import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from .errors import NoAnswerError, VezneError
from .sent_once import SENT_ONCE

WAIT_FIRST_S = 0.25
WAIT_MOST_S = 8.0
ASKED_MOST_S = 60
PASSING = {429, 500, 502, 503, 504}
TOKEN_REFUSED = {"invalid_token", "token_expired"}
_ONCE = [re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "$") for path in SENT_ONCE]


class Transport(httpx.BaseTransport):
    """Sits below the generated functions: they receive only successful responses, everything else is raised."""

    def __init__(
        self,
        *,
        token: Callable[[str | None], str] | None,
        headers: Mapping[str, str],
        tenant: Callable[[], str] | None,
        timeout_s: float,
        retries: int,
        sleep: Callable[[float], None],
        is_repeatable: bool = False,
        inner: httpx.BaseTransport | None = None,
    ):
        self._token, self._headers, self._tenant = token, headers, tenant
        self._timeout_s, self._retries, self._sleep = timeout_s, retries, sleep
        self._is_repeatable = is_repeatable
        self._inner = inner or httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        is_post = request.method == "POST"
        is_keyed = is_post and not any(path.search(request.url.path) for path in _ONCE)
        self._prepare(request, is_keyed)
        is_repeatable = not is_post or is_keyed or self._is_repeatable
        refused, may_run, tried = None, False, 0
        while True:
            token = self._fetch_token(request, refused)
            outcome = self._attempt(request, token)
            if isinstance(outcome, httpx.Response):
                return outcome
            if isinstance(outcome, VezneError) and outcome.code in TOKEN_REFUSED and token and refused is None:
                refused = token
                continue
            if tried >= self._retries or not _may_help(outcome, is_repeatable, may_run):
                raise outcome
            may_run = may_run or isinstance(outcome, NoAnswerError) or outcome.status >= 500
            self._sleep(_wait_for(outcome, tried))
            tried += 1

    def close(self) -> None:
        self._inner.close()

    def _prepare(self, request: httpx.Request, is_keyed: bool) -> None:
        if not any(name in request.headers for name in ("X-Merchant-Id", "X-External-Merchant-Id")):
            request.headers.update(self._headers)
        request.headers.setdefault("X-Request-Id", str(uuid.uuid4()))
        if is_keyed:
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        if self._tenant is not None:
            request.headers.setdefault("X-Tenant-Id", self._tenant())
        request.extensions = {**request.extensions, "timeout": httpx.Timeout(self._timeout_s).as_dict()}

    def _fetch_token(self, request: httpx.Request, refused: str | None) -> str | None:
        if self._token is None:
            return None
        try:
            token = self._token(refused)
        except (VezneError, NoAnswerError) as error:
            error.idempotency_key = _key_of(request)  # an earlier attempt may have been carried out
            raise
        request.headers["Authorization"] = f"Bearer {token}"
        return token

    def _attempt(self, request: httpx.Request, token: str | None) -> httpx.Response | VezneError | NoAnswerError:
        try:
            response = self._inner.handle_request(request)
            response.read()
        except httpx.TransportError as error:
            return NoAnswerError(f"{request.method} {request.url}: {error!r}", request.headers["X-Request-Id"], _key_of(request))
        return response if _is_of_service(response) else _problem_of(request, response)


def _key_of(request: httpx.Request) -> str | None:
    return request.headers.get("Idempotency-Key")


def _is_of_service(response: httpx.Response) -> bool:
    """A proxy in between may return a page or a redirect."""
    if 200 <= response.status_code < 300:
        return not response.headers.get("content-type", "").startswith("text/html")
    return 300 <= response.status_code < 400 and "x-correlation-id" in response.headers


def _problem_of(request: httpx.Request, response: httpx.Response) -> VezneError:
    after = response.headers.get("retry-after", "")
    retry_after = int(after) if after.isascii() and after.isdigit() else 1 if response.status_code == 429 else None
    problem: dict[str, Any] = {
        "type": "about:blank",
        "title": "Unknown",
        "status": response.status_code,
        "code": "unknown",
        "detail": "The answer is no problem document: it came from something between here and the service",
        "correlation_id": response.headers.get("x-correlation-id", request.headers["X-Request-Id"]),
    }
    try:
        read = json.loads(response.content)
        if isinstance(read, dict) and isinstance(read.get("code"), str) and read.get("status") == response.status_code:
            problem |= read
    except ValueError:
        pass
    return VezneError(problem, retry_after, _key_of(request))


def _may_help(outcome: VezneError | NoAnswerError, is_repeatable: bool, may_run: bool) -> bool:
    """429 means that nothing was done; after any other failure only what is safe to repeat is repeated."""
    if isinstance(outcome, NoAnswerError):
        return is_repeatable
    if (outcome.retry_after or 0) > ASKED_MOST_S:
        return False
    if outcome.code == "idempotency_key_in_use":
        return may_run
    return outcome.status in PASSING and (is_repeatable or outcome.status == 429)


def _wait_for(outcome: VezneError | NoAnswerError, tried: int) -> float:
    """What the service asks for, otherwise longer each time; with jitter, so that clients do not return together."""
    asked = outcome.retry_after if isinstance(outcome, VezneError) else None
    if asked is not None:
        return asked + random.random() * WAIT_FIRST_S
    return min(WAIT_FIRST_S * 2**tried, WAIT_MOST_S) * (0.5 + random.random() / 2)
