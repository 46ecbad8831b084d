"""Pays and refunds a part with the client that openapi-python-client makes."""
import json, os, urllib.request, uuid
from client_cards import AuthenticatedClient
from client_cards.api.payments import post_payments, post_payments_by_transaction_id_refund
from client_cards.api.transactions import get_transactions
from client_cards.models import Card, CreatePayment, Money, Refund, RefundReasonCode

body = json.dumps({"client_id": os.environ["CLIENT_ID"], "client_secret": os.environ["CLIENT_SECRET"]}).encode()
asked = urllib.request.Request(os.environ["TOKEN_URL"], body, {"Content-Type": "application/json"})
token = json.load(urllib.request.urlopen(asked))["access_token"]

client = AuthenticatedClient(base_url=os.environ["CARDS_URL"], token=token)
card = Card(holder_name="AYSE YILMAZ", number="4546711234567894", expire_month="12", expire_year="2030", cvv="000")
sale = CreatePayment(amount=Money(amount=12990, currency="TRY"), installment=1, card=card)
paid = post_payments.sync(client=client, body=sale, x_external_merchant_id="M-1001", idempotency_key=str(uuid.uuid4()))
assert paid.status == "completed", paid
refund = Refund(amount=2990, reason_code=RefundReasonCode.CUSTOMER_REQUEST)
done = post_payments_by_transaction_id_refund.sync(
    paid.transaction_id, client=client, body=refund, idempotency_key=str(uuid.uuid4())
)
assert done.to_dict()["extra_properties"]["remaining_refundable"] == "10000", done
rows = get_transactions.sync(client=client, page_size=2)
row = next(row for row in rows.items if str(row.id) == str(paid.transaction_id))
assert row.net_amount == 10000, row
