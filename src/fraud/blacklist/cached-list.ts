/** One list, a tenant's or the platform's, as this process knows it: enough to tell what is not on it. */
import type { House } from '../../infra/runtime.ts'
import type { Page } from './blacklist-hash-store.ts'
import type { Form, FormsThere } from './normal-forms.ts'
import { addNews, isWhole, type Known, knownOf, NEWS_MAX, readFirst, readPages } from './load-list.ts'

export interface KnownList extends FormsThere {
  /** True when what is known holds now. `sure`: every notice is certainly heard. */
  isFresh(nowMs: number, sure: boolean): boolean
  /** Resolves when what is known includes everything committed before the call. */
  refresh(): Promise<void>
  /** True while the database has to be asked about every value. */
  isUnknown(): boolean
  /** True where nothing is on it. */
  isEmpty(): boolean
  /** False is certain. */
  mayHold(hash: Buffer): boolean
  /** Something was written. */
  noteChange(): void
  bytes(): number
}

const SMALL_ENTRIES = 1_000 // read whole at every change
const LEFT_MS = 3_600_000 // until a list that is too long is tried again
const RETRY_MS = 1_000
/** As infra/database/invalidated-cache.ts has them: while notices are not certain, and against what nobody tells of. */
const DEAF_MS = 400
const TRUSTED_MS = 600_000
/** Deletions leave their trace until the whole is read again. */
const WHOLE_MS = 3_600_000
const BASE_BYTES = 1_000 // of a list without entries

/** `tenantId` null: the platform's. `resized` is called when {@link KnownList.bytes} changed. */
export const knownList = (
  { db, notices: { hearing }, log }: Pick<House, 'db' | 'notices' | 'log'>,
  tenantId: string | null,
  resized: () => void,
): KnownList => {
  let known: Known | undefined
  /** What the last look was begun with. */
  let seen: { changes: number; at: number; epoch: number } | undefined
  let changes = 0
  let looking: Promise<void> | undefined
  let isLoading = false
  let leftUntil = 0

  const isUnknown = (): boolean => known === undefined && (isLoading || performance.now() < leftUntil)
  const keep = (next: Known | undefined): void => {
    known = next
    seen = undefined // what was written meanwhile is looked for at the next question
    resized()
  }
  const look = async (): Promise<void> => {
    const begun = { changes, at: performance.now(), epoch: hearing.epoch() }
    const isLong = known !== undefined && known.filter.entries > SMALL_ENTRIES
    const next = await (isLong ? withNews(known as Known) : readAnew(begun.at))
    // Another reading may have come in between, which does not have the news of this one.
    if (next !== undefined && next === known) seen = begun
  }
  const readAnew = async (since: number): Promise<Known | undefined> => {
    const page = await readFirst(db, tenantId)
    keep(isWhole(page) ? knownOf([page], since) : undefined)
    if (known === undefined) void load(page)
    return known
  }
  const withNews = async (into: Known): Promise<Known | undefined> => {
    const isAdded = await addNews(db, tenantId, into)
    if (known !== into) return undefined
    if (isAdded) resized()
    else keep(undefined)
    if (!isAdded || isDue(into)) void load()
    return known
  }
  /** Page after page, while the database answers in its place, or the list as it was known. */
  const load = async (first?: Page): Promise<void> => {
    if (isLoading) return
    isLoading = true
    const since = performance.now()
    try {
      const pages = await readPages(db, tenantId, first)
      keep(pages && knownOf(pages, since))
      if (pages === undefined) leftUntil = performance.now() + LEFT_MS
    } catch (error) {
      leftUntil = performance.now() + RETRY_MS
      log.warn('blacklist.load_failed', { tenant_id: tenantId, error: (error as Error).message })
    } finally {
      isLoading = false
    }
  }

  return {
    isUnknown,
    isFresh(nowMs, sure) {
      if (known === undefined) return isUnknown()
      if (seen === undefined || seen.changes !== changes) return false
      const age = nowMs - seen.at
      return age < DEAF_MS || (sure && age < TRUSTED_MS && seen.epoch === hearing.epoch())
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
    ...answersFrom(() => known),
    noteChange: () => void changes++,
  }
}

const answersFrom = (
  known: () => Known | undefined,
): Pick<KnownList, 'isEmpty' | 'has' | 'hasRanges' | 'mayHold' | 'bytes'> => ({
  isEmpty: () => known()?.forms.size === 0,
  has: (form) => known()?.forms.has(form) === true,
  hasRanges: () => hasRange(known()?.forms),
  mayHold: (hash) => known()?.filter.mayHold(hash) === true,
  bytes: () => BASE_BYTES + (known()?.filter.bytes() ?? 0),
})

/** Read whole again: what was added is slow to look through, what was deleted still counts. */
const isDue = ({ filter, since }: Known): boolean => filter.added() > NEWS_MAX || performance.now() - since > WHOLE_MS

const hasRange = (forms: ReadonlySet<Form> | undefined): boolean => {
  for (const form of forms ?? []) if (form.startsWith('ip')) return true
  return false
}
