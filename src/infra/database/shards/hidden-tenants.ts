/**
 * Tenants that a server hides from work across tenants (move/close-on-shard.ts). Until a move has ended, their rows may
 * be the ones that count, so that work which drops or replaces whole parts of tables would lose them unseen.
 */
import type { Log } from '../../process/log.ts'
import type { Tx } from '../database.ts'
import { PLATFORM_ROLE } from '../transaction-statements.ts'

/** Policies that restrict the role of the platform to all tenants but one, which is the hidden one. */
const HIDDEN = `
  select substring(rule from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid as id
    from (select pg_get_expr(polqual, polrelid) as rule from pg_policy
           where polrelid = 'data_keys'::regclass and not polpermissive and '${PLATFORM_ROLE}'::regrole = any (polroles)) as policies
   where rule like '%<>%'`

/** Returns the ids of all hidden tenants, also of those that have only rows left here. */
export const findHiddenTenants = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ id: string }>(HIDDEN)).map(({ id }) => id)

/**
 * Returns the names of hidden tenants whose move has not ended; rows that a tenant has left behind do not count. No tenant is
 * hidden or shown from the call to the end of the transaction. The transaction must not be of one snapshot, because that may be
 * older than a policy whose rows it already lacks.
 */
export const findMovingTenants = async (tx: Tx): Promise<string[]> => {
  await tx.execute('lock table data_keys in access share mode')
  const rows = await tx.query<{ name: string }>(
    `select coalesce(slug, id::text) as name from (${HIDDEN}) as hidden left join tenant_shards using (id)
      where move_step is not null or other_shard is null order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Returns false, and names the tenants in the log, while some are hidden by a move that has not ended. Call it in the
 * transaction of a job before it drops or replaces parts of the table; a later run of the job does that.
 */
export const seesAllTenants = async (tx: Tx, log: Log, table: string): Promise<boolean> => {
  const tenants = await findMovingTenants(tx)
  if (tenants.length > 0) log.warn('partition.kept', { table, tenants })
  return tenants.length === 0
}
