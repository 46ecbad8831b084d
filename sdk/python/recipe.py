"""A shop that uses the SDK: create an order, pay, verify and refund. Run: python3 recipe.py"""
import os, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from vezne_sdk import Vezne, VezneError, verify
from vezne_sdk.cards.api.payments import post_payments, post_payments_by_transaction_id_refund as post_refund
from vezne_sdk.cards.api.webhooks import post_webhook_subscriptions as post_subscription
from vezne_sdk.cards.models import Card, CreatePayment, CreateWebhookSubscription, Money, Refund
from vezne_sdk.cards.models import CreateWebhookSubscriptionEventsItem as EventType

class Hooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))  # the bytes as received
        told.append(verify(body, self.headers, secret)["type"])  # raises WebhookError; a shop processes each event id once
        self.send_response(200)
        self.end_headers()
env, told, server = os.environ, [], HTTPServer(("127.0.0.1", 0), Hooks)
threading.Thread(target=server.serve_forever, daemon=True).start()
vezne = Vezne(realm=env["REALM"], client_id=env["CLIENT_ID"], client_secret=env["CLIENT_SECRET"],
              urls={"cards": env["CARDS_URL"], "identity": env["AUTH_URL"]}, external_merchant_id="M-1001")
events = [EventType.PAYMENT_COMPLETED, EventType.REFUND_COMPLETED]
hook = CreateWebhookSubscription(url=f"http://127.0.0.1:{server.server_port}/", events=events)
secret = post_subscription.sync(client=vezne.cards, body=hook).secret
def sell(number):
    card = Card(holder_name="AYSE YILMAZ", number=number, expire_month="12", expire_year="2030", cvv="000")
    body = CreatePayment(external_id=f"order-{number[-4:]}", amount=Money(12990, "TRY"), installment=1, card=card)
    return post_payments.sync(client=vezne.cards, body=body, idempotency_key=f"sale-{number[-4:]}")
try:
    sell("4002020000000024")
except VezneError as error:
    print("declined:", error.code, "bank code", error.provider_error_code)
paid = sell("4546711234567894")
post_refund.sync(paid.transaction_id, client=vezne.cards, body=Refund(amount=2990))
print(paid.status, "once:", sell("4546711234567894").transaction_id == paid.transaction_id)
until = time.time() + 30
while len(told) < 2 and time.time() < until:
    time.sleep(0.05)
print("verified:", *sorted(told))
