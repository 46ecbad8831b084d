/** Keeps a running process on the current keys: reloads every second and on notification, and reports which keys it knows. */
import { type Database, FIRST_SHARD } from '../database/database.ts'
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
  /** The shards where it is registered under that number; default: where `runtime.db` is. */
  shards?: readonly Database[]
}

const LOOK_MS = 1_000

/** Starts the watch, after a first load and report to the first shard. Returns a function that stops it. */
export const createKeyWatch = async ({
  runtime,
  kms,
  sealer,
  processNo,
  shards = [runtime.db],
}: KeyWatchServices): Promise<() => Promise<void>> => {
  const { notifications, log } = runtime
  const reported = new Map<Database, string>()
  let looking: Promise<void> | undefined
  const readKeys = keyReader(kms, log)

  const look = async (of = shards): Promise<void> => {
    await readKeys()
    const { generation } = await sealer.refresh()
    const keyIds = kms.keyIds()
    const saying = `${generation} ${keyIds.join(' ')}`
    const unaware = of.filter((shard) => reported.get(shard) !== saying)
    if (unaware.length === 0) return
    await Promise.all(
      unaware.map(async (shard) => {
        await report(shard, generation, keyIds)
        reported.set(shard, saying)
      }),
    )
    notifications.publish('keys') // processes that wait for this one
  }
  const report = (shard: Database, generation: number, keyIds: readonly string[]): Promise<unknown> =>
    shard.transaction({ of: [], whileClosed: true }, async (tx) => {
      if (!reported.has(shard)) await purgeProcessKeys(tx)
      await recordProcessKeys(tx, processNo, generation, keyIds)
    })
  /** A notification during a load is handled afterwards, on the timer. */
  const lookSoon = (): void => {
    looking ??= look()
      .catch(() => undefined) // the database is unavailable; nothing can be sealed to it either
      .finally(() => {
        looking = undefined
      })
  }
  // Another shard may be unavailable, which does not hold up the start; it is reported to with a later look.
  await look(shards.filter((each) => each.shards.includes(FIRST_SHARD)))
  lookSoon()
  const stop = every(LOOK_MS, lookSoon)
  const silence = notifications.subscribe('keys', lookSoon)
  return async () => {
    stop()
    silence()
    await looking
  }
}

/** A source that cannot be read is logged once; the keys of before stay in use. */
const keyReader = (kms: Kms, log: Log): (() => Promise<void>) => {
  let isUnread = false
  return () =>
    kms.refresh().then(
      () => {
        isUnread = false
      },
      (err: Error) => {
        if (!isUnread) log.warn('keys.unreadable', { source: kms.source, err })
        isUnread = true
      },
    )
}
