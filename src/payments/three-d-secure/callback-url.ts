/** `cb`, the signed value in a callback's address: names tenant, payment and destination, and nothing else can be put in its place. */
import { createHash } from 'node:crypto'
import type { House } from '../../infra/runtime.ts'
import { readSignedToken, signedToken } from '../../infra/crypto/signed-token.ts'
import type { ThreeDSession } from './three-d-session.ts'

export const CALLBACK_PATH = '/api/v1/payments/3d/callback'
const PURPOSE = 'three-d-callback'

type Addressed = Pick<ThreeDSession, 'tenant_id' | 'payment_id' | 'return_url' | 'cancel_url'>

export const callbackUrl = ({ config, sealer }: Pick<House, 'config' | 'sealer'>, session: Addressed): string => {
  const cb = signedToken(sealer, PURPOSE, [session.tenant_id, session.payment_id, destinationOf(session)])
  return `${config.urls.cards}${CALLBACK_PATH}?cb=${cb}`
}

export const readCb = (
  sealer: House['sealer'],
  cb: string,
): { tenantId: string; paymentId: string; leadsTo: (session: Addressed) => boolean } | undefined => {
  const [tenantId, paymentId, destination] = readSignedToken(sealer, PURPOSE, cb, 3) ?? []
  if (tenantId === undefined || paymentId === undefined) return undefined
  return { tenantId, paymentId, leadsTo: (session) => destinationOf(session) === destination }
}

/** A digest as wide as an id: the addresses themselves may be long, and stand with the payment. */
const destinationOf = ({ return_url, cancel_url }: Addressed): string =>
  createHash('sha256')
    .update(JSON.stringify([return_url, cancel_url]))
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
