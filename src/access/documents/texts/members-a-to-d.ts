/** What members mean whose schema does not say it, by name (`Schema.name` where one schema's differs): a to d. */
export const MEMBERS_A_TO_D = `
account_name  Name of the account at the bank
account_number  Account number at the bank, without IBAN
account_type  Kind of account at the bank
action  What the merchant does about it
additional_data  More that the bank says of it
address  Street address
adjusted_amount  Amount the record is corrected to, minor units
alg  Algorithm the key signs with
algorithm  Algorithm its tokens are signed with
allow_pre_auth  Whether the shopper may be charged by pre-authorization
allowed_installments  Installment counts the page offers
amount  How much, in minor units: 12990 is 129.90
amount_mismatch_count  Rows whose amounts differ
amount_trend  Change of the amount against the period before
apiRequestCount  How many calls to banks are among the events
api_key  The key without its secret
applied_status  State that was given to the payment
approval_note  Why it is approved; for people
approved  Transfers that were approved
at  When it happened
attempt_count  Charges tried so far
attempt_number  Which try of the delivery this is, from 1
auth_code  Authorization code of the bank; null before it approved
awaiting_action  What was proposed and waits for a second person
awaiting_by  Who proposed it
awaiting_status  State it would get
bank  The bank; null where none is known
BankFile.bank  Bank or kind of file it came from
bank_amount  What the bank's file says, minor units
bank_bin  The BIN range the number lies in; null where none is known
bank_code  Five digits of the bank, as in an IBAN
bank_commission_amount  What the bank keeps, minor units
bank_id  Id of the bank, as in the bank look-up
bank_logo_url  Address of the bank's logo
bank_name  Name of the bank
bank_reference  The bank's reference of the payout
bank_reference_no  The bank's reference of the case
bank_response_code  Code the bank answered with
bank_response_message  Text the bank answered with
bank_status  State in the bank's file
bank_swift  SWIFT code (BIC) of the bank
bank_transaction_id  The bank's id of the row
basket_id  Your own id of the basket
basket_items  What is bought
billing_address  Where the bill goes
bin  First six to eight digits of the card
bin_end  Last BIN of the range
bin_number  First six digits of the card
bin_start  First BIN of the range
bkm_member_id  Member number at BKM, the Turkish card switch
blocked_days  Days the bank keeps the money
branch_name  Branch of the bank
breaker_state  Whether the circuit breaker lets calls through
buyer  Who buys
cancel_url  Where the shopper goes who gives up
cancelled_by  Who cancelled the plan
captured_amount  What was captured, minor units
card  The card that is charged; never stored, never answered
CreatePlanRecurring.card  The card that is charged on each date; sealed until the plan ends, without its code
CreateRecurringPayment.card  The card that is charged on each date; sealed until the plan ends, without its code
PointInquiry.card  The card whose points are asked for
card_brand  Programme of the card, such as Bonus; in events its scheme
card_brand_filter  Cards of this programme; null: any
card_details  The card that receives the money
card_holder_name  Name on the card
card_length  Digits of the card numbers
card_number  The whole number; of test cards alone
card_program  Programme of the card, such as Bonus
card_schema_type  Scheme of the card, such as Visa
card_scheme  Scheme of the card, such as Visa; null: any
card_token  The bank's stand-in for the card number
card_type  Credit, debit or prepaid
card_type_filter  Cards of this type; null: any
category  What kind of error it is
AccountMovementData.category  What kind of movement it is
cavv  Proof of the 3D Secure authentication
channel_id  Channel of the bank the notice came through
charge_type  Sale or pre-authorization, in the bank's words
chargeback_id  Id of the chargeback
chargeback_status  Where the chargeback stands
check_digits  The two digits after the country
checked_at  When the rules judged it
checks  Each dependency by itself
checksum_valid  Whether the check digits are right
city  City
city_code  Code of the city the district lies in
code  Short name that programs use
TraceEnvelope.code  HTTP status as text, as the interface has it
commission  What the bank keeps, minor units
companyName  Company the person works for
company_name  Company the person works for
completed_at  When it came to its end; null before
confirmed_at  When it was confirmed; null before
confirmed_by  Who confirmed it
connector  The connector itself
connector_account  The account the money is sent from
connector_account_id  Id of the account the money is sent from
connector_code  Short name of the connector, such as SIMBANK
connector_config_id  Id of the connector configuration
connector_config_name  Name of the connector configuration
connector_configuration_id  Id of the connector configuration
connector_configuration_name  Name of the connector configuration
connector_name  Name of the connector
connector_type  What the connector connects to
contact_email  Whom to write to
contact_name  Who is there
contact_phone  Whom to call
correlationId  The request id the trace is about
correlation_id  Request id: the key of the trace, and what to quote to support
count  How many
counterparty_iban  IBAN of the other side
country  Country, two letters of ISO 3166
country_code  Country, two letters of ISO 3166
created  When it was made, UTC
created_at  When it was made, UTC
created_by  Who made it
currency  ISO 4217, such as TRY
currency_code  ISO 4217, such as TRY
custom_error_code  Code the simulated bank declines with
custom_error_message  Text the simulated bank declines with
customer_email  The shopper's e-mail address
customer_phone  The shopper's telephone number
cvv  Security code; of test cards alone
daily_limit_override  Payments and transfers a day of this key; null: those of the plan
data  What happened, with the state at that moment
day  Day in Istanbul
db_amount  What our record says, minor units
db_status  State in our record
deadline_alarm  How near the deadline is
decided_at  When it was decided; null before
decided_by  Who decided
default_mcc  Merchant category code of its payments
description  Free text for people
description_en  Name of the category in English
detail_id  Id of the row
detail_ids  Rows to resolve alike
detail_status  Whether the row still needs somebody
details  More of it, row by row
TraceEvent.details  More of it, by its source
direction  Into the account or out of it
discrepancy  What differs between the two sides
display_name  Name for people
district  District of the city
due_date  When it is due
duration  How long it took
duration_ms  How long the subscriber took, ms
`
