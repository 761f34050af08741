"""What schemathesis has to be told about the formats of the document, and a check that knows our error codes."""

from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

words = st.from_regex(r"[a-z][a-z0-9]{0,20}", fullmatch=True, alphabet=st.characters(codec="ascii"))

emails = st.builds(lambda local, domain: f"{local}@{domain}.example", words, words)
schemathesis.openapi.format("email", emails)
schemathesis.openapi.format("mailbox", emails | emails.map(lambda email: f"Shop <{email}>"))
schemathesis.openapi.format("e164", st.integers(0, 9999).map(lambda number: f"+1202555{number:04}"))
schemathesis.openapi.format("iso-639-1", st.sampled_from(["en", "sv", "de", "pt-BR", "es-419", "EN_us"]))
schemathesis.openapi.format("timezone", st.sampled_from(["UTC", "Europe/Stockholm", "America/New_York"]))
# The only time that a request has is `send_at`, at most 30 days ahead.
ahead = st.integers(60, 29 * 86400).map(lambda seconds: datetime.now(timezone.utc) + timedelta(seconds=seconds))
schemathesis.openapi.format("date-time", ahead.map(lambda at: at.strftime("%Y-%m-%dT%H:%M:%SZ")))
schemathesis.openapi.format("uri", words.map(lambda word: f"https://8.8.8.8/{word}"))


@schemathesis.hook
def map_headers(_context, headers):
    """Two names of one header: a request has one of them."""
    if headers and "Idempotency-Key" in headers:
        headers.pop("X-Idempotency-Key", None)
    return headers


# The coverage phase makes strings of patterns and knows no formats: these say that a string was none of its format.
FORMATS = ("E.164", "ISO 639-1", "IANA", "e-mail address", "send_at is in the past", "30 days ahead")


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
    by_pattern = case.meta.phase.name == "coverage"
    if by_pattern and any(words in response.json()["error"] for words in FORMATS):
        return None
    raise AssertionError(f"valid data was refused: {response.text}")
