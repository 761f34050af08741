from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Literal, Union, cast

from .models import TopicImport, TopicImportPage
from .transport import Transport, segment

#: A file of contacts: a text, bytes, an open file in binary or text mode, or parts of bytes.
File = Union[str, bytes, IO[bytes], IO[str], Iterable[bytes]]

#: Time in which the service must have a whole file, seconds. It cuts an upload that stalls itself.
UPLOAD_SECONDS = 24 * 3600.0
PART_BYTES = 64 * 1024
TYPES = {"csv": "text/csv", "json-lines": "application/x-ndjson"}


class Imports:
    """Imports of files of contacts into topics."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def start(self, topic: str, file: File, *, format: Literal["csv", "json-lines"] = "csv") -> TopicImport:
        """Sends a file of up to 1,000,000 contacts, and returns after the service has stored it.

        The import then runs there. An upload without an answer is not repeated: a second import of the same file adds
        nobody twice.
        """
        content = (TYPES[format], _content(file))
        answer = self._transport.request("POST", _path(topic), content=content, work=UPLOAD_SECONDS)
        begun: TopicImport = answer["import"]
        return begun

    def get(self, topic: str, id: str) -> TopicImport:
        return self._one("GET", topic, id)

    def list(self, topic: str, *, limit: int | None = None, after: str | None = None) -> TopicImportPage:
        """Returns a page of the imports of a topic, the newest first."""
        page: TopicImportPage = self._transport.request("GET", _path(topic), query={"limit": limit, "after": after})
        return page

    def follow(self, topic: str, id: str, *, every: float = 1.0) -> Iterator[TopicImport]:
        """Yields how far an import is, every `every` seconds until it is done or stopped."""
        while True:
            now = self.get(topic, id)
            yield now
            if now["state"] in ("done", "stopped"):
                return
            time.sleep(every)

    def stop(self, topic: str, id: str) -> TopicImport:
        """Stops an import. It finishes its page of at most 500 rows."""
        return self._one("POST", topic, id, "/stop")

    def continue_(self, topic: str, id: str) -> TopicImport:
        """Lets a stopped import continue where it was."""
        return self._one("POST", topic, id, "/continue")

    def rejects(self, topic: str, id: str) -> str:
        """Returns the rows that were not imported, as a CSV with `line`, `code`, `field` and `error`."""
        rows: str = self._transport.request("GET", f"{_path(topic)}/{segment('id', id)}/rejects", text=True)
        return rows

    def _one(self, method: str, topic: str, id: str, what: str = "") -> TopicImport:
        found: TopicImport = self._transport.request(method, f"{_path(topic)}/{segment('id', id)}{what}")["import"]
        return found


def _path(topic: str) -> str:
    return f"/v1/topics/{segment('topic', topic)}/imports"


def _content(file: File) -> bytes | Iterable[bytes]:
    if isinstance(file, str):
        return file.encode()
    if isinstance(file, bytes):
        return file
    read = getattr(file, "read", None)
    return _parts(read) if read is not None else cast(Iterable[bytes], file)


def _parts(read: Callable[[int], str | bytes]) -> Iterator[bytes]:
    """Yields an open file to its end, which is an empty text in text mode."""
    while part := read(PART_BYTES):
        yield part.encode() if isinstance(part, str) else part
