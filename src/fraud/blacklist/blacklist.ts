/** Which of a payment's values are on the blacklist: told from memory where none is, confirmed by the database where one may be. */
import type { House } from '../../infra/runtime.ts'
import { livingHashes } from './blacklist-hash-store.ts'
import { ALL_FORMS, type BlacklistEntryType, type BlacklistValues, ENTRY_TYPES, formsOfValue } from './normal-forms.ts'
import type { KnownList } from './cached-list.ts'
import { openLists } from './list-cache.ts'

export type OrLater<T> = T | Promise<T>
export type MatchedTypes = readonly BlacklistEntryType[]

export interface Blacklist {
  /** Sorted; of the tenant's list and the platform's, expired entries apart. Throws when the lists cannot be read. */
  typesOf(tenantId: string, values: BlacklistValues): OrLater<MatchedTypes>
  /** The same of several payments or transfers of one tenant, in their order. */
  typesOfEach(tenantId: string, each: readonly BlacklistValues[]): OrLater<readonly MatchedTypes[]>
  /** Memory the lists take, roughly. */
  bytes(): number
  close(): void
}

/** What is hashed; one purpose for both lists, so that a value is hashed once. */
export const blacklistPurpose = (form: string): string => `blacklist:${form}`

export const openBlacklist = (house: Pick<House, 'db' | 'notices' | 'log' | 'sealer' | 'clock'>): Blacklist => {
  const { db, sealer, clock } = house
  const { hearing } = house.notices
  const lists = openLists(house)

  /** Of most tenants: known without a hash, an allocation or a promise. */
  const isNothingListed = (tenantId: string): boolean => {
    const own = lists.of(tenantId)
    if (!lists.ofPlatform.isEmpty() || !own.isEmpty()) return false
    const nowMs = performance.now()
    const isSure = hearing.isSure()
    return lists.ofPlatform.isFresh(nowMs, isSure) && own.isFresh(nowMs, isSure)
  }
  const typesOfEach: Blacklist['typesOfEach'] = (tenantId, each) => {
    const both = [lists.ofPlatform, lists.of(tenantId)]
    const stale = staleOf(both)
    return stale.length === 0
      ? compare(tenantId, both, each)
      : Promise.all(stale.map((list) => list.refresh())).then(() => compare(tenantId, both, each))
  }
  const staleOf = (both: readonly KnownList[]): readonly KnownList[] => {
    const nowMs = performance.now()
    const isSure = hearing.isSure()
    return both.filter((list) => !list.isFresh(nowMs, isSure))
  }
  const compare = (
    tenantId: string,
    both: readonly KnownList[],
    each: readonly BlacklistValues[],
  ): OrLater<readonly MatchedTypes[]> => {
    const suspects = each.map((values) => suspectsOf(values, both, sealer))
    const hashes = suspects.flatMap((some) => some.map(({ hash }) => hash))
    if (hashes.length === 0) return suspects.map(() => NONE)
    return livingHashes(db, tenantId, hashes, clock.now()).then((living) => {
      const isLiving = new Set(living.map((hash) => hash.toString('hex')))
      return suspects.map((some) => typesIn(some, isLiving))
    })
  }
  return {
    typesOfEach,
    typesOf(tenantId, values) {
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
interface Suspect {
  readonly type: BlacklistEntryType
  readonly hash: Buffer
}

const suspectsOf = (
  values: BlacklistValues,
  both: readonly KnownList[],
  sealer: House['sealer'],
): readonly Suspect[] => {
  const asksAll = both.some((list) => list.isUnknown())
  const there = asksAll ? ALL_FORMS : formsOn(both)
  const suspects: Suspect[] = []
  for (const type of ENTRY_TYPES) {
    const value = values[type]
    if (!value) continue
    const forms =
      typeof value === 'string'
        ? formsOfValue(type, value, there)
        : value.use((digits) => formsOfValue(type, digits, there))
    for (const { form, text } of forms) {
      const hash = sealer.fingerprint(blacklistPurpose(form), text)
      if (asksAll || both.some((list) => list.mayHold(hash))) suspects.push({ type, hash })
    }
  }
  return suspects
}

const formsOn = (both: readonly KnownList[]) => ({
  has: (form: string): boolean => both.some((list) => list.has(form)),
  hasRanges: (): boolean => both.some((list) => list.hasRanges()),
})

const typesIn = (suspects: readonly Suspect[], isLiving: ReadonlySet<string>): MatchedTypes => {
  const types = suspects.filter(({ hash }) => isLiving.has(hash.toString('hex'))).map(({ type }) => type)
  return types.length === 0 ? NONE : [...new Set(types)].sort()
}
