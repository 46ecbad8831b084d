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

export const createKeySets = ({ read, onFault }: KeySetOptions): KeySets => {
  const sets = new LRUCache<string, Known>(atMost(SETS_MAX))
  const knownOf = ({ issuer, jwksUrl }: KeySource): Known => {
    const at = `${issuer} ${jwksUrl ?? ''}`
    const cachedSet = sets.get(at) ?? {
      keys: null,
      readAt: 0,
      triedAt: Number.NEGATIVE_INFINITY,
      failures: 0,
      reading: null,
    }
    sets.set(at, cachedSet)
    return cachedSet
  }
  const begin = async (source: KeySource, cachedSet: Known, nowMs: number): Promise<void> => {
    cachedSet.triedAt = nowMs
    try {
      cachedSet.keys = await read(source)
      cachedSet.readAt = nowMs
      cachedSet.failures = 0
    } catch (error) {
      cachedSet.failures++
      onFault(source, error as Error)
    } finally {
      cachedSet.reading = null
    }
  }
  /** Concurrent callers share one read; none before its pause ends. */
  const readAgain = (source: KeySource, cachedSet: Known, nowMs: number): Promise<void> | undefined => {
    if (!cachedSet.reading && nowMs - cachedSet.triedAt >= pauseAfter(cachedSet.failures))
      cachedSet.reading = begin(source, cachedSet, nowMs)
    return cachedSet.reading ?? undefined
  }
  const usable = (cachedSet: Known, nowMs: number): KeySet | null =>
    nowMs - cachedSet.readAt <= USABLE_MS ? cachedSet.keys : null
  const refreshOld = (source: KeySource, cachedSet: Known, nowMs: number): void => {
    if (nowMs - cachedSet.readAt > FRESH_MS) void readAgain(source, cachedSet, nowMs)
  }

  return {
    async keyOf(source, kid, nowMs) {
      const cachedSet = knownOf(source)
      const key = usable(cachedSet, nowMs)?.get(kid)
      if (key) {
        refreshOld(source, cachedSet, nowMs)
        return key
      }
      await readAgain(source, cachedSet, nowMs)
      const keys = usable(cachedSet, nowMs)
      if (keys) return keys.get(kid)
      throw new Problem('service_unavailable', {
        detail: phrase`The keys of the issuer of this token cannot be read at the moment; try again in a minute.`,
      })
    },
    isTrusted(source, kid, nowMs) {
      const cachedSet = knownOf(source)
      refreshOld(source, cachedSet, nowMs)
      return usable(cachedSet, nowMs)?.has(kid) ?? false
    },
  }
}

const pauseAfter = (failures: number): number => Math.min(PAUSE_MS * 2 ** Math.max(0, failures - 1), PAUSE_MAX_MS)
