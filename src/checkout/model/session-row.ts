/** A checkout session, or the page of an order link, as it is stored. */
import type { ThreeDFlow } from '../../payments/charge/charge-call.ts'
import type { SessionState } from './session-states.ts'

export const PAYMENT_MODES = ['non_3d', 'three_d_secure', 'three_d_pay', 'three_d_pay_hosting'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

export interface SessionRow {
  tenant_id: string
  id: string
  merchant_id: string
  kind: 'session' | 'link'
  id_hash: Buffer
  id_sealed: Buffer
  merchant_name: string | null
  amount: number
  currency: string
  allowed_installments: number[]
  description: string | null
  external_id: string | null
  basket_id: string | null
  customer_sealed: Buffer | null
  customer_email_key: Buffer | null
  metadata: Record<string, string> | null
  extra: Record<string, string> | null
  payment_mode: PaymentMode
  allow_pre_auth: boolean
  is_test: boolean
  success_url: string | null
  cancel_url: string | null
  status: SessionState
  attempt_no: number
  max_attempts: number
  payment_id: string | null
  /** True while a call is making the payment of the attempt. */
  is_attempting: boolean
  correlation_id: string
  client_id: string
  created_by: string
  caller_address: string | null
  expires_at: Date
  created: Date
  last_modified: Date
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
