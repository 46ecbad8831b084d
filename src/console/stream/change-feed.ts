/**
 * Ids that changed, by tenant: read once for all streams of this process, as long as there is one. Triggers write these ids only while
 * a stream is open. Notifications for each payment would make commits wait for each other, and every payment would pay for an index of
 * events by time.
 */
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type ChangeRow, type Cursor, dropOldChanges, findChanges, presentCursor, watch } from './change-store.ts'

const LOOK_MS = 500
const WATCH_S = 90
const RENEWED_EVERY_MS = 30_000
const ROWS_MAX = 500

type Listener = (changes: readonly ChangeRow[]) => void

export interface ChangeFeed {
  /**
   * Follows a tenant from now on, or from the reader's last position; `isWhole` is false if changes may be missing in between.
   * `listener` gets the changes; `stop` ends it.
   */
  follow(tenantId: string, from: Cursor | null, listener: Listener): Promise<{ isWhole: boolean; stop: () => void }>
  close(): Promise<void>
}

interface Followed {
  readonly listeners: Set<Listener>
  /** Null until the start is known. */
  cursor: Cursor | null
  renewedAt: number
}

export const openChangeFeed = ({ db, log }: Pick<Runtime, 'db' | 'log'>): ChangeFeed => {
  const followed = new Map<string, Followed>()
  const rounds = openRounds(async () => {
    for (const [tenantId, one] of followed)
      await lookAt(db, tenantId, one).catch((err: unknown) => log.warn('console.changes_unread', { err }))
    return followed.size > 0
  })
  return {
    async follow(tenantId, from, listener) {
      const one = followed.get(tenantId) ?? {
        listeners: new Set<Listener>(),
        cursor: null,
        renewedAt: performance.now(),
      }
      followed.set(tenantId, one)
      // Changes that arrive while the past is read wait for it.
      let waiting: ChangeRow[] | null = []
      const own: Listener = (rows) => (waiting === null ? listener(rows) : void waiting.push(...rows))
      one.listeners.add(own)
      const stop = (): void => {
        one.listeners.delete(own)
        if (one.listeners.size === 0 && followed.get(tenantId) === one) followed.delete(tenantId)
      }
      try {
        const { since, present, missed } = await db.transaction({ of: tenantId }, (tx) => readPast(tx, tenantId, from))
        one.cursor ??= present
        rounds.begin()
        const isWhole = from === null || (BigInt(from.xid) >= BigInt(since) && missed.length < ROWS_MAX)
        const past = isWhole ? missed : []
        const reached = past.at(-1) ?? (isWhole ? from : null)
        const rows = [...past, ...waiting.filter((row) => reached === null || isAfter(row, reached))]
        waiting = null
        if (rows.length > 0) listener(rows)
        return { isWhole, stop }
      } catch (error) {
        stop()
        throw error
      }
    },
    async close() {
      followed.clear()
      await rounds.end()
    },
  }
}

const readPast = async (tx: Tx, tenantId: string, from: Cursor | null) => ({
  since: await watch(tx, tenantId, WATCH_S),
  present: await presentCursor(tx),
  missed: from === null ? [] : await findChanges(tx, tenantId, from, ROWS_MAX),
})

const lookAt = async (db: Runtime['db'], tenantId: string, one: Followed): Promise<void> => {
  if (performance.now() - one.renewedAt > RENEWED_EVERY_MS) {
    one.renewedAt = performance.now()
    await db.transaction({ of: tenantId }, async (tx) => {
      await watch(tx, tenantId, WATCH_S)
      await dropOldChanges(tx, tenantId)
    })
  }
  while (one.cursor !== null) {
    const { cursor } = one
    const rows = await db.transaction({ of: tenantId }, (tx) => findChanges(tx, tenantId, cursor, ROWS_MAX))
    const last = rows.at(-1)
    if (!last) return
    one.cursor = { xid: last.xid, seq: last.seq }
    for (const listener of one.listeners) listener(rows)
    if (rows.length < ROWS_MAX) return
  }
}

/** Runs one round after the other, until `work` returns that nothing is left to read. */
const openRounds = (work: () => Promise<boolean>) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const begin = (): void => {
    if (timer !== undefined || running !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      running = work().then((goesOn) => {
        running = undefined
        if (goesOn) begin()
      })
    }, LOOK_MS)
  }
  return {
    begin,
    async end(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}

const isAfter = (row: Cursor, than: Cursor): boolean => {
  const [a, b] = [BigInt(row.xid), BigInt(than.xid)]
  return a === b ? BigInt(row.seq) > BigInt(than.seq) : a > b
}
