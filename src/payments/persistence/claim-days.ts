/**
 * Maintenance of the claims of idempotency keys (migrations/0011): they are stored by day, and a whole day is dropped
 * at once.
 */
import { freeSince } from '../../access/idempotency/idempotency-key.ts'
import { type Clock, isoTime } from '../../core/clock.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { seesAllTenants } from '../../infra/database/shards/hidden-tenants.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Log } from '../../infra/process/log.ts'

interface Upkeep {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

export const claimJobs = (upkeep: Upkeep): Job[] => [
  { name: 'keep-claims', cron: '27 * * * *', run: () => keepClaimDays(upkeep) },
]

/**
 * Runs the maintenance. Each step is a separate transaction, so that the next run continues if this one is interrupted.
 * A late run is harmless, because it only keeps more.
 */
export const keepClaimDays = async ({ db, clock, log }: Upkeep): Promise<void> => {
  const [begun] = await db.batch<{ no: number | null }>([], BEGIN)
  if (begun!.no !== null) log.info('claims.day_begun', { no: begun!.no })
  for (;;) {
    const dropped = await db.transaction({ as: 'platform' }, (tx) => dropDay(tx, isoTime(freeSince(clock.ms())), log))
    if (dropped === null) return
    log.info('claims.day_dropped', { no: dropped })
  }
}

/**
 * Sent in one flush, so that the server ends the transaction, and with it the lock, whatever happens to this process.
 */
const BEGIN = { name: 'begin-claim-day', text: 'select begin_claim_day() as no', values: [] }

/**
 * Returns its number; null if no day ended more than a day ago, or a key in it is younger (because a clock was moved
 * back), or open payments of a tenant cannot be seen.
 */
const dropDay = async (tx: Tx, over: string, log: Log): Promise<number | null> => {
  const [oldest] = await tx.query<{ no: number | null }>(
    sql`select min(no) as no from claim_days having count(*) > 1 and min(begun_at) filter (where no > (select min(no) from claim_days)) <= ${over}`,
  )
  if (oldest === undefined || oldest.no === null) return null
  if (!(await seesAllTenants(tx, log, 'idempotency_claims'))) return null
  const young = await tx.query(
    sql`select tenant_id from idempotency_claims where day_no = ${oldest.no} and holder > first_key_at(${over}) limit 1`,
  )
  if (young.length > 0) return null
  for (const open of OPEN) await tx.execute(keepOpen(open), [oldest.no])
  const [row] = await tx.query<{ no: number | null }>('select drop_claim_day() as no')
  return row!.no
}

/**
 * Claims the keys of open payments again, in the newest day. The rows are locked, so that no process releases the key
 * meanwhile.
 */
const keepOpen = ({ table, claim, payment }: (typeof OPEN)[number]): string => `
with open as materialized (
  select tenant_id, id, ${payment} as payment_id, ${claim} as claim from ${table}
   where next_inquiry_at is not null and idempotency_key is not null for share)
insert into idempotency_claims (tenant_id, claim, holder, payment_id, day_no)
select tenant_id, claim, id, payment_id, (select max(no) from claim_days) from open o
 where exists (select from idempotency_claims k where k.tenant_id = o.tenant_id and k.claim = o.claim and k.day_no = $1)
on conflict do nothing`

const OPEN = [
  { table: 'payments', claim: 'payment_claim(merchant_id, idempotency_key)', payment: 'null::uuid' },
  { table: 'payment_operations', claim: 'operation_claim(idempotency_key)', payment: 'payment_id' },
] as const
