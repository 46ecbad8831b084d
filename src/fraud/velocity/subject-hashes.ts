/** Subjects of a check for velocity: keyed hashes over tenant, process, kind and value. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Sealer } from '../../infra/crypto/sealer.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import type { SubjectKind } from './counting-plan.ts'

/** Null if it is not known for this check, and therefore not counted. */
export type SubjectHashes = Readonly<Partial<Record<SubjectKind, number | null>>>

/** Values as they are known; those that are left out are unknown. */
type SubjectValues = Readonly<Partial<Record<Exclude<SubjectKind, 'card'>, string | null>>>

export interface SubjectHasher {
  hash(kind: SubjectKind, value: string): number
  /** Hashes the values of those kinds, except the card's, which {@link cardSubjectHash} or {@link hash} makes. */
  hashAll(values: SubjectValues, kinds: ReadonlySet<SubjectKind>): SubjectHashes
}

const SCOPES_MAX = 20_000 // tenants and processes; a key of 64 characters each

export const createSubjectHashers = (sealer: Sealer) => {
  const hashers = new LRUCache<string, SubjectHasher>(atMost(SCOPES_MAX))
  return (tenantId: string, process: FraudProcess): SubjectHasher => {
    const scope = `${tenantId} ${process}`
    const cachedHasher = hashers.get(scope)
    if (cachedHasher) return cachedHasher
    const fresh = createSubjectHasher(sealer.fingerprint('velocity', scope).toString('hex'))
    hashers.set(scope, fresh)
    return fresh
  }
}
export type SubjectHashers = ReturnType<typeof createSubjectHashers>

/** One digest over key and value: cheaper than an HMAC, and safe where only a part of the digest is ever disclosed. */
const createSubjectHasher = (key: string): SubjectHasher => {
  const hashOf = (kind: SubjectKind, value: string): number =>
    digestToNumber(hash('sha256', `${key}${kind} ${NORMAL[kind]?.(value) ?? value}`, 'buffer'))
  return {
    hash: hashOf,
    hashAll(values, kinds) {
      const subjects: Partial<Record<SubjectKind, number | null>> = {}
      for (const kind of kinds) {
        const value = kind === 'card' ? null : values[kind]
        if (typeof value === 'string' && value !== '') subjects[kind] = hashOf(kind, value)
      }
      return subjects
    },
  }
}

const NORMAL: Readonly<Partial<Record<SubjectKind, (value: string) => string>>> = {
  email: (value) => value.toLowerCase(),
  ip: (value) => value.toLowerCase(),
  iban: (value) => value.replaceAll(/\s/g, '').toUpperCase(),
}

/** Returns the hash of a payment's card: its fingerprint is already a keyed hash of the tenant. */
export const cardSubjectHash = (fingerprint: Buffer): number => digestToNumber(fingerprint)

/**
 * Returns sixteen digits of which the first is a 7: a number that JavaScript holds exactly, and that no scanner
 * mistakes for a card number, in a dump or in a log.
 */
const digestToNumber = (digest: Buffer): number =>
  7e15 + ((digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11)) % 1e15)
