/**
 * The input of a payment's draft: a caller's request, an installment of a plan that no caller waits for, or an attempt
 * on a hosted page.
 */
import type { Principal } from '../../access/endpoint.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { CreatePaymentBody } from '../model/payment-schemas.ts'

/** A stored card has no code. */
export type ChargeCard = Omit<NonNullable<CreatePaymentBody['card']>, 'cvv'> & { cvv?: string | undefined }

/** Contains a card, or a token instead. */
export type ChargeBody = Omit<CreatePaymentBody, 'card'> & { card?: ChargeCard }

/** The card is known: it was sent, or is behind the token. */
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
  /** Present for a payment of a plan. */
  recurring?: RecurringCharge
  /** Present for a payment of a checkout session or an order link. */
  checkout?: CheckoutCharge
}

/** Decisions of a session about its payments. */
interface CheckoutCharge {
  /** Stored with the session before anything else is done. */
  readonly paymentId: string
  /** From a key space that no caller's key can be in. */
  readonly paymentKey: string
  readonly channel: 'checkout' | 'link'
  /** Takes precedence over the tenant's preference. */
  readonly flow: ThreeDFlow
  /** Only configurations of mode test may take the payment. */
  readonly isTest: boolean
}

export type ThreeDFlow = 'standard' | 'pay' | 'hosted'

/**
 * The terms a plan sets for one of its payments; `body.extra_properties` names plan and installment
 * (model/stored-credential.ts).
 */
interface RecurringCharge {
  /** Id of the payment, stored with the installment before anything else is done. */
  readonly paymentId: string
  /** From a key space that no caller's key can be in. */
  readonly paymentKey: string
  /** The configuration that takes the payment, whatever routing says. */
  readonly configurationId: string | null
  /** No shopper is present; the tenant's 3D Secure policy was met when the plan was created. */
  readonly isUnattended: boolean
  readonly waitsForDate: boolean
  /** Platform clock, ms: the plan may have charged it from then on. Absent: the plan begins with it. */
  readonly knownSince?: number
}
