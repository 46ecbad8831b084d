/** What members mean whose schema does not say it, by name (`Schema.name` where one schema's differs): e to o. */
export const MEMBERS_E_TO_O = `
e  Exponent of the public key, base64url
eci  How far 3D Secure vouches for the payment
effective_daily_limit  Payments and transfers a day that apply; null: no limit
effective_from  First day the terms apply to
effective_monthly_limit  Payments and transfers a month that apply; null: no limit
effective_rate_limit  Requests a second that apply; null: no limit
email  E-mail address
emailVerified  Whether the address was shown to be the person's
enabled  Whether the person may sign in
end_date  Last date of the plan; null: no such date
end_session_endpoint  Where a sign-in is ended
end_type  How the plan ends
endpoint  Address that was called
entity_id  Id of what was changed
entry_type  What kind of value it is
erased  What was erased, by kind
errorMessage  What went wrong; null when nothing did
error_category  What kind of error it was
error_code  Our code of the failure; null when nothing failed
error_description  What the bank says went wrong
error_message  What went wrong, for people; null when nothing did
errors  What was wrong, one by one
event_id  Id of the event: remember it, the same event may come again
event_type  What happened, such as payment.completed
events  Event types it is told of
TraceResult.events  What happened, in order of time
exception  What the check failed with
expected_result  What the simulated bank answers to it
expire_month  Month the card ends, two digits
expire_year  Year the card ends, four digits
expires_at  When it stops being good
expires_in  Seconds the access token is good for
expiry_month  Month the card ends
expiry_year  Year the card ends
external  The bank's record; null where it was not asked
external_history  Steps in the bank's record
external_id  Your own id of it, unique while it lives
external_key  Your reference of the notice
external_merchant_id  Your own id of the merchant
external_query_available  Whether the bank can be asked
extra_properties  Further values by name
extra_properties_dict  Further values by name, kept and answered as they came
failed  How many failed
family_name  Family name of the person
features  What the plan opens
file_name  Name of the file, as it was sent
finalized_at  When it was closed; null before
finalized_by  Who closed it
firstEventAt  When the first of the events happened
firstName  First name of the person
first_name  First name of the person
format_valid  Whether length and characters are right
formatted_iban  The IBAN in groups of four
found  Whether the BIN is known
frequency  How often the card is charged
given_name  First name of the person
grant_types_supported  Ways to get a token
gross  Before what is kept or taken back, minor units
hasErrors  Whether one of the events failed
hasNextPage  Whether another page follows
hasPreviousPage  Whether a page lies before
has_next_page  Whether another page follows
has_previous_page  Whether a page lies before
health  How its configurations do
holder_name  Whose account or card it is
holiday_handling  What becomes of a date that no bank works on
host_reference  Reference number of the bank's host
html_content  Page that takes the shopper through 3D Secure; show it as it is
http_status_code  What the subscriber answered; null: nothing
iban  IBAN of the account
iban_formatted  The IBAN in groups of four
iban_masked  The IBAN with its middle hidden
id  Its id; does not change
id_token_signing_alg_values_supported  Algorithms tokens are signed with
identity_number  Identity number of the person
ignored_count  Rows that were set aside
installment  Which installment it is of
installment_amount  One installment, minor units
installment_count  In how many installments
installment_index  Which installment of the plan, from 0
installment_status  Where the installment stands
installments  Dates and outcomes, in order
installments_from  From this count of installments on
installments_to  Up to this count of installments
instance  Path of the request
internal  Our record
internal_history  Steps in our record
interval  Every how many periods
ip_address  The shopper's network address
isSuccess  Whether it succeeded
is_3d_secure  Whether 3D Secure was passed
is_active  Whether it takes part; an inactive one is kept for what refers to it
is_builtin  Whether it came with the platform and cannot be changed
is_commercial  Whether it is a company's card
is_complete  False: call again with the same body and this position
is_default  Whether it is taken where none is named
is_deleted  Whether it was deleted
is_indefinite  Whether the plan has no end
is_success  Whether it succeeded
is_test_session  Whether it charges nothing at a real bank
is_valid  Whether it is well-formed
issuer  What the tokens name as their issuer
issuer_bank_code  Five digits of the bank that issued the card
issuer_bank_logo_url  Address of that bank's logo
issuer_bank_name  Bank that issued the card
items  The rows of this page
BulkResolve.items  Rows to resolve, each in its own way
jwks_uri  Where the public keys are
kept  What had to be kept, by kind
keys  Public keys that sign tokens
kid  Id of the signing key
kind  What kind of row it is
kty  Kind of key
label  Name for people
last4  Last four digits of the card
lastEventAt  When the last of the events happened
lastName  Family name of the person
last_calculated_at  When the figures were made
last_error  The newest failure
last_error_code  Our code of the newest failure
last_error_message  What went wrong last, for people
last_executed_at  When it last sent money
last_execution_status  What became of the last one
last_modified  When it was last changed, UTC
last_modified_by  Who last changed it
last_name  Family name of the person
last_synced_at  When it was last compared with the bank
last_transaction_at  When it last took a payment
last_try_at  When it was last tried
legal_name  Name in the register of companies
length  How many digits it has
length_valid  Whether its scheme uses this length
logo_url  Address of the logo
luhn_valid  Whether the check digit is right
masked_card_no  Card number with its middle hidden
masked_card_number  Card number with its middle hidden
masked_iban  The IBAN with its middle hidden
masked_number  The number with its middle hidden
matched_count  Rows both sides have alike
max_attempts  Charges the shopper may try
max_retry_count  Tries after the first; 0 to 5
md  What the bank's 3D Secure page sent back
md_status  Outcome of 3D Secure in the bank's words
merchantId  Merchant the person is bound to; null: the whole tenant
merchant_commission_amount  What the merchant pays, minor units
merchant_external_id  Your own id of the merchant
merchant_id  Id of the merchant
merchant_name  Name of the merchant
merchant_number  The merchant's number at the bank
merchant_response  What the merchant says to it
message  What to know about it, for people
metadata  Your own values by name, answered as they came
method  HTTP method
mode  Whether it calls a real bank or its test system
month_day  Day of the month
monthly_limit_override  Payments and transfers a month of this key; null: those of the plan
n  Modulus of the public key, base64url
name  Name for people
net  What is paid out, minor units
net_amount  What is left after refunds, minor units
net_merchant_amount  What the merchant gets, minor units
new_status  State after the step
next_retry_at  When it is tried again; null: not any more
note  Free text for people
notes  Free text for people
notify_on_error  Whether failures are announced
notify_on_success  Whether successes are announced
now  The platform's clock
number  The number to check
BankFile.number  Which file of the day it is
occurred_at  When it happened
oldest_pending_seconds  Age of the oldest delivery that waits, s
operation_amount  What the step moved, minor units
operation_type  Sale or pre-authorization
order_id  Id of the payment at the bank
original_amount  What was charged at first, minor units
original_delivery_id  The delivery that is sent again
original_transaction_basket_id  Basket of the payment that is refunded
original_transaction_card_last4  Last four digits of the card that was charged
original_transaction_card_schema_type  Scheme of that card
original_transaction_connector_name  Connector the payment went through
original_transaction_created  When that payment was made
orphan_bank_count  Rows that the bank alone has
orphan_db_count  Rows that we alone have
outcome  What became of it
overall_status  Where the comparison stands
`
