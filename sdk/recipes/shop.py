"""A shop without any client: create an order, pay, verify and refund. Run: python3 shop.py"""
import hashlib, hmac, json, os, threading, time, urllib.request, uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

secret, events = "", []

class Hooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))  # the bytes as received
        stamp = self.headers["X-Service-Timestamp"]
        made = "sha256=" + hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        good = hmac.compare_digest(made, self.headers["X-Service-Signature"]) and abs(time.time() - int(stamp)) <= 300
        if good:
            events.append(json.loads(body)["type"])
        self.send_response(200 if good else 400)
        self.end_headers()

    def log_message(self, *_):
        pass

def call(url, body, token=None):
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4()), "X-External-Merchant-Id": "M-1001"}
    if token:
        headers["Authorization"] = "Bearer " + token
    return json.load(urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)))

server = HTTPServer(("127.0.0.1", 0), Hooks)
threading.Thread(target=server.serve_forever, daemon=True).start()
env, api = os.environ, os.environ["CARDS_URL"] + "/api/v1"
token = call(f"{env['AUTH_URL']}/api/v1/auth/{env['REALM']}/token", {"client_id": env["CLIENT_ID"], "client_secret": env["CLIENT_SECRET"]})["access_token"]
wanted = ["payment.completed", "refund.completed"]
secret = call(f"{api}/webhook-subscriptions", {"url": f"http://127.0.0.1:{server.server_port}/hooks", "events": wanted}, token)["secret"]
card = {"holder_name": "AYSE YILMAZ", "number": "4546711234567894", "expire_month": "12", "expire_year": "2030", "cvv": "000"}
paid = call(f"{api}/payments", {"amount": {"amount": 12990, "currency": "TRY"}, "installment": 1, "card": card}, token)
refund = call(f"{api}/payments/{paid['transaction_id']}/refund", {"amount": 2990}, token)
deadline = time.time() + 30
while len(events) < 2 and time.time() < deadline:
    time.sleep(0.05)
print(paid["status"], "refund", refund["status"], "verified", *sorted(events))
