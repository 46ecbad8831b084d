/**
 * `cb`, the signed value in a callback's address. It names tenant, payment and destination, and cannot be replaced by
 * another one.
 */
import { createHash } from 'node:crypto'
import { readSignedToken, signToken } from '../../infra/crypto/signed-token.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ThreeDSession } from './three-d-session.ts'

export const CALLBACK_PATH = '/api/v1/payments/3d/callback'
const PURPOSE = 'three-d-callback'

type CallbackTarget = Pick<ThreeDSession, 'tenant_id' | 'payment_id' | 'return_url' | 'cancel_url'>

export const buildCallbackUrl = (
  { config, sealer }: Pick<Runtime, 'config' | 'sealer'>,
  session: CallbackTarget,
): string => {
  const cb = signToken(sealer, PURPOSE, [session.tenant_id, session.payment_id, hashDestination(session)])
  return `${config.urls.cards}${CALLBACK_PATH}?cb=${cb}`
}

export const readCallbackToken = (
  sealer: Runtime['sealer'],
  cb: string,
): { tenantId: string; paymentId: string; leadsTo: (session: CallbackTarget) => boolean } | undefined => {
  const [tenantId, paymentId, destination] = readSignedToken(sealer, PURPOSE, cb, 3) ?? []
  if (tenantId === undefined || paymentId === undefined) return undefined
  return { tenantId, paymentId, leadsTo: (session) => hashDestination(session) === destination }
}

/** Hashes to the width of an id, because the addresses may be long and are stored with the payment. */
const hashDestination = ({ return_url, cancel_url }: CallbackTarget): string =>
  createHash('sha256')
    .update(JSON.stringify([return_url, cancel_url]))
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
