from __future__ import annotations

import hmac
import json
import re
import time
from collections.abc import Iterable
from typing import Protocol

from .errors import WebhookVerificationError
from .models import WebhookEvent


class Headers(Protocol):
    """Headers of any framework: a dict, or an object of Flask, Django, Starlette or httpx."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    body: bytes | str,
    headers: Headers,
    secret: str,
    *,
    tolerance: float = 300,
    now: float | None = None,
    brand: str = "Service",
) -> WebhookEvent:
    """Verifies a webhook and returns its event. Raises `WebhookVerificationError`.

    `body` is the raw body, before any parsing. `secret` is the whole `whsec_…` of the endpoint. `tolerance` is the
    maximum difference between the signature's time and `now`, in seconds. `brand` is `WEBHOOK_BRAND` of the service.
    """
    if not secret:
        raise WebhookVerificationError("missing_secret", "the signing secret is missing")
    name = f"X-{brand}-Signature"
    header = next((value for key, value in headers.items() if key.lower() == name.lower()), None)
    if header is None:
        raise WebhookVerificationError("missing_header", f"the request has no header {name}")
    timestamp, signatures = _read(name, header)
    age = abs((time.time() if now is None else now) - int(timestamp))
    if age > tolerance:
        message = f"the signature's time is {age:.0f} s from now; at most {tolerance} s are accepted"
        raise WebhookVerificationError("timestamp_outside_tolerance", message)
    raw = body.encode() if isinstance(body, str) else bytes(body)
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + raw, "sha256").hexdigest()
    # All signatures are compared, so that the time does not show which one matches.
    if not any([hmac.compare_digest(signature, expected) for signature in signatures]):
        message = "the signature does not match: the secret is wrong, or the body was changed"
        raise WebhookVerificationError("signature_mismatch", message)
    try:
        event: WebhookEvent = json.loads(raw)
    except ValueError as error:
        raise WebhookVerificationError("malformed_body", "the body is signed but is not JSON") from error
    return event


def _read(name: str, header: str) -> tuple[str, list[str]]:
    """Reads `t=<seconds>,v1=<hex>`. There is a second `v1` while the secret is rotated. Other parts are skipped."""
    parts = [part.strip() for part in header.split(",")]
    times = [part[2:] for part in parts if part.startswith("t=")]
    found = [part[3:] for part in parts if part.startswith("v1=")]
    signatures = [value for value in found if re.fullmatch(r"[0-9a-f]{64}", value)]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not signatures:
        message = f"the header {name} is not of the form t=<seconds>,v1=<signature>"
        raise WebhookVerificationError("malformed_header", message)
    return times[0], signatures
