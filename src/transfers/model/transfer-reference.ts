/**
 * Our reference of an attempt of a transfer at a bank, and what it names. That of a transfer with an external id, or of a run
 * of a plan, is derived from it, so that the bank can be asked about it even where a restored database has lost the transfer.
 */
import type { Sealer } from '../../infra/crypto/sealer.ts'
import { attemptReference } from './transfer.ts'

interface Referenced {
  readonly id: string
  readonly key_reference: string | null
}

/** Returns our reference of one attempt: it is unique, and the bank knows it from the first byte on. */
export const toTransferReference = ({ id, key_reference }: Referenced, attemptNo: number): string =>
  key_reference === null ? attemptReference(id, attemptNo) : `E${attemptReference(key_reference, attemptNo).slice(1)}`

type NamedTransfer = ({ readonly id: string } | { readonly keyReference: string }) & {
  readonly attemptNo: number
}

/** Returns the attempt that a reference names; undefined if it is not one of ours. */
export const parseTransferReference = (reference: string): NamedTransfer | undefined => {
  const [, kind, ...parts] = REFERENCE.exec(reference) ?? []
  if (kind === undefined) return undefined
  const attemptNo = Number(parts.at(-1))
  const uuid = parts.slice(0, -1).join('-')
  if (`${kind}${attemptReference(uuid, attemptNo).slice(1)}` !== reference) return undefined
  return kind === 'T' ? { id: uuid, attemptNo } : { keyReference: uuid, attemptNo }
}
const REFERENCE = /^([TE])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9]{2,5})$/

/** Name of a transfer outside: the merchant's external id, or the plan and the day of a run; or of a plan, what it pays and to whom. */
export interface TransferKey {
  readonly tenantId: string
  readonly merchantId: string
  readonly kind: 'external_id' | 'run' | 'plan'
  readonly key: string
}

/**
 * Returns the reference of the first transfer with this key. The write that creates a transfer counts those that had the key
 * before, in the last byte: after a failed one the same external id is a new order of money.
 */
export const deriveTransferReference = (
  sealer: Pick<Sealer, 'fingerprint'>,
  { tenantId, merchantId, kind, key }: TransferKey,
): string => {
  const value = JSON.stringify([merchantId.toLowerCase(), kind, key])
  const hex = sealer.fingerprint(`transfer-reference:${tenantId}`, value).toString('hex').slice(0, 30)
  return `${hex}00`.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const GENERATIONS = 256

/** Returns the reference of a later transfer with the same key. */
export const withGeneration = (keyReference: string, generation: number): string =>
  keyReference.slice(0, -2) + generation.toString(16).padStart(2, '0')

/** Returns what the references of all transfers with the same key begin with. */
export const toReferenceStem = (keyReference: string): string =>
  toTransferReference({ id: '', key_reference: keyReference }, 0).slice(0, STEM_LENGTH)
const STEM_LENGTH = 'E'.length + 30

export const readGeneration = (keyReference: string): number => Number.parseInt(keyReference.slice(-2), 16)
