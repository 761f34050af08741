from __future__ import annotations

from typing import Literal

from .models import Channel, DeliveryErrorCode, ErrorCode

ClientErrorCode = Literal["TIMEOUT", "CONNECTION", "BAD_ANSWER"]
VerificationReason = Literal[
    "missing_secret",
    "missing_header",
    "malformed_header",
    "timestamp_outside_tolerance",
    "signature_mismatch",
    "malformed_body",
]


class HeliographError(Exception):
    """The service refused a request, or did not answer.

    TIMEOUT and CONNECTION: there was no answer. BAD_ANSWER: the answer is a proxy's, or another server's.
    """

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode | ClientErrorCode,
        status: int | None = None,
        field: str | None = None,
        channel: Channel | None = None,
        id: str | None = None,
        delivery_code: DeliveryErrorCode | None = None,
        current: int | None = None,
        limit: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """Stable code of what is wrong."""
        self.status = status
        """HTTP status. None if there was no answer."""
        self.field = field
        """Path into the body, for example `to[3].email`."""
        self.channel = channel
        self.id = id
        """Id of the notification whose message failed, if the send waits."""
        self.delivery_code = delivery_code
        """Why that message failed, for example INVALID_RECIPIENT."""
        self.current = current
        """How much of a quota or limit is used."""
        self.limit = limit
        self.request_id = request_id
        """Id of the request, for the operators of the service."""
        self.retry_after = retry_after
        """Seconds that the service asks to wait."""
        self.idempotency_key = idempotency_key
        """Key of a send, also if the client made it. The same send with this key is sent once."""


class WebhookVerificationError(Exception):
    """A webhook is not genuine. Answer 400 and ignore the request."""

    def __init__(self, reason: VerificationReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
