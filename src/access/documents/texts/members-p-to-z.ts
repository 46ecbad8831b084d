/** What members mean whose schema does not say it, by name (`Schema.name` where one schema's differs): p to z. */
export const MEMBERS_P_TO_Z = `
page  Number of this page, from 1
pageNumber  Number of this page, from 1
parent_id  Merchant it belongs under
parent_name  Name of that merchant
parent_transaction_id  Payment this one follows from
password  The person's password
paymentRequestCount  How many payment requests are among the events
payment_mode  Whether the shopper pays with or without 3D Secure
payment_status  Where the installment stands
payment_type  Through which entrance the payment came
payout_weekday  Day of the week the bank pays on, from 1 for Monday
pendingApproval  Whether a second person has to confirm the user
pending_change  Change that waits for a second person
pending_deliveries  How many deliveries wait
period  How long one turn is
period_end  Last day of the period
period_start  First day of the period
phone  Telephone number
plan  The plan as it is read
plan_assigned_at  When the tenant got the plan
plan_code  Short name of the plan
plan_id  Id of the plan
plan_name  Name of the plan
plan_status  Where the plan stands
postal_code  Postal code
preferred_three_d_flow  How the bank's challenge is shown where both ways are open
preferred_username  Name the person signs in with
previous_secret_expires_at  Until when the secret before still signs, too
previous_status  State before the step; null at the first
proc_return_code  The bank's own code
process  Card payments or transfers
processed  How many were done
processed_at  When the bank dealt with it
processed_date  When the bank was done with it
proposed_at  When an outcome was proposed
proposed_by  Who proposed it
proposed_outcome  Outcome that waits for a second person
provider_error_code  The bank's own code of the failure
provider_history_available  Whether the bank shows its steps
provider_process_id  The bank's id of the charge
provider_raw_request  What was sent to the bank, masked
provider_raw_response  What the bank answered, masked
provider_recurring_id  The bank's id of the plan
provider_response_code  Code the bank answered with
provider_response_message  Text the bank answered with
provider_transaction_id  The bank's id of the payment
quantity  How many of it
queued_attempt_number  Which try it will be
rate_limit_override  Requests a second of this key; null: those of the plan
rates  What the bank and the platform keep, by card and installments
reason  Why, for people
UnresolvedOperation.reason  Why the outcome is not known
reason_code  Why, as a code
receipt_no  The bank's number of the receipt
receiver_account  The account the money goes to
receiver_account_id  Id of the account the money goes to
recipient  Who receives the money
recipient_id  Id of the one who receives
reconciliation_date  Day it compares
reconciliation_id  Id of the reconciliation
recordId  Id of the row behind the event
records  What is held of the person
recovery_codes_left  Codes that may still stand in for the app
recurring_plan_id  Id of the plan
recurring_transfer_id  Plan that made the transfer; null: none
redirect_token  Token of the page that takes the shopper through 3D Secure
refresh_token  Gets the next access token; good once
refund_count  How many refunds
refund_id  Id of the refund
rejected  Transfers that were rejected
rejected_at  When it was rejected
rejected_by  Who rejected it
rejection_reason  Why it is rejected; for people
remarks  Free text for people
remedy  What puts the payment right at the bank
remedy_at  When that was done
remedy_by  Who had it done
remedy_status  How far that has come
remedy_target  State the payment gets by it
reminder_days  Days before a date on which it is announced
repeat_count  How many times; null: no such end
repeat_type  How often
BankFile.replaced_by  Id of the file of the same day that counts instead
request  How to resolve the row
requestBody  Body that was sent, masked
request_body  Body that was sent, masked
request_headers  Headers that were sent, masked
request_id  Your id of the request
request_sender_account_id  Account that was named to send from
request_sender_connector_account  That account as it is now
request_timestamp  When the call began
request_transfer_type  Way of sending that was asked for
requested_at  When it was asked for
requested_by  Who asked for it
requires_three_d_secure  Whether the shopper has to confirm the first payment
reserve_days  Days a part is withheld against chargebacks
reserve_until  Last day a part is withheld
resolution_action  What was decided about the row
resolved_at  When it was decided; null before
resolved_by  Who decided
resolved_count  Rows somebody decided about
responseBody  Body that came back, masked
response_body  Body that came back, masked
response_deadline  Until when evidence is taken
response_headers  Headers that came back, masked
response_timestamp  When the answer came; null: none did
response_types_supported  Answers of the authorization endpoint
result_code  Our code of the outcome
result_message  What came of it, for people
retry_count  Tries after the first
returns_commission  Whether the bank gives its commission back with a refund
returns_platform_commission  Whether the platform gives its commission back with a refund
review_note  What the second person wrote
reviewed_at  When it was decided; null before
reviewed_by  Who decided
role  Role of the platform it becomes
role_mappings  Which of its roles become which of ours
roles  What the caller may do
rollup  All configurations together
rotated_at  When the secret was replaced
routing_mode  Whether priority or score decides between the rules that fit
row_count  How many rows the file has
rrn  Retrieval reference number of the bank
scheduled_date  Day it is to be sent
schema  Scheme of the card, such as Visa
schema_type  Scheme of the card, such as Visa
scope  How far it reaches
scopes_supported  Scopes a token may have
secure_type  With or without 3D Secure
sent  Transfers that were sent
sent_date  When it went to the bank
session_id  Id of the checkout session
settled_at  When the money was paid out; null before
settlement_date  Day the bank pays out
settlement_id  Id of the settlement
settlement_status  Where the settlement stands
sha256  Hash of the file, hex
shadow_card_number  Account number the bank shows for the card
shipping_address  Where the goods go
signs_from  From when the key signs
simulated_delay_ms  How long the simulated bank waits, ms
size_bytes  Size of the file
skipped  Those left as they are, with the reason
sort_order  Place in lists, lowest first
source  Which log the event comes from
start_date  First date of the plan
status  Where it stands now
Problem.status  The HTTP status once more
status_code  HTTP status that came back
status_mismatch_count  Rows whose states differ
sub_merchant_city  City of the shop, as the bank is told
sub_merchant_country_code  Country of the shop, as the bank is told
sub_merchant_id  Id of the shop at the bank
sub_merchant_mcc  Category of the shop, as the bank is told
sub_merchant_name  Name of the shop, as the bank is told
sub_merchant_postal_code  Postal code of the shop, as the bank is told
subject_types_supported  How subjects are named
subtitle  Second line of the event, for people
success_rate_trend  Change of the success rate against the period before
success_sender_account_id  Account it was sent from in the end
success_sender_connector_account  That account as it is now
success_transfer_type  Way it was sent in the end
success_url  Where the shopper goes who has paid
summary  The events in figures
supported_transfer_types  Ways the account can send or receive
surname  Family name of the person
swift_code  SWIFT code (BIC) of the bank
taken_at  When the file was taken
taken_by  Who or what took the file
tax_id  Tax number
tax_id_type  Whose tax number it is: a company's or a person's
tax_office  Tax office it is registered at
tenantId  Tenant the person belongs to
tenant_id  Id of the tenant
three_ds_server_trans_id  Id of the authentication at the 3D Secure server
timestamp  When it happened
title  Short name of it, for people
token_endpoint  Where tokens are given
token_endpoint_auth_methods_supported  How a client proves itself there
token_type  How the token is sent
totalCount  Rows on all pages
totalPages  How many pages
total_amount  All amounts together, minor units
total_approved  How many were approved
total_bank_amount  All amounts of the bank's file, minor units
total_bank_transactions  Rows of the bank's file
total_count  Rows on all pages
total_db_amount  All amounts of our record, minor units
total_db_transactions  Rows of our record
total_duration  How long all checks took
total_pages  How many pages
total_payment_count  How many payments in all
total_rejected  How many were rejected
total_sent  How many were sent
transaction  The payment in short
transactionHistoryCount  How many steps of payments are among the events
transactionId  Payment the event is about
transactionIds  Payments the events are about
transaction_count  How many payments
transaction_date  When it happened at the bank
transaction_id  Id of the payment
transaction_status  State in the words of the side that was asked
transactions_trend  Change of the number against the period before
transfer_id  Id of the transfer
transfer_type  Way it is sent
try_count  How often it was tried
type  What kind it is
Problem.type  Page of the code; its last segment equals code
updated_at  When it was last changed, UTC
uploaded_by  Who sent the file
url  Address
use  What the key is for
userinfo_endpoint  Where the owner of a token is told
username  Name the person signs in with
validate_date  When it was approved
value_date  Day the bank pays it
value_date_plan  When the bank pays
void_error_message  Why the void failed, for people
waiting_since  Since when the outcome is not known
webhookCount  How many deliveries are among the events
week_days  Days of the week, from 1 for Monday
withdrawn_at  When it was rejected or replaced; null: neither
withdrawn_by  Who rejected it, or sent or confirmed the file that replaced it; null: nobody
xid  Id of the authentication of 3D Secure
`
