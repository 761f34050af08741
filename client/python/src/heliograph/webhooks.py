from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from .models import (
    CreatedWebhook,
    EndpointEvent,
    EndpointEventLine,
    EndpointEventPage,
    EndpointEventStatus,
    Webhook,
    WebhookChanges,
    WebhookFields,
    WebhookType,
)
from .transport import Transport, segment

#: A test event is answered after its attempt, which takes up to 13 seconds.
TEST_SECONDS = 13


class WebhookEvents:
    """The events of the endpoint, newest first. They are kept for 30 days."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        uuid: str,
        *,
        status: EndpointEventStatus | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> EndpointEventPage:
        """Returns a page. `after` is `next` of the page before."""
        query = {"status": status, "limit": limit, "after": after}
        page: EndpointEventPage = self._transport.request("GET", f"{_path(uuid)}/events", query=query)
        return page

    def all(
        self, uuid: str, *, status: EndpointEventStatus | None = None, limit: int | None = None
    ) -> Iterator[EndpointEventLine]:
        """Yields every event, page after page of `limit` events."""
        after: str | None = None
        while True:
            page = self.list(uuid, status=status, limit=limit, after=after)
            yield from page["events"]
            after = page["next"]
            if after is None:
                return

    def get(self, uuid: str, id: str) -> EndpointEvent:
        """Returns an event with its body and its attempts."""
        event: EndpointEvent = self._transport.request("GET", self._path(uuid, id))["event"]
        return event

    def redeliver(self, uuid: str, id: str) -> bool:
        """Delivers an event again, whatever its status is. Returns False if it is pending already."""
        return bool(self._transport.request("POST", f"{self._path(uuid, id)}/redeliver")["redelivered"])

    def _path(self, uuid: str, id: str) -> str:
        return f"{_path(uuid)}/events/{segment('id', id)}"


class Webhooks:
    """The endpoint that gets events of deliveries."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.events = WebhookEvents(transport)

    def create(self, **fields: Unpack[WebhookFields]) -> CreatedWebhook:
        """Returns the endpoint with its signing secret, which is not shown again."""
        webhook: CreatedWebhook = self._transport.request("POST", "/v1/webhooks", body=fields)["webhook"]
        return webhook

    def get(self) -> Webhook:
        webhook: Webhook = self._transport.request("GET", "/v1/webhooks")["webhook"]
        return webhook

    def update(self, uuid: str, **changes: Unpack[WebhookChanges]) -> Webhook:
        webhook: Webhook = self._transport.request("PATCH", _path(uuid), body=changes)["webhook"]
        return webhook

    def delete(self, uuid: str) -> None:
        self._transport.request("DELETE", _path(uuid))

    def test(self, uuid: str, type: WebhookType = "delivery.sent") -> EndpointEvent:
        """Sends a test event to the endpoint, once. Returns it with its attempt."""
        path = f"{_path(uuid)}/test"
        answer = self._transport.request("POST", path, body={"type": type}, work=TEST_SECONDS)
        event: EndpointEvent = answer["event"]
        return event

    def redeliver(self, uuid: str, *, since: str, until: str | None = None) -> int:
        """Redelivers the failed and dropped events of a time. Returns their number."""
        body: dict[str, Any] = {"since": since} if until is None else {"since": since, "until": until}
        total = 0
        while True:
            page = self._transport.request("POST", f"{_path(uuid)}/redeliver", body=body)
            total += int(page["redelivered"])
            if page["next"] is None:
                return total
            body["after"] = page["next"]


def _path(uuid: str) -> str:
    return f"/v1/webhooks/{segment('uuid', uuid)}"
