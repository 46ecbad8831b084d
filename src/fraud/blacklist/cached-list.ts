/** One list, a tenant's or the platform's, as this process knows it: enough to exclude values that are not on it. */
import type { Runtime } from '../../infra/runtime.ts'
import type { Page } from './blacklist-hash-store.ts'
import {
  addRecentEntries,
  isLastPage,
  type LoadedList,
  RECENT_ENTRIES_MAX,
  readAllPages,
  readFirstPage,
  toLoadedList,
} from './load-list.ts'
import type { AvailableForms, Form } from './normal-forms.ts'

export interface CachedList extends AvailableForms {
  /** Returns true if the cached content is current. `sure`: every notification certainly arrived. */
  isFresh(nowMs: number, sure: boolean): boolean
  /** Resolves when the cache includes everything committed before the call. */
  refresh(): Promise<void>
  /** Returns true while the database has to be asked about every value. */
  isUnknown(): boolean
  /** Returns true if the list has no entry. */
  isEmpty(): boolean
  /** A result of false is definite. */
  mayHold(hash: Buffer): boolean
  /** Something was written. */
  invalidate(): void
  bytes(): number
}

const SMALL_ENTRIES = 1_000 // read whole at every change
const TOO_LONG_RETRY_MS = 3_600_000 // until a list that is too long is tried again
const RETRY_MS = 1_000
/** Same times as in infra/database/invalidated-cache.ts: while notifications are not certain, and against changes without one. */
const TRUSTED_WITHOUT_NOTIFICATIONS_MS = 400
const TRUSTED_MS = 600_000
/** Deletions leave their trace until the whole is read again. */
const FULL_RELOAD_MS = 3_600_000
const BASE_BYTES = 1_000 // of a list without entries

/** `tenantId` null: the platform's. `resized` is called when {@link CachedList.bytes} changed. */
export const createCachedList = (
  { db, notifications: { freshness }, log }: Pick<Runtime, 'db' | 'notifications' | 'log'>,
  tenantId: string | null,
  resized: () => void,
): CachedList => {
  let loadedList: LoadedList | undefined
  /** The state at the start of the last read. */
  let seen: { changes: number; at: number; epoch: number } | undefined
  let changes = 0
  let looking: Promise<void> | undefined
  let isLoading = false
  let leftUntil = 0

  const isUnknown = (): boolean => loadedList === undefined && (isLoading || performance.now() < leftUntil)
  const keep = (next: LoadedList | undefined): void => {
    loadedList = next
    seen = undefined // later writes are read at the next look-up
    resized()
  }
  const look = async (): Promise<void> => {
    const begun = { changes, at: performance.now(), epoch: freshness.epoch() }
    const isLong = loadedList !== undefined && loadedList.filter.entries > SMALL_ENTRIES
    const next = await (isLong ? withNews(loadedList as LoadedList) : readAgain(begun.at))
    // A concurrent read may have finished first, without these entries.
    if (next !== undefined && next === loadedList) seen = begun
  }
  const readAgain = async (since: number): Promise<LoadedList | undefined> => {
    const page = await readFirstPage(db, tenantId)
    keep(isLastPage(page) ? toLoadedList([page], since) : undefined)
    if (loadedList === undefined) void load(page)
    return loadedList
  }
  const withNews = async (into: LoadedList): Promise<LoadedList | undefined> => {
    const isAdded = await addRecentEntries(db, tenantId, into)
    if (loadedList !== into) return undefined
    if (isAdded) resized()
    else keep(undefined)
    if (!isAdded || isDue(into)) void load()
    return loadedList
  }
  /** Loads page by page; until it is loaded the database is asked, or the previous list is used. */
  const load = async (first?: Page): Promise<void> => {
    if (isLoading) return
    isLoading = true
    const since = performance.now()
    try {
      const pages = await readAllPages(db, tenantId, first)
      keep(pages && toLoadedList(pages, since))
      if (pages === undefined) leftUntil = performance.now() + TOO_LONG_RETRY_MS
    } catch (error) {
      leftUntil = performance.now() + RETRY_MS
      log.warn('blacklist.load_failed', { tenant_id: tenantId, err: error })
    } finally {
      isLoading = false
    }
  }

  return {
    isUnknown,
    isFresh(nowMs, sure) {
      if (loadedList === undefined) return isUnknown()
      if (seen === undefined || seen.changes !== changes) return false
      const age = nowMs - seen.at
      return age < TRUSTED_WITHOUT_NOTIFICATIONS_MS || (sure && age < TRUSTED_MS && seen.epoch === freshness.epoch())
    },
    async refresh() {
      const from = performance.now()
      do {
        looking ??= look().finally(() => {
          looking = undefined
        })
        await looking
      } while (!isUnknown() && (seen === undefined || seen.at < from))
    },
    ...lookupsFrom(() => loadedList),
    invalidate: () => void changes++,
  }
}

const lookupsFrom = (
  loadedList: () => LoadedList | undefined,
): Pick<CachedList, 'isEmpty' | 'has' | 'hasRanges' | 'mayHold' | 'bytes'> => ({
  isEmpty: () => loadedList()?.forms.size === 0,
  has: (form) => loadedList()?.forms.has(form) === true,
  hasRanges: () => hasRange(loadedList()?.forms),
  mayHold: (hash) => loadedList()?.filter.mayHold(hash) === true,
  bytes: () => BASE_BYTES + (loadedList()?.filter.bytes() ?? 0),
})

/** Full reload: added entries are slow to search, deleted ones still match. */
const isDue = ({ filter, since }: LoadedList): boolean =>
  filter.added() > RECENT_ENTRIES_MAX || performance.now() - since > FULL_RELOAD_MS

const hasRange = (forms: ReadonlySet<Form> | undefined): boolean => {
  for (const form of forms ?? []) if (form.startsWith('ip')) return true
  return false
}
