"""Client of the Heliograph notification service."""

from .client import Heliograph
from .errors import HeliographError, WebhookVerificationError
from .webhook import verify_webhook

__all__ = ["Heliograph", "HeliographError", "WebhookVerificationError", "verify_webhook"]
