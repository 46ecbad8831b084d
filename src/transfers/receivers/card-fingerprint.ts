/** Recognizes equal cards without their numbers, by a keyed hash, because a plain one could be brute-forced. */
import type { Sealer } from '../../infra/crypto/sealer.ts'

export const cardFingerprint = (sealer: Pick<Sealer, 'fingerprint'>, tenantId: string, number: string): string =>
  sealer.fingerprint(`transfer_card:${tenantId}`, number).toString('hex')
