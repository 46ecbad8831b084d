/** Makes sure, before a tenant is closed, that its move is possible: what the copy and the commands on both servers need is there. */
import type { ServerClient } from '../../server-connection.ts'
import { checkMove, type Move } from './copy-tenant.ts'
import { MoveRefusedError } from './move-refused.ts'
import { requireNotOwner } from './require-not-owner.ts'

export const makeReady = async (move: Move): Promise<void> => {
  await requireRights(move.from)
  await requireRights(move.to)
  await checkMove(move)
  await requireNotOwner(move.to, move.tenantId)
  await makePartitions(move)
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
