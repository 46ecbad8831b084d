/** What parameters of paths and queries mean whose schema does not say it. */
export const PARAMETER_TEXTS = `
PageNumber  Number of the page, from 1
PageSize  Rows on a page
bank_code  Of the bank with these five digits
bank_id  Of the bank with this id
basket_id  Of the basket with this id of yours
card_schema_type  Of cards of this scheme
card_type  Of cards of this type
category  Of this category
city_code  Of the city with this code
city_id  Of the city with this id
code  With this code
connector_account_id  Of the account with this id
connector_code  Through the connector with this short name
connector_config_id  Of the connector configuration with this id
connector_configuration_id  Of the connector configuration with this id
connector_type  Of connectors of this type
correlationId  Request id, as X-Correlation-Id answered it
correlation_id  Of the call with this X-Correlation-Id
currency  In this currency, ISO 4217
delivery_id  Id of the delivery, as the delivery log has it
description  What the document shows, for people
detail_id  Id of the row of the reconciliation
detail_status  Rows with this status
discrepancy  Rows with this difference
end_date  Then or earlier
entry_type  Values of this kind
event_type  Deliveries of this event
evidence_id  Id of the document
expected_result  Cards to which the simulated bank answers so
external_id  With this id of yours
external_merchant_id  Of the merchant with this id of yours
from_date  Then or later
include_inactive  Whether inactive rows are among the answered
installment_count  In this many installments
is_retrying  true: failed attempts whose next try is still to be made; false: all others
is_success  true: what succeeded; false: what failed
key  Short name of the error code
kid  Id of the signing key
max_amount  This amount or less, minor units
merchant_id  Of the merchant with this id
method  Calls with this HTTP method
min_amount  This amount or more, minor units
mode  Of real banks, or of their test systems
only_pending  Rows alone that still need somebody
operation_type  Of this type
outcome  With this outcome
overall_status  With this status
page_size  Rows on a page
payment_type  That came through this entrance
period  Of this length
period_start_from  Periods that begin on it or later
period_start_to  Periods that begin on it or before
reason_code  With this reason
receiver_account_id  To the account with this id
recipient_id  Of the recipient with this id
reconciliation_id  Of the reconciliation with this id
refund_type  Whole or partial refunds
remedy  Rows with this remedy
repeat_type  Plans that repeat so
request_timestamp_from  Calls that began then or later
request_timestamp_to  Calls that began then or earlier
role_name  Name of the role
scope  That reach this far
search_term  Rows in which this text is found
secure_type  With or without 3D Secure
session_id  Id of the checkout session
source_account_id  From the account with this id
start_date  Then or later
status  With this status
status_code  Calls answered with this HTTP status
tenant_id  Id of the tenant
to_date  Then or earlier
transaction_id  Id of the payment, as its creation answered it
transfer_type  Sent in this way
`
