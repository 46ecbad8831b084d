/** Facts of a payment institution: payments with items, sub-merchants, and notifications to merchants. */

/** One item of a basket, with its own transaction. */
export interface PaymentItem {
  readonly transaction_id: string
  readonly item_id: string
  readonly price: number
  readonly sub_merchant_key?: string
  readonly sub_merchant_price?: number
}

/** The institution's own members of a payment; `price` is the sum of the basket, not what is charged. */
export interface InstitutionPayment {
  readonly payment_id: string
  /** Empty if the merchant sent none. */
  readonly conversation_id: string
  readonly basket_id: string
  readonly price: number
  readonly items: readonly PaymentItem[]
}

export interface SubMerchantKept {
  readonly kind: 'sub_merchant'
  readonly merchant: string
  readonly key: string
  readonly external_id: string
  readonly fields: Readonly<Record<string, string>>
}

/** A marketplace approves the payout of an item, or takes its approval back. */
export interface ItemApproved {
  readonly kind: 'item_approved'
  readonly merchant: string
  readonly transaction_id: string
  readonly approved: boolean
}

/** Where a merchant wants its notifications; null ends them. */
export interface WebhookWanted {
  readonly kind: 'webhook_wanted'
  readonly merchant: string
  readonly url: string | null
  readonly delay_s: number
}

export interface WebhookDue {
  readonly kind: 'webhook_due'
  readonly id: string
  readonly merchant: string
  readonly order_id: string
  readonly due_at: number
  readonly body: Readonly<Record<string, string | number>>
}

export interface WebhookPosted {
  readonly kind: 'webhook_posted'
  readonly id: string
  readonly answer: string
  /** When it is posted again; absent if it was taken, or was the last try. */
  readonly again_at?: number
}

export type InstitutionFact = SubMerchantKept | ItemApproved | WebhookWanted | WebhookDue | WebhookPosted
