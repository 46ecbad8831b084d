/** A checkout session, or the page of an order link, as it is stored. */
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { ThreeDFlow } from '../../payments/charge/charge-call.ts'
import type { SessionState } from './session-states.ts'

export const PAYMENT_MODES = ['non_3d', 'three_d_secure', 'three_d_pay', 'three_d_pay_hosting'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

export interface SessionRow extends Omit<Row<'checkout_sessions'>, 'attempt_at'> {
  metadata: Record<string, string> | null
  extra: Record<string, string> | null
  payment_mode: PaymentMode
  status: SessionState
  /** True while a call is making the payment of the attempt. */
  is_attempting: boolean
}

/** A session as callers may know it. */
export interface SessionScope {
  readonly tenantId: string
  /** Null for any merchant of the tenant. */
  readonly merchantId: string | null
}

export const SESSION_MS = 30 * 60_000
export const LINK_MS = 24 * 3_600_000
export const SESSION_ATTEMPTS = 3

/** The flow of each mode with 3D Secure. With `hosted` the bank asks for the card itself, if its connector supports that. */
export const FLOWS: Readonly<Record<Exclude<PaymentMode, 'non_3d'>, ThreeDFlow>> = {
  three_d_secure: 'standard',
  three_d_pay: 'pay',
  three_d_pay_hosting: 'hosted',
}
export const MODE_OF_FLOW = { standard: 'three_d_secure', pay: 'three_d_pay', hosted: 'three_d_pay_hosting' } as const
