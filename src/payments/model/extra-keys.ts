/**
 * Keys of `extra_properties` that the service knows, with their meaning
 * (docs/interface/cards.md#keys-of-extra_properties).
 */

/** Keys of requests that start a payment. */
export const PAYMENT_KEYS = {
  use_points: '`true` pays with all usable points of the card, and the rest by card.',
  device_fingerprint: "Fingerprint of the shopper's device, for the fraud rules.",
  user_agent: "User agent of the shopper's browser, for the fraud rules.",
  dcc: '`true` asks the bank for an offer in the currency of the card; the payment then waits for dcc/confirm.',
  connector_configuration_id:
    'Id or name of the connector configuration that takes the payment, whatever routing decides; only in the sandbox.',
} as const

/** Keys of a checkout session, whose page asks the shopper automatically. */
export const SESSION_KEYS = {
  dcc: '`true` offers a foreign card its own currency; the shopper chooses on the page.',
} as const

export const THREE_D_KEYS = {
  ...PAYMENT_KEYS,
  manual_complete: '`true` makes the payment wait for POST /payments/3d/complete after the challenge.',
} as const

/** Keys of captures, voids and refunds. */
export const OPERATION_KEYS = {
  simulate: 'Bank code that the simulated bank answers with; only in the sandbox.',
} as const

/** Keys of the results of payments and their operations; each is present if it applies. */
export const RESULT_KEYS = {
  processed_at: 'Time at which the bank answered.',
  receipt_id: 'Number of the receipt at the bank.',
  external_id: 'Your own order id, as sent with the payment.',
  provider_transaction_id: "The bank's own id of the payment.",
  auth_code: 'Authorization code of the bank.',
  host_reference: "Reference number of the bank's host (RRN).",
  redirect_url: "Address to which the shopper's browser is sent for 3D Secure, by GET.",
  redirect_method: 'HTTP method of redirect_url, always GET.',
  html_content: 'HTML form that sends itself to redirect_url; show it, and never store or log it.',
  expires_at: 'Time until which the shopper can complete 3D Secure or pay by the link.',
  captured_amount: 'Amount that was captured, in minor units.',
  released_amount: 'Amount that the capture left out and released, in minor units.',
  refund_amount: 'Amount of this refund, in minor units.',
  refunded_amount: 'Amount of all refunds of the payment so far, in minor units.',
  remaining_refundable: 'Amount of the payment that can still be refunded, in minor units.',
  refund_id: 'Id of the refund that was made.',
  original_transaction_id: 'Id of the payment that was refunded.',
  refund_transaction_id: 'Id of the transaction that carries the refund.',
  used_points: 'Amount that was paid with points, in minor units.',
  point_balance: 'Point balance of the card, in minor units.',
  point_program: 'Name of the loyalty program of the card.',
  point_currency: 'Currency of the point balance as three-letter ISO 4217 code.',
  max_usable_points: 'Amount in points that can be used for this payment, in minor units.',
  dcc_offered: '`true` while a currency conversion offer waits for its answer.',
  dcc_alternative_currency: 'Currency of the card, in which the conversion is offered.',
  dcc_alternative_amount: 'Amount in the currency of the card, in minor units, surcharge included.',
  dcc_exchange_rate: "Exchange rate: units of the payment's currency for one of the card's, before the surcharge.",
  dcc_markup_percent: 'Surcharge of the bank in percent, included in the alternative amount.',
  dcc_offer_expires_at: 'Time until which the conversion offer can be accepted.',
  dcc_charged_currency: 'Currency in which the card was charged.',
  dcc_charged_amount: 'Amount that the card was charged, in minor units.',
  dcc_original_amount: 'Amount of the payment before the conversion, in minor units.',
  dcc_original_currency: 'Currency of the payment before the conversion.',
  recurring_plan_id: 'Id of the recurring plan that the payment belongs to.',
} as const
