/** Which of a payment's values are on the blacklist: told from memory where none is, confirmed by the database where one may be. */
import { LRUCache } from 'lru-cache'
import type { House } from '../../infra/house.ts'
import { livingHashes } from './filter-store.ts'
import { ALL_FORMS, type BlacklistEntryType, type BlacklistValues, ENTRY_TYPES, formsOfValue } from './forms.ts'
import { type KnownList, knownList } from './known-list.ts'

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

/** Of all tenants' lists together: sixteen million entries. Tenants whose list falls out have it read again. */
const BYTES_MAX = 64 * 1024 * 1024

/** What is hashed; one purpose for both lists, so that a value is hashed once. */
export const blacklistPurpose = (form: string): string => `blacklist:${form}`

/** A value that may be on a list. */
interface Suspect {
  readonly type: BlacklistEntryType
  readonly hash: Buffer
}

export const openBlacklist = (house: Pick<House, 'db' | 'notices' | 'log' | 'sealer' | 'clock'>): Blacklist => {
  const { db, notices, sealer, clock } = house
  const { hearing } = notices
  const platform = knownList(house, null, () => undefined)
  const lists = new LRUCache<string, KnownList>({ maxSize: BYTES_MAX, sizeCalculation: (list) => list.bytes() })
  const listOf = (tenantId: string): KnownList => {
    const there = lists.get(tenantId)
    if (there) return there
    const list: KnownList = knownList(house, tenantId, () => {
      // Weighed again: what is set twice keeps its first weight.
      if (lists.peek(tenantId) === list && lists.delete(tenantId)) lists.set(tenantId, list)
    })
    lists.set(tenantId, list)
    return list
  }
  const stop = notices.on('fraud_blacklist', (tenantId) => {
    if (tenantId === '') platform.noteChange()
    else lists.peek(tenantId)?.noteChange()
  })

  const suspectsOf = (both: readonly KnownList[], values: BlacklistValues): Suspect[] => {
    const asksAll = both.some((list) => list.isUnknown())
    const there = asksAll ? ALL_FORMS : formsOn(both)
    const suspects: Suspect[] = []
    for (const type of ENTRY_TYPES) {
      const value = values[type]
      if (!value) continue
      for (const { form, text } of formsOfValue(type, value, there)) {
        const hash = sealer.fingerprint(blacklistPurpose(form), text)
        if (asksAll || both.some((list) => list.mayHold(hash))) suspects.push({ type, hash })
      }
    }
    return suspects
  }
  const compare = (
    tenantId: string,
    both: readonly KnownList[],
    each: readonly BlacklistValues[],
  ): OrLater<readonly MatchedTypes[]> => {
    const suspects = each.map((values) => suspectsOf(both, values))
    const hashes = suspects.flat().map(({ hash }) => hash)
    if (hashes.length === 0) return each.map(() => NONE)
    return livingHashes(db, tenantId, hashes, clock.now()).then((living) =>
      suspects.map((some) => typesIn(some, living)),
    )
  }
  const refreshed = async (
    tenantId: string,
    both: readonly KnownList[],
    each: readonly BlacklistValues[],
  ): Promise<readonly MatchedTypes[]> => {
    await Promise.all(
      both.map((list) => (list.isFresh(performance.now(), hearing.isSure()) ? undefined : list.refresh())),
    )
    return compare(tenantId, both, each)
  }
  const typesOfEach: Blacklist['typesOfEach'] = (tenantId, each) => {
    const both = [platform, listOf(tenantId)]
    const [nowMs, sure] = [performance.now(), hearing.isSure()]
    return both.every((list) => list.isFresh(nowMs, sure))
      ? compare(tenantId, both, each)
      : refreshed(tenantId, both, each)
  }

  return {
    typesOfEach,
    typesOf(tenantId, values) {
      const found = typesOfEach(tenantId, [values])
      return found instanceof Promise ? found.then(([types]) => types ?? NONE) : (found[0] ?? NONE)
    },
    bytes: () => platform.bytes() + lists.calculatedSize,
    close: () => void stop(),
  }
}

const NONE: MatchedTypes = []

const formsOn = (both: readonly KnownList[]) => ({
  has: (form: string): boolean => both.some((list) => list.has(form)),
  hasRanges: (): boolean => both.some((list) => list.hasRanges()),
})

const typesIn = (suspects: readonly Suspect[], living: readonly Buffer[]): MatchedTypes => {
  const types = suspects.filter(({ hash }) => living.some((each) => each.equals(hash))).map(({ type }) => type)
  return types.length === 0 ? NONE : [...new Set(types)].sort()
}
