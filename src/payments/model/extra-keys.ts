/** Keys of `extra_properties` that the service knows, with what they mean (docs/interface/cards.md#keys-of-extra_properties). */

/** Of requests that start a payment. */
export const PAYMENT_KEYS = {
  use_points: 'true: pay with all usable points of the card, the rest by card',
  device_fingerprint: "The shopper's device, for the fraud rules",
  user_agent: "The shopper's browser, for the fraud rules",
  dcc: 'true: ask the bank for an offer in the currency of the card; the payment then waits for dcc/confirm',
  connector_configuration_id:
    'Sandbox: this configuration, by its id or its name, takes the payment, whatever routing decides',
} as const

/** Of a checkout session: its page asks the shopper by itself. */
export const SESSION_KEYS = {
  dcc: 'true: a foreign card is offered its own currency, and the shopper chooses on the page',
} as const

export const THREE_D_KEYS = {
  ...PAYMENT_KEYS,
  manual_complete: 'true: wait for POST /payments/3d/complete after the challenge',
} as const

/** Of captures, voids and refunds. */
export const OPERATION_KEYS = { simulate: 'Sandbox: the bank code to answer with' } as const

/** Of the results of payments and their operations; each is there where it applies. */
export const RESULT_KEYS = {
  processed_at: 'When the bank answered',
  receipt_id: 'Number of the receipt',
  external_id: 'Your order id',
  provider_transaction_id: 'Reference at the bank',
  auth_code: 'Approval code of the bank',
  host_reference: 'Reference of the host (RRN)',
  redirect_url: "3D: where the shopper's browser goes (GET)",
  redirect_method: '3D: GET',
  html_content: '3D: a form that sends itself to the same page; show it, never store or log it',
  expires_at: '3D: until when the shopper may answer',
  captured_amount: 'Capture: minor units',
  released_amount: 'Capture: minor units that are no longer blocked',
  refund_amount: 'Refund: minor units of this refund',
  refunded_amount: 'Refund: minor units of all refunds so far',
  remaining_refundable: 'Refund: minor units that may still be refunded',
  refund_id: 'Refund: its id',
  original_transaction_id: 'Refund: the payment',
  refund_transaction_id: 'Refund: its transaction',
  used_points: 'Points: minor units paid with points',
  point_balance: 'Points: of the card, minor units',
  point_program: 'Points: name of the program',
  point_currency: 'Points: currency of the balance',
  max_usable_points: 'Points: minor units usable for this payment',
  dcc_offered: 'Conversion: true while an offer waits for its answer',
  dcc_alternative_currency: 'Conversion: currency of the card',
  dcc_alternative_amount: 'Conversion: minor units in that currency',
  dcc_exchange_rate: "Conversion: units of the payment's currency for one of the card's, before the surcharge",
  dcc_markup_percent: 'Conversion: surcharge of the bank, in the alternative amount',
  dcc_offer_expires_at: 'Conversion: until when the offer stands',
  dcc_charged_currency: 'Conversion: what was charged',
  dcc_charged_amount: 'Conversion: minor units charged',
  dcc_original_amount: 'Conversion: minor units of the payment',
  dcc_original_currency: 'Conversion: currency of the payment',
  recurring_plan_id: 'Recurring: the plan',
} as const
