from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from .models import Contact, ContactChanges, ContactFields, ContactPage, Preferences, PreferencesFields
from .transport import Transport, segment


class Contacts:
    """Recipients that the service has stored.

    An identifier is a uuid, an external id, an e-mail address, a phone number or a Slack member id, not URL-encoded.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, identifier: str) -> Contact:
        return self._contact("GET", _path(identifier))

    def upsert(self, **fields: Unpack[ContactFields]) -> Contact:
        """Creates a contact, or updates the one that has one of the identifiers."""
        return self._contact("POST", "/v1/contacts", fields)

    def update(self, identifier: str, **changes: Unpack[ContactChanges]) -> Contact:
        """Changes the given fields. None clears a field."""
        return self._contact("PATCH", _path(identifier), changes)

    def delete(self, identifier: str) -> None:
        """Erases a contact and all its data."""
        self._transport.request("DELETE", _path(identifier))

    def list(self, *, limit: int | None = None, offset: int | None = None, search: str | None = None) -> ContactPage:
        """Returns a page of contacts, newest first. `search` is a prefix of a name or an identifier."""
        query = {"limit": limit, "offset": offset, "search": search}
        page: ContactPage = self._transport.request("GET", "/v1/contacts", query=query)["data"]
        return page

    def all(self, *, search: str | None = None) -> Iterator[Contact]:
        """Yields every contact, page after page.

        One may come twice if contacts are created at the same time. The service lists at most 10,100: to go further,
        narrow the list.
        """
        offset = 0
        while True:
            page = self.list(limit=100, offset=offset, search=search)
            yield from page["contacts"]
            offset += len(page["contacts"])
            if not page["contacts"] or offset >= page["total"]:
                return

    def add_push_token(self, identifier: str, token: str) -> Contact:
        """Adds the token of a device, for the channel push."""
        return self._contact("POST", f"{_path(identifier)}/push-tokens", {"token": token})

    def remove_push_token(self, identifier: str, token: str) -> Contact:
        return self._contact("DELETE", f"{_path(identifier)}/push-tokens", {"token": token})

    def preferences(self, identifier: str) -> Preferences:
        """Returns what a contact has switched on and off, and what follows from it."""
        return self._preferences("GET", identifier)

    def update_preferences(self, identifier: str, **fields: Unpack[PreferencesFields]) -> Preferences:
        """Changes the choices that are given, and no others. None takes one back."""
        return self._preferences("PATCH", identifier, fields)

    def replace_preferences(self, identifier: str, **fields: Unpack[PreferencesFields]) -> Preferences:
        """Replaces all choices. Those that are not given are taken back."""
        return self._preferences("PUT", identifier, fields)

    def _preferences(self, method: str, identifier: str, body: object = None) -> Preferences:
        answer = self._transport.request(method, f"{_path(identifier)}/preferences", body=body)
        preferences: Preferences = answer["preferences"]
        return preferences

    def _contact(self, method: str, path: str, body: object = None) -> Contact:
        contact: Contact = self._transport.request(method, path, body=body)["contact"]
        return contact


def _path(identifier: str) -> str:
    return f"/v1/contacts/{segment('identifier', identifier)}"
