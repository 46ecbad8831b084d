/** What a payment is drafted from: a caller's request, an installment of a plan that nobody calls for, or a try of a hosted page. */
import type { Principal } from '../../access/endpoint.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { CreatePaymentBody } from '../model/payment-schemas.ts'

/** A card that was kept has no code. */
export type ChargeCard = Omit<NonNullable<CreatePaymentBody['card']>, 'cvv'> & { cvv?: string | undefined }

/** A card, or a token in its place. */
export type ChargeBody = Omit<CreatePaymentBody, 'card'> & { card?: ChargeCard }

/** The card is known: sent, or behind the token. */
export type CardBody = ChargeBody & { card: ChargeCard }

export interface ChargeCall<B = ChargeBody> {
  body: B
  tenantId: string
  merchantId: string | null
  principal: Pick<Principal, 'clientId' | 'subject' | 'ownLimits'>
  correlationId: string
  idempotencyKey: string | null
  request: { method: string; url: string; clientAddress: string | null }
  runtime: Runtime
  /** Present on a payment of a plan. */
  recurring?: RecurringCharge
  /** Present on a payment of a checkout session or an order link. */
  checkout?: CheckoutCharge
}

/** What a session decides of its payments. */
interface CheckoutCharge {
  /** Stored with the session before anything else is done. */
  readonly paymentId: string
  /** In a space that no caller's key can be in. */
  readonly paymentKey: string
  readonly channel: 'checkout' | 'link'
  /** Preferred to the tenant's own preference. */
  readonly flow: ThreeDFlow
  /** Only configurations of mode test take the payment. */
  readonly isTest: boolean
}

export type ThreeDFlow = 'standard' | 'pay' | 'hosted'

/** The plan's terms of one of its payments; `body.extra_properties` names plan and installment (model/stored-credential.ts). */
interface RecurringCharge {
  /** Of the payment: stored with the installment before anything else is done. */
  readonly paymentId: string
  /** In a space that no caller's key can be in. */
  readonly paymentKey: string
  /** That configuration takes the payment, whatever routing says. */
  readonly configurationId: string | null
  /** Nobody is there: the tenant's policy about 3D Secure was met when the plan was made. */
  readonly isUnattended: boolean
  readonly waitsForDate: boolean
}
