/** Key sets of external issuers in memory: read once for all, again when old or when a key is unknown, and never often. */
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { KeySet, KeySource } from './fetch-key-set.ts'

export interface KeySets {
  /** Returns undefined if the issuer has no such key. Throws service_unavailable while its keys cannot be read. */
  keyOf(source: KeySource, kid: string, nowMs: number): Promise<JWK | undefined>
  /** Returns whether a key is still valid; without a request, but an old set is read again in the background. */
  isTrusted(source: KeySource, kid: string, nowMs: number): boolean
}

interface KeySetOptions {
  read: (source: KeySource) => Promise<KeySet>
  onFault: (source: KeySource, error: Error) => void
}

interface Known {
  keys: KeySet | null
  /** Real time of the read that brought them, ms. */
  readAt: number
  triedAt: number
  /** Number of consecutive failures. */
  failures: number
  reading: Promise<void> | null
}

const SETS_MAX = 10_000 // of some 2 KB
const FRESH_MS = 10 * 60_000
/** Users of an unavailable provider keep working for so long. */
const USABLE_MS = 60 * 60_000
const PAUSE_MS = 30_000 // between two reads of one issuer
const PAUSE_MAX_MS = 5 * 60_000 // and while they fail

export const openKeySets = ({ read, onFault }: KeySetOptions): KeySets => {
  const sets = new LRUCache<string, Known>(atMost(SETS_MAX))
  const knownOf = ({ issuer, jwksUrl }: KeySource): Known => {
    const at = `${issuer} ${jwksUrl ?? ''}`
    const known = sets.get(at) ?? {
      keys: null,
      readAt: 0,
      triedAt: Number.NEGATIVE_INFINITY,
      failures: 0,
      reading: null,
    }
    sets.set(at, known)
    return known
  }
  const begin = async (source: KeySource, known: Known, nowMs: number): Promise<void> => {
    known.triedAt = nowMs
    try {
      known.keys = await read(source)
      known.readAt = nowMs
      known.failures = 0
    } catch (error) {
      known.failures++
      onFault(source, error as Error)
    } finally {
      known.reading = null
    }
  }
  /** Concurrent callers share one read; none before its pause ends. */
  const readAgain = (source: KeySource, known: Known, nowMs: number): Promise<void> | undefined => {
    if (!known.reading && nowMs - known.triedAt >= pauseAfter(known.failures))
      known.reading = begin(source, known, nowMs)
    return known.reading ?? undefined
  }
  const usable = (known: Known, nowMs: number): KeySet | null => (nowMs - known.readAt <= USABLE_MS ? known.keys : null)
  const refreshOld = (source: KeySource, known: Known, nowMs: number): void => {
    if (nowMs - known.readAt > FRESH_MS) void readAgain(source, known, nowMs)
  }

  return {
    async keyOf(source, kid, nowMs) {
      const known = knownOf(source)
      const key = usable(known, nowMs)?.get(kid)
      if (key) {
        refreshOld(source, known, nowMs)
        return key
      }
      await readAgain(source, known, nowMs)
      const keys = usable(known, nowMs)
      if (keys) return keys.get(kid)
      throw new Problem('service_unavailable', {
        detail: phrase`The keys of the issuer of this token cannot be read at the moment; try again in a minute.`,
      })
    },
    isTrusted(source, kid, nowMs) {
      const known = knownOf(source)
      refreshOld(source, known, nowMs)
      return usable(known, nowMs)?.has(kid) ?? false
    },
  }
}

const pauseAfter = (failures: number): number => Math.min(PAUSE_MS * 2 ** Math.max(0, failures - 1), PAUSE_MAX_MS)
