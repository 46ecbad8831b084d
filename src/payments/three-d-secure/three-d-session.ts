/** Stored facts of a payment's challenge, in addition to the payment. */
import type { Outcome, ThreeDModel } from '../../connectors/attempt.ts'
import type { Authentication } from '../../connectors/three-d-secure.ts'
import type { SealingContext } from '../../infra/crypto/sealer.ts'
import type { Runtime } from '../../infra/runtime.ts'

/** Time from init to the callback (docs/interface/cards.md#3-d-secure). */
export const CHALLENGE_MS = 15 * 60_000
/** How long a passed challenge waits for 3d/complete or for a person (docs/interface/cards.md#3-d-secure). */
export const HOLD_MS = 24 * 3_600_000

export interface NewSession {
  tenant_id: string
  payment_id: string
  merchant_id: string
  model: Exclude<ThreeDModel, 'none'>
  state_sealed: Buffer
  return_url: string
  cancel_url: string | null
  is_manual: boolean
  expires_at: Date
  created: Date
}

export interface ThreeDSession extends NewSession {
  md_status: string | null
  eci: string | null
  xid: string | null
  ds_trans_id: string | null
  proof_sealed: Buffer | null
  refusal: string | null
  refusal_message: string | null
  charged: Outcome | null
  verified_at: Date | null
  held_until: Date | null
  completion_key: string | null
  completion_fingerprint: Buffer | null
  completion_correlation_id: string | null
  /** A caller has received the final response of 3d/complete. */
  completion_answered: boolean
  late_charge: 'found' | 'reversed' | null
}

/** Returns whether 3d/complete has to come before the payment continues to the bank. */
export const isWaitingForShop = (session: Pick<ThreeDSession, 'is_manual' | 'completion_correlation_id'>): boolean =>
  session.is_manual && session.completion_correlation_id === null

export const stateSealingContext = (paymentId: string): SealingContext => ({
  table: 'three_d_sessions',
  rowId: paymentId,
  column: 'state_sealed',
})
const proofSealingContext = (paymentId: string): SealingContext => ({
  ...stateSealingContext(paymentId),
  column: 'proof_sealed',
})

/** Authorization data: the cryptogram, and the bank's reference of the authentication. */
type Proof = Pick<Authentication, 'cavv' | 'md'>

export const sealProof = (
  { sealer }: Pick<Runtime, 'sealer'>,
  session: Pick<ThreeDSession, 'tenant_id' | 'payment_id'>,
  { cavv, md }: Proof,
): Promise<Buffer> =>
  sealer.seal(session.tenant_id, proofSealingContext(session.payment_id), JSON.stringify({ cavv, md } satisfies Proof))

/** Returns what the first genuine callback proved; undefined before it came. */
export const openAuthentication = async (
  { sealer }: Pick<Runtime, 'sealer'>,
  session: ThreeDSession,
): Promise<Authentication | undefined> => {
  if (session.md_status === null || session.proof_sealed === null) return undefined
  const plain = await sealer.open(session.tenant_id, proofSealingContext(session.payment_id), session.proof_sealed)
  return {
    ...(JSON.parse(plain) as Proof),
    mdStatus: session.md_status,
    eci: session.eci,
    xid: session.xid,
    dsTransId: session.ds_trans_id,
  }
}
