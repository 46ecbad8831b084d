/** Matches a payment's values with the blacklist: in memory if none can match, confirmed by the database if one may. */
import type { Runtime } from '../../infra/runtime.ts'
import { findActiveHashes } from './blacklist-hash-store.ts'
import type { CachedList } from './cached-list.ts'
import { createListCache } from './list-cache.ts'
import {
  ALL_FORMS,
  type BlacklistEntryType,
  type BlacklistValues,
  ENTRY_TYPES,
  listNormalForms,
} from './normal-forms.ts'

type MaybeAsync<T> = T | Promise<T>
type MatchedTypes = readonly BlacklistEntryType[]

export interface Blacklist {
  /** Sorted; of the tenant's list and the platform's, expired entries apart. Throws when the lists cannot be read. */
  matchTypes(tenantId: string, values: BlacklistValues): MaybeAsync<MatchedTypes>
  /** Like matchTypes, for several payments or transfers of one tenant, in their order. */
  matchTypesOfEach(tenantId: string, each: readonly BlacklistValues[]): MaybeAsync<readonly MatchedTypes[]>
  /** Memory the lists take, roughly. */
  bytes(): number
  close(): void
}

/** Purpose of the hash; one for both lists, so that a value is hashed once. */
export const blacklistHashPurpose = (form: string): string => `blacklist:${form}`

export const createBlacklist = (
  runtime: Pick<Runtime, 'db' | 'notifications' | 'log' | 'sealer' | 'clock'>,
): Blacklist => {
  const { db, sealer, clock } = runtime
  const { freshness } = runtime.notifications
  const lists = createListCache(runtime)

  /** Returns true for most tenants: then no hash, allocation or promise is needed. */
  const isNothingListed = (tenantId: string): boolean => {
    const own = lists.of(tenantId)
    const ofPlatform = lists.ofPlatform(tenantId)
    if (!ofPlatform.isEmpty() || !own.isEmpty()) return false
    const nowMs = performance.now()
    const isSure = freshness.isCurrent(tenantId)
    return ofPlatform.isFresh(nowMs, isSure) && own.isFresh(nowMs, isSure)
  }
  const typesOfEach: Blacklist['matchTypesOfEach'] = (tenantId, each) => {
    const both = [lists.ofPlatform(tenantId), lists.of(tenantId)]
    const stale = staleOf(tenantId, both)
    return stale.length === 0
      ? compare(tenantId, both, each)
      : Promise.all(stale.map((list) => list.refresh())).then(() => compare(tenantId, both, each))
  }
  const staleOf = (tenantId: string, both: readonly CachedList[]): readonly CachedList[] => {
    const nowMs = performance.now()
    const isSure = freshness.isCurrent(tenantId)
    return both.filter((list) => !list.isFresh(nowMs, isSure))
  }
  const compare = (
    tenantId: string,
    both: readonly CachedList[],
    each: readonly BlacklistValues[],
  ): MaybeAsync<readonly MatchedTypes[]> => {
    const suspects = each.map((values) => findCandidates(values, both, sealer))
    const hashes = suspects.flatMap((some) => some.map(({ hash }) => hash))
    if (hashes.length === 0) return suspects.map(() => NONE)
    return findActiveHashes(db, tenantId, hashes, clock.now()).then((living) => {
      const isLiving = new Set(living.map((hash) => hash.toString('hex')))
      return suspects.map((some) => matchedTypes(some, isLiving))
    })
  }
  return {
    matchTypesOfEach: typesOfEach,
    matchTypes(tenantId, values) {
      if (isNothingListed(tenantId)) return NONE
      const found = typesOfEach(tenantId, [values])
      return found instanceof Promise ? found.then(([types]) => types ?? NONE) : (found[0] ?? NONE)
    },
    bytes: lists.bytes,
    close: lists.close,
  }
}

const NONE: MatchedTypes = []

/** A value that may be on a list. */
interface Candidate {
  readonly type: BlacklistEntryType
  readonly hash: Buffer
}

const findCandidates = (
  values: BlacklistValues,
  both: readonly CachedList[],
  sealer: Runtime['sealer'],
): readonly Candidate[] => {
  const asksAll = both.some((list) => list.isUnknown())
  const there = asksAll ? ALL_FORMS : formsOn(both)
  const suspects: Candidate[] = []
  for (const type of ENTRY_TYPES) {
    const value = values[type]
    if (!value) continue
    const forms =
      typeof value === 'string'
        ? listNormalForms(type, value, there)
        : value.use((digits) => listNormalForms(type, digits, there))
    for (const { form, text } of forms) {
      const hash = sealer.fingerprint(blacklistHashPurpose(form), text)
      if (asksAll || both.some((list) => list.mayHold(hash))) suspects.push({ type, hash })
    }
  }
  return suspects
}

const formsOn = (both: readonly CachedList[]) => ({
  has: (form: string): boolean => both.some((list) => list.has(form)),
  hasRanges: (): boolean => both.some((list) => list.hasRanges()),
})

const matchedTypes = (suspects: readonly Candidate[], isLiving: ReadonlySet<string>): MatchedTypes => {
  const types = suspects.filter(({ hash }) => isLiving.has(hash.toString('hex'))).map(({ type }) => type)
  return types.length === 0 ? NONE : [...new Set(types)].sort()
}
