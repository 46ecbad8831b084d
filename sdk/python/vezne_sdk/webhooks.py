"""Verifies deliveries: HMAC-SHA256, keyed by the whole secret, over the timestamp, a dot and the bytes of the body."""
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

TOLERANCE_S = 300


class WebhookError(Exception):
    """`fault`: body_was_parsed, header_missing, timestamp_out_of_range, wrong_signature or not_an_event."""

    def __init__(self, fault: str, message: str):
        super().__init__(message)
        self.fault = fault


def sign(secret: str, timestamp: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def verify(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    tolerance: float = TOLERANCE_S,
    now: Callable[[], float] = time.time,
) -> dict[str, Any]:
    """Returns the event of a delivery. `raw_body`: the bytes as received; `secrets`: one, or several during a rotation."""
    keys = [secret for secret in ([secrets] if isinstance(secrets, str) else secrets) if secret]
    if not keys:
        raise TypeError("verify was given no secret: is its setting missing?")
    body = _bytes_of(raw_body)
    given = {name.lower(): value for name, value in headers.items()}
    timestamp, current = given.get("x-service-timestamp"), given.get("x-service-signature")
    if timestamp is None or current is None:
        raise WebhookError("header_missing", "X-Service-Timestamp or X-Service-Signature is missing: not a delivery of Vezne")
    if re.fullmatch(r"[0-9]+", timestamp) is None or abs(now() - int(timestamp)) > tolerance:
        raise WebhookError(
            "timestamp_out_of_range",
            f"The delivery was signed at {timestamp}, more than {tolerance} s off: a replay, or the clock of this machine is wrong",
        )
    signatures = [each for each in (current, given.get("x-service-signature-previous")) if each is not None]
    made = [sign(key, timestamp, body).encode() for key in keys]
    # All are compared, so that the time taken does not reveal which one matches.
    if not any([hmac.compare_digest(one, each.encode()) for one in made for each in signatures]):
        raise WebhookError(
            "wrong_signature",
            "The signature fits none of the secrets: another subscription, a secret that was replaced, or a body that is not as it came",
        )
    return _event_of(body)


def _bytes_of(raw: object) -> bytes:
    if isinstance(raw, str):
        return raw.encode()
    if isinstance(raw, (bytes, bytearray, memoryview)):
        return bytes(raw)
    raise WebhookError("body_was_parsed", "The signature is over the bytes as they came: something parsed the body before")


def _event_of(body: bytes) -> dict[str, Any]:
    try:
        event = json.loads(body.decode())
    except ValueError:
        event = None
    texts = ("id", "type")
    if isinstance(event, dict) and all(isinstance(event.get(name), str) for name in texts) and isinstance(event.get("data"), dict):
        return event
    raise WebhookError("not_an_event", "The body is signed, but no event")
