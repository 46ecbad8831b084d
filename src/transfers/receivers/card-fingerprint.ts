/** Tells that two cards are the same without their numbers: a keyed hash, since a plain one could be searched for. */
import type { Sealer } from '../../infra/crypto/sealer.ts'

export const cardFingerprint = (sealer: Pick<Sealer, 'fingerprint'>, tenantId: string, number: string): string =>
  sealer.fingerprint(`transfer_card:${tenantId}`, number).toString('hex')
