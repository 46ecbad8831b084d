"""The client: one token for all calls; each surface is a client of the generated functions."""
import base64
import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from .transport import Transport

RENEWED_BEFORE_S = 60


class Vezne:
    """`post_payments.sync(client=vezne.cards, body=...)`. Keep one for the life of the program. Calls are synchronous."""

    def __init__(
        self,
        *,
        realm: str,
        client_id: str,
        client_secret: str,
        urls: Mapping[str, str],
        merchant_id: str | None = None,
        external_merchant_id: str | None = None,
        timeout_s: float = 30,
        retries: int = 3,
        sleep: Callable[[float], None] = time.sleep,
    ):
        self._realm, self._urls = realm, {name: url.rstrip("/") for name, url in urls.items()}
        self._credentials = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        self._merchant = {"X-Merchant-Id": merchant_id, "X-External-Merchant-Id": external_merchant_id}
        self._options = {"timeout_s": timeout_s, "retries": retries, "sleep": sleep}
        self._lock = threading.Lock()
        self._token, self._until = "", 0.0
        self._surfaces: dict[str, Any] = {}

    @property
    def cards(self) -> Any:
        return self._surface("cards")

    @property
    def transfers(self) -> Any:
        return self._surface("transfers")

    @property
    def fraud(self) -> Any:
        return self._surface("fraud")

    @property
    def identity(self) -> Any:
        return self._surface("identity")

    def _surface(self, name: str) -> Any:
        if name not in self._surfaces:
            module = __import__(f"vezne_sdk.{name}.client", fromlist=["Client"])
            headers = {key: value for key, value in self._merchant.items() if value and name in ("cards", "transfers")}
            tenant = self._tenant_id if name == "transfers" else None
            transport = Transport(token=self._access_token, headers=headers, tenant=tenant, **self._options)
            client = module.Client(base_url=self._urls[name])
            self._surfaces[name] = client.set_httpx_client(httpx.Client(base_url=self._urls[name], transport=transport))
        return self._surfaces[name]

    def _access_token(self, refused: str | None = None) -> str:
        with self._lock:  # of several calls that find it expired, the first renews it and the others wait
            if self._token == refused or time.monotonic() >= self._until:
                transport = Transport(token=None, headers={}, tenant=None, is_repeatable=True, **self._options)
                with httpx.Client(transport=transport) as http:
                    url = f"{self._urls['identity']}/api/v1/auth/{self._realm}/token"
                    answer = http.post(url, json=self._credentials).json()
                self._token, life = answer["access_token"], answer["expires_in"]
                self._until = time.monotonic() + max(life - RENEWED_BEFORE_S, life / 2)
            return self._token

    def _tenant_id(self) -> str:
        claims = self._access_token().split(".")[1]
        return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4))).get("tenant_id", "")
