from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from .errors import HeliographError

FIRST_PAUSE = 0.25
#: If the service asks for a longer pause, in seconds, the caller gets the error and decides.
LONGEST_PAUSE = 30.0
#: Fields of a refusal that an error has under the same name.
DETAILS = ("field", "channel", "id", "delivery_code", "current", "limit")


def segment(name: str, value: str) -> str:
    """Returns one part of a path. An empty one, `.` and `..` would name another route."""
    if value in ("", ".", ".."):
        raise ValueError(f"{name} must not be {value!r}")
    return quote(value, safe="")


class Transport:
    """Makes calls, and repeats them if that is safe."""

    def __init__(self, base_url: str, api_key: str, timeout: float, retries: int) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must be a URL, for example http://127.0.0.1:3000")
        if not api_key:
            raise ValueError("api_key must be a key of the service, live_… or test_…")
        if timeout <= 0:
            raise ValueError("timeout must be a number of seconds above 0")
        if retries < 0:
            raise ValueError("retries must be 0 or more")
        self._timeout = timeout
        self._retries = retries
        headers = {"Authorization": f"Bearer {api_key}", "Accept": "application/json"}
        self._client = httpx.Client(base_url=base_url.rstrip("/"), headers=headers)

    def close(self) -> None:
        self._client.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        content: tuple[str, bytes | Iterable[bytes]] | None = None,
        query: Mapping[str, str | int | None] | None = None,
        idempotency_key: str | None = None,
        wait: int | None = None,
        work: float = 0,
        text: bool = False,
    ) -> Any:
        """Returns the answer, which is a text with `text`.

        `work` is the number of seconds that the service may need, added to the timeout. `content` is a body with its media
        type. If it is no bytes, it is sent once.
        """
        headers = {}
        retries = self._retries
        if content is not None:
            headers["Content-Type"] = content[0]
            retries = retries if isinstance(content[1], bytes) else 0
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        if wait is not None:
            headers["Prefer"] = f"wait={wait}"
        request = self._client.build_request(
            method,
            path,
            params={name: value for name, value in (query or {}).items() if value is not None},
            json=body,
            content=None if content is None else content[1],
            headers=headers,
            timeout=httpx.Timeout(self._timeout + (wait or 0) + work, connect=self._timeout),
        )
        attempt = 0
        while True:
            try:
                return self._once(request, idempotency_key, text)
            except HeliographError as error:
                pause = (error.retry_after or 0) + FIRST_PAUSE * 2**attempt * random.uniform(0.5, 1)
                is_last = attempt >= retries or pause > LONGEST_PAUSE
                if is_last or not _is_safe_to_repeat(error, method, idempotency_key):
                    raise
                attempt += 1
                time.sleep(pause)

    def _once(self, request: httpx.Request, key: str | None, text: bool = False) -> Any:
        what = f"{request.method} {request.url}"
        try:
            response = self._client.send(request)
        except httpx.TimeoutException as error:
            raise HeliographError(f"{what}: no answer in time", code="TIMEOUT", idempotency_key=key) from error
        except httpx.RequestError as error:
            raise HeliographError(f"{what}: {error}", code="CONNECTION", idempotency_key=key) from error
        if text and response.is_success:
            return response.text
        answer = _parsed(response)
        if response.is_success and answer is not None:
            return answer
        raise _refusal(what, response, answer or {}, key)


def _is_safe_to_repeat(error: HeliographError, method: str, key: str | None) -> bool:
    """What the service asks to retry is repeated.

    Without its answer (none came, or a proxy answered 5xx), what it did is unknown: only a GET and a request with an
    idempotency key are repeated.
    """
    status = error.status or 0
    if status == 429 or error.code == "IDEMPOTENCY_IN_PROGRESS":
        return True
    if error.code in ("TIMEOUT", "CONNECTION") or (error.code == "BAD_ANSWER" and status >= 500):
        return method == "GET" or key is not None
    return status in (500, 503)


def _refusal(what: str, response: httpx.Response, answer: dict[str, Any], key: str | None) -> HeliographError:
    known: dict[str, Any] = {
        "status": response.status_code,
        "request_id": response.headers.get("x-request-id"),
        "retry_after": _seconds_of(response.headers.get("retry-after")),
        "idempotency_key": key,
    }
    error, code = answer.get("error"), answer.get("code")
    if not isinstance(error, str) or not isinstance(code, str):
        message = f"{what}: answered {response.status_code}, and not as Heliograph answers. Check the base URL."
        return HeliographError(message, code="BAD_ANSWER", **known)
    details = {name: answer.get(name) for name in DETAILS}
    return HeliographError(f"{what}: {error} [{code}]", code=code, **details, **known)  # type: ignore[arg-type]


def _seconds_of(retry_after: str | None) -> float | None:
    """Reads `Retry-After`, which proxies also write as a date."""
    if retry_after is None:
        return None
    try:
        if retry_after.isascii() and retry_after.isdigit():
            return float(retry_after)
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None


def _parsed(response: httpx.Response) -> dict[str, Any] | None:
    try:
        value = response.json()
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
