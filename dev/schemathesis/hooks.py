"""What no pattern of the document can say, and a check that knows our error codes."""

from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

# The only time that a request has is `send_at`, at most 30 days ahead.
ahead = st.integers(60, 29 * 86400).map(lambda seconds: datetime.now(timezone.utc) + timedelta(seconds=seconds))
schemathesis.openapi.format("date-time", ahead.map(lambda at: at.strftime("%Y-%m-%dT%H:%M:%SZ")))


@schemathesis.hook
def map_headers(_context, headers):
    """Two names of one header: a request has one of them."""
    if headers and "Idempotency-Key" in headers:
        headers.pop("X-Idempotency-Key", None)
    return headers


# What the fields of a request say together, or with the time of day.
UNSAID = ("send_at is in the past", "30 days ahead", "cc and bcc together")


@schemathesis.check
def valid_data_is_read(_context, response, case):
    """Data that fits the document is never a VALIDATION_ERROR."""
    generation = case.meta.generation if case.meta else None
    if generation is None or generation.mode is not GenerationMode.POSITIVE:
        return None
    if case.operation.label == "PATCH /v1/contacts/{identifier}" and "needs at least one" in response.text:
        # What a change leaves depends on the contact that is there.
        return None
    if response.status_code != 400 or response.json()["code"] != "VALIDATION_ERROR":
        return None
    if any(words in response.json()["error"] for words in UNSAID):
        return None
    raise AssertionError(f"valid data was refused: {response.text}")
