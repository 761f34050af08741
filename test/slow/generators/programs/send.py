"""Sends `welcome` and prints the id of its notification. Arguments: address of the service, key, recipient."""

import sys

from generated import AuthenticatedClient
from generated.api.notifications import get_notification
from generated.api.sending import send
from generated.models import Accepted, Notification, RecipientObject, SendRequest

_, address, key, recipient = sys.argv
client = AuthenticatedClient(base_url=address, token=key)
to = RecipientObject(email=recipient, name="Ada")
sent = send.sync("welcome", client=client, body=SendRequest(to=to))
assert isinstance(sent, Accepted), sent
read = get_notification.sync(sent.id, client=client)
assert isinstance(read, Notification), read
print(read.id)
