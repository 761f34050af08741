from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from .models import (
    Contact,
    CountedSegment,
    Segment,
    SegmentContactPage,
    SegmentCount,
    SegmentFields,
    SegmentFilter,
    SegmentPage,
)
from .transport import Transport
from .transport import segment as part


class Segments:
    """Saved filters of contacts. A segment is named by its id."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, segment: str) -> CountedSegment:
        """Returns a segment with the number of its contacts."""
        found: CountedSegment = self._transport.request("GET", _path(segment))
        return found

    def put(self, segment: str, **fields: Unpack[SegmentFields]) -> CountedSegment:
        """Creates or replaces a segment. Returns it with the number of its contacts."""
        stored: CountedSegment = self._transport.request("PUT", _path(segment), body=fields)
        return stored

    def delete(self, segment: str) -> None:
        """Deletes a segment. Its contacts stay."""
        self._transport.request("DELETE", _path(segment))

    def list(self, *, limit: int | None = None, after: str | None = None) -> SegmentPage:
        """Returns a page of segments. `after` is `next` of the page before."""
        page: SegmentPage = self._transport.request("GET", "/v1/segments", query={"limit": limit, "after": after})
        return page

    def all(self) -> Iterator[Segment]:
        """Yields every segment, in the order of their ids, page after page."""
        after: str | None = None
        while True:
            page = self.list(limit=100, after=after)
            yield from page["segments"]
            after = page["next"]
            if after is None:
                return

    def count(self, filter: SegmentFilter) -> SegmentCount:
        """Counts the contacts of a filter, and saves nothing."""
        count: SegmentCount = self._transport.request("POST", "/v1/segment-counts", body={"filter": filter})
        return count

    def contacts(
        self, segment: str, *, limit: int | None = None, after: str | None = None
    ) -> SegmentContactPage:
        """Returns a page of the contacts of a segment, in the order of their ids.

        It may have fewer contacts than `limit`, also none, while `next` leads on.
        """
        query = {"limit": limit, "after": after}
        page: SegmentContactPage = self._transport.request("GET", f"{_path(segment)}/contacts", query=query)
        return page

    def all_contacts(self, segment: str) -> Iterator[Contact]:
        """Yields every contact of a segment, page after page."""
        after: str | None = None
        while True:
            page = self.contacts(segment, limit=100, after=after)
            yield from page["contacts"]
            after = page["next"]
            if after is None:
                return


def _path(segment: str) -> str:
    return f"/v1/segments/{part('segment', segment)}"
