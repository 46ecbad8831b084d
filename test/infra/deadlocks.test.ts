/** A transaction that the server ends because of a deadlock is run again, whichever way it was sent. */
import { test } from 'node:test'
import pg from 'pg'
import type { Database } from '../../src/infra/database/database.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const [OURS, THEIRS] = [7_001, 7_002]
const LOCK_BOTH = 'select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key'
const WAITS = 'select from pg_locks where locktype = $1 and objid = $2 and not granted'

const WAYS: readonly [name: string, lockBoth: (db: Database) => Promise<unknown>][] = [
  ['a transaction', (db) => db.transaction({ of: [] }, (tx) => tx.query(LOCK_BOTH, [[OURS, THEIRS]]))],
  ['a batch', (db) => db.batch([], { name: 'lock-both', text: LOCK_BOTH, values: [[OURS, THEIRS]] })],
]

for (const [name, lockBoth] of WAYS)
  test(`${name} in a deadlock`, async (t) => {
    const other = new pg.Client({ connectionString: vezne.ownerUrl })
    await other.connect()
    t.after(() => other.end())
    const deadlocks = await countDeadlocks(other)
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock($1)', [THEIRS])
    const locking = lockBoth(vezne.runtime.db)
    locking.catch(() => undefined)
    await until(`${name} waits`, async () => (await other.query(WAITS, ['advisory', THEIRS])).rowCount === 1)
    // The one that waits longest looks for a deadlock first, and is the one that the server ends.
    await other.query('select pg_advisory_xact_lock($1)', [OURS])
    await other.query('commit')
    await locking
    await until('the server has counted it', async () => (await countDeadlocks(other)) === deadlocks + 1)
  })

const countDeadlocks = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return rows[0].n
}
