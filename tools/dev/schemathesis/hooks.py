"""Values that no pattern of the document describes, and a check of our error codes."""

from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

# The only time that a request has is `send_at`, at most 30 days ahead.
ahead = st.integers(60, 29 * 86400).map(lambda seconds: datetime.now(timezone.utc) + timedelta(seconds=seconds))
schemathesis.openapi.format("date-time", ahead.map(lambda at: at.strftime("%Y-%m-%dT%H:%M:%SZ")))


@schemathesis.hook
def map_headers(_context, headers):
    """Keeps one of the two names of a header."""
    if headers and "Idempotency-Key" in headers:
        headers.pop("X-Idempotency-Key", None)
    return headers


# Errors that depend on several fields of a request, or on the time.
BEYOND_SCHEMA = ("send_at is in the past", "30 days ahead", "cc and bcc together")


@schemathesis.check
def valid_data_is_read(_context, response, case):
    """Data that fits the document is never a VALIDATION_ERROR."""
    generation = case.meta.generation if case.meta else None
    if generation is None or generation.mode is not GenerationMode.POSITIVE:
        return None
    if case.operation.label == "PATCH /v1/contacts/{identifier}" and "needs at least one" in response.text:
        # What a change leaves depends on the stored contact.
        return None
    if response.status_code != 400 or response.json()["code"] != "VALIDATION_ERROR":
        return None
    if any(text in response.json()["error"] for text in BEYOND_SCHEMA):
        return None
    raise AssertionError(f"valid data was refused: {response.text}")
