"""Client of the Vezne payments platform. Operations are in vezne_sdk.cards, .transfers, .fraud and .identity."""
from .client import Vezne
from .errors import NoAnswerError, VezneError
from .webhooks import WebhookError, sign, verify

__all__ = ["NoAnswerError", "Vezne", "VezneError", "WebhookError", "sign", "verify"]
