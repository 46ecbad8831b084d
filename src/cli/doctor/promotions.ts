/** Doctor checks of promotions and of the replica, where they matter. */
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { Database } from '../../infra/database/database.ts'
import { findPromotions } from '../../infra/database/promotions/promotion-list.ts'
import { openReplica } from '../../infra/database/replica.ts'
import { parseServerAddress, withCredentials } from '../../infra/process/server-address.ts'
import { findClosedFor } from '../restore.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

export const checkPromotions = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const closedFor = await findClosedFor(runtime)
  const promotions = await runtime.db.transaction({ of: [] }, findPromotions)
  const open = promotions.find(({ isOpen }) => isOpen)
  if (open)
    return [
      fail(
        'promotion',
        `timeline ${open.timeline} has the log to ${open.keptTo}, and ${open.lostTo} had been acknowledged: payments that callers were told of are missing, and nothing is written`,
        'compare what the banks booked from shortly before the failure on with what is stored (docs/operating.md, "Several database servers"); then vezne database accept-promotion --reconciled-until <time>',
      ),
    ]
  if (closedFor !== undefined)
    return [
      fail(
        'restore',
        `${closedFor}: nothing is written or sent until a person has opened it`,
        'let what the banks know of the lost time be looked for (docs/backup.md, "After a restore"); then vezne restore finish --by <name>. Moved as a whole: vezne database adopt --by <name>',
      ),
    ]
  return promotions.length < 2
    ? []
    : [ok('promotion', `timeline ${promotions[0]!.timeline}, everything acknowledged is there`)]
}

/** Reads the replica in the same way as the program. */
export const checkReplica = async ({ runtime: { config }, appUrl }: OpenRuntime): Promise<CheckResult[]> => {
  if (config.databaseReadUrl === undefined) return []
  let fault = 'no standby is as far as the primary within 100 ms'
  const onError = (error: Error): void => {
    fault = error.message
  }
  const replica = openReplica(withCredentials(config.databaseReadUrl, parseServerAddress(appUrl)), {
    connections: 1,
    onError,
  })
  const db = Database.open(appUrl, { connections: 1, onError, replica })
  try {
    const isThere = await db.transaction({ as: 'platform', mode: 'replica' }, async (tx) => {
      const [row] = await tx.query<{ is: boolean }>('select pg_is_in_recovery() as is')
      return row!.is
    })
    if (isThere) return [ok('replica', 'lists are read from a standby')]
    return [
      warn(
        'replica',
        `lists are read from the primary: ${fault}`,
        'look at pg_stat_replication of the primary, and at the hosts of DATABASE_READ_URL; the program tries again every second',
      ),
    ]
  } finally {
    await db.close()
  }
}
