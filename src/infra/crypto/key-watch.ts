/** Keeps a running process on the current keys: reloads every second and on notification, and reports which keys it knows. */
import type { Database } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
import { every } from '../process/every.ts'
import type { Log } from '../process/log.ts'
import type { Kms } from './kms.ts'
import { purgeProcessKeys, recordProcessKeys } from './rotation-store.ts'
import type { RotatingSealer } from './sealer.ts'

interface KeyWatchServices {
  runtime: { db: Database; notifications: Notifications; log: Log }
  kms: Kms
  sealer: RotatingSealer
  /** This process's number in the process registry. */
  processNo: number
}

const LOOK_MS = 1_000

/** Starts the watch, after a first load and report. Returns a function that stops it. */
export const createKeyWatch = async ({
  runtime,
  kms,
  sealer,
  processNo,
}: KeyWatchServices): Promise<() => Promise<void>> => {
  const { db, notifications, log } = runtime
  let reported = ''
  let looking: Promise<void> | undefined
  let isUnread = false

  const look = async (): Promise<void> => {
    await kms.refresh().then(
      () => {
        isUnread = false
      },
      (err: Error) => {
        if (!isUnread) log.warn('keys.unreadable', { source: kms.source, err })
        isUnread = true
      },
    )
    const { generation } = await sealer.refresh()
    const keyIds = kms.keyIds()
    const saying = `${generation} ${keyIds.join(' ')}`
    if (saying === reported) return
    await db.transaction({ of: [], whileClosed: true }, (tx) => recordProcessKeys(tx, processNo, generation, keyIds))
    reported = saying
    notifications.publish('keys') // processes that wait for this one
  }
  /** A notification during a load is handled afterwards, on the timer. */
  const lookSoon = (): void => {
    looking ??= look()
      .catch(() => undefined) // the database is unavailable; nothing can be sealed to it either
      .finally(() => {
        looking = undefined
      })
  }
  await db.transaction({ of: [], whileClosed: true }, purgeProcessKeys)
  await look()
  const stop = every(LOOK_MS, lookSoon)
  const silence = notifications.subscribe('keys', lookSoon)
  return async () => {
    stop()
    silence()
    await looking
  }
}
