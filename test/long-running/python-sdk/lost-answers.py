"""Behind a proxy that loses answers: one payment, one key over all tries, and what is raised at last carries the key."""
import json, os, urllib.request
from concurrent.futures import ThreadPoolExecutor
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from vezne_sdk import NoAnswerError, Vezne, VezneError
from vezne_sdk.cards.api.payments import post_payments
from vezne_sdk.cards.api.transactions import get_transactions
from vezne_sdk.cards.models import Card, CreatePayment, Money

env = os.environ
plan, seen, tokens = [], [], []


def proxy_to(target, note):
    class Proxy(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) if self.command == "POST" else None
            note(self.headers)
            fault = plan.pop(0) if plan and target == env["CARDS_URL"] else None
            if fault == "busy":
                self.send_response(503)
                self.end_headers()
                return
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
            try:
                answer = urllib.request.urlopen(urllib.request.Request(target + self.path, body, headers, method=self.command))
            except urllib.error.HTTPError as error:
                answer = error
            data = answer.read()
            if fault == "lost":
                self.close_connection = True
                return self.connection.close()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["Content-Type"])
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST
        log_message = lambda *_: None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


urls = {
    "cards": proxy_to(env["CARDS_URL"], lambda headers: seen.append((headers["Idempotency-Key"], headers["X-Request-Id"]))),
    "identity": proxy_to(env["AUTH_URL"], tokens.append),
}


def client(urls, **more):
    credentials = {"realm": env["REALM"], "client_id": env["CLIENT_ID"], "client_secret": env["CLIENT_SECRET"]}
    return Vezne(**credentials, urls=urls, external_merchant_id="M-1001", sleep=lambda seconds: None, **more)


def sale(number="4546711234567894"):
    card = Card(holder_name="AYSE YILMAZ", number=number, expire_month="12", expire_year="2030", cvv="000")
    return CreatePayment(amount=Money(12990, "TRY"), installment=1, card=card, external_id="order-of-python")


vezne = client(urls)
plan[:] = ["lost", "busy", "lost"]
paid = post_payments.sync(client=vezne.cards, body=sale())
assert paid.status == "completed", paid
assert len(seen) == 4 and len(set(seen)) == 1 and seen[0][0] and seen[0][1], seen
rows = get_transactions.sync(client=vezne.cards, external_id="order-of-python")
assert [str(row.id) for row in rows.items] == [str(paid.transaction_id)], rows

with ThreadPoolExecutor(4) as many:
    list(many.map(lambda _: get_transactions.sync(client=vezne.cards, page_size=1), range(8)))
assert len(tokens) == 1, "one token for all calls"

plan[:] = ["busy"] * 4
try:
    post_payments.sync(client=vezne.cards, body=sale(), idempotency_key="my-key")
    raise AssertionError("four refusals are the end")
except VezneError as error:
    assert (error.status, error.code, error.idempotency_key) == (503, "unknown", "my-key"), error
try:
    post_payments.sync(client=client({**urls, "cards": "http://127.0.0.1:9"}).cards, body=sale(), idempotency_key="my-key")
    raise AssertionError("nobody listens there")
except NoAnswerError as error:
    assert error.idempotency_key == "my-key" and error.correlation_id, error
try:
    post_payments.sync(client=vezne.cards, body=sale("4002020000000024"))
    raise AssertionError("a declined card")
except VezneError as error:
    assert (error.code, error.status, bool(error.transaction_id)) == ("bank_declined", 422, True), error.problem
fetched = len(tokens)
vezne._token = vezne._token[:-4] + "AAAA"  # a token that the service does not know is fetched anew
get_transactions.sync(client=vezne.cards, page_size=1)
assert len(tokens) == fetched + 1, len(tokens)
print("ok")
