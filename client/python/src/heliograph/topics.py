from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Union, Unpack

from .imports import Imports
from .models import (
    ContactFields,
    ContactTopicPage,
    Subscribed,
    Topic,
    TopicFields,
    TopicPage,
    TopicSubscription,
    TopicSubscriptionPage,
    Unsubscribed,
)
from .transport import Transport, segment

#: A contact of a list: a text names one that exists, and fields create or change one.
Entry = Union[str, ContactFields]


class Topics:
    """Lists of contacts. A topic is named by its id."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        #: Files of contacts that are added to a topic.
        self.imports = Imports(transport)

    def get(self, topic: str) -> Topic:
        found: Topic = self._transport.request("GET", _path(topic))["topic"]
        return found

    def put(self, topic: str, **fields: Unpack[TopicFields]) -> Topic:
        """Creates a topic, or replaces what is said about it. Its contacts stay."""
        stored: Topic = self._transport.request("PUT", _path(topic), body=fields)["topic"]
        return stored

    def delete(self, topic: str) -> None:
        """Deletes a topic. Its contacts stay."""
        self._transport.request("DELETE", _path(topic))

    def list(self, *, limit: int | None = None, after: str | None = None) -> TopicPage:
        """Returns a page of topics. `after` is `next` of the page before."""
        page: TopicPage = self._transport.request("GET", "/v1/topics", query={"limit": limit, "after": after})
        return page

    def all(self) -> Iterator[Topic]:
        """Yields every topic, in the order of their ids, page after page."""
        after: str | None = None
        while True:
            page = self.list(limit=100, after=after)
            yield from page["topics"]
            after = page["next"]
            if after is None:
                return

    def subscribe(self, topic: str, contacts: Sequence[Entry]) -> Subscribed:
        """Adds up to 1,000 contacts to a topic.

        Returns a result for each: some can be rejected while others are added.
        """
        answer: Subscribed = self._change(topic, "subscriptions", contacts)
        return answer

    def unsubscribe(self, topic: str, contacts: Sequence[Entry]) -> Unsubscribed:
        """Removes up to 1,000 contacts from a topic. Returns a result for each."""
        answer: Unsubscribed = self._change(topic, "subscriptions/remove", contacts)
        return answer

    def subscriptions(
        self, topic: str, *, limit: int | None = None, after: str | None = None
    ) -> TopicSubscriptionPage:
        """Returns a page of the contacts of a topic, in the order of their ids."""
        query = {"limit": limit, "after": after}
        page: TopicSubscriptionPage = self._transport.request("GET", f"{_path(topic)}/subscriptions", query=query)
        return page

    def all_subscriptions(self, topic: str) -> Iterator[TopicSubscription]:
        """Yields every contact of a topic, page after page."""
        after: str | None = None
        while True:
            page = self.subscriptions(topic, limit=100, after=after)
            yield from page["subscriptions"]
            after = page["next"]
            if after is None:
                return

    def of_contact(
        self, identifier: str, *, limit: int | None = None, after: str | None = None
    ) -> ContactTopicPage:
        """Returns a page of the topics of a contact."""
        path = f"/v1/contacts/{segment('identifier', identifier)}/topics"
        page: ContactTopicPage = self._transport.request("GET", path, query={"limit": limit, "after": after})
        return page

    def _change(self, topic: str, what: str, contacts: Sequence[Entry]) -> Any:
        return self._transport.request("POST", f"{_path(topic)}/{what}", body={"contacts": [*contacts]})


def _path(topic: str) -> str:
    return f"/v1/topics/{segment('topic', topic)}"
