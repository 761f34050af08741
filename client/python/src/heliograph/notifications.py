from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict, Unpack

from .models import (
    Notification,
    NotificationCancelled,
    NotificationFollowed,
    NotificationPage,
    NotificationRetried,
    NotificationStatus,
)
from .transport import Transport, segment

#: A cancel waits up to 10 seconds for a send that is in progress.
CANCEL_SECONDS = 10


class NotificationFilters(TypedDict, total=False):
    """All that are given must fit."""

    contact: str
    """A recipient as text."""
    event: str
    status: NotificationStatus
    reference: str
    tenant: str
    metadata: Mapping[str, str]
    since: str
    """Started then or later."""
    until: str
    """Started before."""
    limit: int
    """Number of notifications of a page, at most 100. 50 if it is absent."""


class Notifications:
    """Notifications by their ids, and lists of them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, after: str | None = None, **filters: Unpack[NotificationFilters]) -> NotificationPage:
        """Returns a page of notifications, newest first. `after` is `next` of the page before."""
        metadata = filters.pop("metadata", {})
        query: dict[str, str | int | None] = {**filters, "after": after}  # type: ignore[dict-item]
        query.update({f"metadata[{name}]": value for name, value in metadata.items()})
        page: NotificationPage = self._transport.request("GET", "/v1/notifications", query=query)
        return page

    def all(self, **filters: Unpack[NotificationFilters]) -> Iterator[Notification]:
        """Yields every notification that fits, newest first, page after page of `limit` notifications."""
        after: str | None = None
        while True:
            page = self.list(after=after, **filters)
            yield from page["notifications"]
            after = page["next"]
            if after is None:
                return

    def cancel(self, id: str) -> NotificationCancelled:
        """Cancels a notification, and says whether it was stopped."""
        path = f"/v1/notifications/{segment('id', id)}/cancel"
        answer: NotificationCancelled = self._transport.request("POST", path, work=CANCEL_SECONDS)
        return answer

    def retry(self, id: str) -> NotificationRetried:
        """Sends a failed notification again, as a new one."""
        path = f"/v1/notifications/{segment('id', id)}/retry"
        answer: NotificationRetried = self._transport.request("POST", path)
        return answer

    def followed(self, id: str) -> NotificationFollowed:
        """Says that the recipient used the code, for the guard against SMS pumping. A repeat changes nothing."""
        path = f"/v1/notifications/{segment('id', id)}/followed"
        answer: NotificationFollowed = self._transport.request("POST", path)
        return answer
