/** Keyed hashes that find a buyer's payments: the values themselves are not stored in searchable form. */
import { type PersonMark, plainMark } from '../../core/personal-data.ts'
import type { Sealer } from '../../infra/crypto/sealer.ts'

const KEY_BYTES = 16 // of 32: enough to distinguish people, and every payment carries it

export const toPersonKey = (
  sealer: Pick<Sealer, 'fingerprint'>,
  tenantId: string,
  mark: PersonMark,
  text: string,
): Buffer => sealer.fingerprint(`person:${tenantId}:${mark}`, plainMark(mark, text)).subarray(0, KEY_BYTES)

interface Buyer {
  readonly email?: string | undefined
  readonly identity_number?: string | undefined
}

export const toBuyerKeys = (sealer: Pick<Sealer, 'fingerprint'>, tenantId: string, buyer: Buyer | undefined) => ({
  buyer_email_key: buyer?.email ? toPersonKey(sealer, tenantId, 'email', buyer.email) : null,
  buyer_identity_key: buyer?.identity_number
    ? toPersonKey(sealer, tenantId, 'identity_number', buyer.identity_number)
    : null,
})
