/** Makes sure, before a tenant is closed, that its move is possible: what the copy and the commands on both servers need is there. */
import { IS_ACTED_ON } from '../../promotions/promotion-store.ts'
import type { ServerClient } from '../../server-connection.ts'
import { checkMove, type Move } from './copy-tenant.ts'
import { MoveRefusedError } from './move-refused.ts'
import { requireNotOwner } from './require-not-owner.ts'

export const makeReady = async (move: Move): Promise<void> => {
  await requireRights(move.from)
  await requireRights(move.to)
  await requireNoRestore(move)
  await checkMove(move)
  await requireNotOwner(move.to, move.tenantId)
  await makePartitions(move)
}

/**
 * The shard that was restored is the only one that knows of its loss: elsewhere a repeat of a lost payment would be sent without asking its
 * bank. A shard that a restore keeps closed takes no tenant.
 */
export const requireNoRestore = async ({ from, to }: Move): Promise<void> => {
  const { rowCount: lost } = await from.query(`select from restores where ${IS_ACTED_ON} limit 1`)
  if (lost !== 0)
    throw new MoveRefusedError(
      'the shard of the tenant was restored, and banks are asked about what was lost: until 31 days after its questions have ended (vezne restore status) no tenant leaves it',
    )
  const { rowCount: closed } = await to.query('select from restores where finished is null limit 1')
  if (closed !== 0) throw new MoveRefusedError('a restore keeps the other shard closed: vezne restore finish opens it')
}

const requireRights = async (owner: ServerClient): Promise<void> => {
  const { rows } = await owner.query<{ name: string; passes: boolean; replicates: boolean }>(
    `select current_user as name, rolsuper or rolbypassrls as passes,
        rolsuper or has_parameter_privilege(current_user, 'session_replication_role', 'set') as replicates
       from pg_roles where rolname = current_user`,
  )
  const { name, passes, replicates } = rows[0]!
  if (!passes || !replicates)
    throw new MoveRefusedError(`the user of DATABASE_URL sees no rows of tenants, or may not copy them without their triggers. As an administrator on both shards:
  alter role ${name} bypassrls;
  grant set on parameter session_replication_role to ${name};`)
}

/** A row whose month is not there yet would have to be written again by the job that makes the month. */
const makePartitions = async ({ from, to }: Move): Promise<void> => {
  const { rows } = await from.query<{ name: string; ends: Date }>(
    'select table_name as name, max(ends) as ends from partitions group by table_name order by table_name',
  )
  for (const { name, ends } of rows) while (await makeNext(to, name, ends));
}

const makeNext = async (to: ServerClient, table: string, until: Date): Promise<boolean> => {
  const { rows } = await to.query<{ made: string | null }>('select make_next_partition($1, $2) as made', [table, until])
  return rows[0]!.made !== null
}
