from __future__ import annotations

from typing import Any, Union, Unpack, overload
from uuid import uuid4

from .contacts import Contacts
from .models import (
    Accepted,
    Batch,
    CancelFields,
    Channel,
    Notification,
    Recipient,
    SendFields,
    SignalFields,
)
from .notifications import CANCEL_SECONDS, Notifications
from .segments import Segments
from .topics import Topics
from .transport import Transport, segment
from .webhooks import Webhooks

One = Union[str, Recipient]
Many = Union[list[str], list[Recipient], list[One]]


class Heliograph:
    """Client of one environment of the service. Its methods raise `HeliographError`. Threads may share it."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 10, retries: int = 2) -> None:
        """Makes a client.

        `timeout` is the maximum number of seconds without an answer in one attempt, `retries` the maximum number of
        retries of a request that is safe to repeat.
        """
        self._transport = Transport(base_url, api_key, timeout, retries)
        self.notifications = Notifications(self._transport)
        self.contacts = Contacts(self._transport)
        self.topics = Topics(self._transport)
        self.segments = Segments(self._transport)
        self.webhooks = Webhooks(self._transport)

    def __enter__(self) -> Heliograph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    @overload
    def send(
        self,
        event: str,
        *,
        to: One,
        wait: int,
        channel: Channel | None = None,
        idempotency_key: str | None = None,
        **fields: Unpack[SendFields],
    ) -> Notification: ...

    @overload
    def send(
        self,
        event: str,
        *,
        to: One,
        channel: Channel | None = None,
        idempotency_key: str | None = None,
        **fields: Unpack[SendFields],
    ) -> Accepted: ...

    @overload
    def send(
        self,
        event: str,
        *,
        to: Many,
        channel: Channel | None = None,
        idempotency_key: str | None = None,
        **fields: Unpack[SendFields],
    ) -> Batch: ...

    def send(
        self,
        event: str,
        *,
        to: One | Many,
        wait: int | None = None,
        channel: Channel | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Any:
        """Sends an event to one recipient or a list of them.

        Without `channel`, the service chooses the channel. Requests with the same `idempotency_key` send once in 24
        hours. By default, each call has a new one, so that retries are safe. `wait` is the number of seconds, 1 to 30,
        to wait for the outcome of the first message of one recipient.
        """
        path = f"/v1/send/{segment('event', event)}"
        if channel is not None:
            path += f"/{segment('channel', channel)}"
        body = {name.rstrip("_"): value for name, value in fields.items()}
        key = str(uuid4()) if idempotency_key is None else idempotency_key
        return self._transport.request("POST", path, body={"to": to, **body}, idempotency_key=key, wait=wait)

    def notification(self, id: str) -> Notification:
        """Returns a notification with its messages."""
        answer: Notification = self._transport.request("GET", f"/v1/notifications/{segment('id', id)}")
        return answer

    def batch(self, id: str) -> Batch:
        """Returns the answer to a send to a list again, by its id."""
        answer: Batch = self._transport.request("GET", f"/v1/batches/{segment('id', id)}")
        return answer

    def cancel(self, event: str, *, to: One, **fields: Unpack[CancelFields]) -> int:
        """Cancels the pending notifications of an event for a recipient. Returns how many it stopped."""
        path = f"/v1/cancel/{segment('event', event)}"
        body = {"to": to, **fields}
        return int(self._transport.request("POST", path, body=body, work=CANCEL_SECONDS)["cancelled"])

    def signal(self, event: str, signal: str, *, to: One, **fields: Unpack[SignalFields]) -> int:
        """Signals the open notifications of an event for a recipient whose sequences in code handle the signal.

        Returns how many got it. If Temporal is not available, a retry may signal one of them twice.
        """
        path = f"/v1/signal/{segment('event', event)}"
        body = {"to": to, "signal": signal, **fields}
        return int(self._transport.request("POST", path, body=body)["signalled"])
