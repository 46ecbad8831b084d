"""Pays and refunds a part with the client that openapi-generator makes."""
import json, os, urllib.request, uuid
import openapi_client as api

body = json.dumps({"client_id": os.environ["CLIENT_ID"], "client_secret": os.environ["CLIENT_SECRET"]}).encode()
asked = urllib.request.Request(os.environ["TOKEN_URL"], body, {"Content-Type": "application/json"})
token = json.load(urllib.request.urlopen(asked))["access_token"]

client = api.ApiClient(api.Configuration(host=os.environ["CARDS_URL"], access_token=token))
payments = api.PaymentsApi(client)
card = api.Card(holder_name="AYSE YILMAZ", number="4546711234567894", expire_month="12", expire_year="2030", cvv="000")
sale = api.CreatePayment(amount=api.Money(amount=12990, currency="TRY"), installment=1, card=card)
paid = payments.post_payments(sale, x_external_merchant_id="M-1001", idempotency_key=str(uuid.uuid4()))
assert paid.status == "completed", paid
refund = api.Refund(amount=2990, reason_code="customer_request")
done = payments.post_payments_by_transaction_id_refund(paid.transaction_id, idempotency_key=str(uuid.uuid4()), refund=refund)
assert json.loads(done.to_json())["extra_properties"]["remaining_refundable"] == "10000", done
rows = api.TransactionsApi(client).get_transactions(page_size=2)
row = next(row for row in rows.items if str(row.id) == str(paid.transaction_id))
assert row.net_amount == 10000, row
