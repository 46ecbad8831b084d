/**
 * How far the move of each tenant to another shard is: a row on the first shard, which every process and every shard gets together with
 * the tenant's place. It changes by compare-and-set.
 *
 *     -         draining   begun: nothing new is begun for the tenant, what is under way ends
 *     draining  copying    both shards are closed to it, and nothing of it was held; its rows are copied and compared
 *     copying   opening    the other shard is the tenant's from here on, and the one it left stays closed
 *     opening   -          the tenant works there; its rows on the shard it left wait until they are dropped
 *     draining, copying    giving_up   the tenant works where it was, its rows on the other shard are deleted
 *     giving_up -          as before the move
 *     -         dropping   the rows on the shard it left are deleted
 *     dropping  -          that shard is open to it again, and has nothing of it
 */
import type { Tx } from '../../database.ts'
import { rawSql, type Sql, sql } from '../../statements/sql.ts'

type MoveStep = 'draining' | 'copying' | 'opening' | 'giving_up' | 'dropping'

export interface TenantMove {
  readonly id: string
  readonly slug: string
  /** Where the tenant's rows count. */
  readonly shard: number
  readonly version: number
  /** Null while no move is under way. */
  readonly step: MoveStep | null
  /** The shard it moves to; once it has moved, the one it left, as long as its rows are there. */
  readonly other: number | null
  /** When the move was begun; once it has ended, when it did. */
  readonly since: Date | null
}

/** Thrown if another command has changed the row meanwhile: whatever this one knows is out of date. */
class MoveOvertakenError extends Error {
  constructor(slug: string) {
    super(`another command has gone on with the move of ${slug}`)
  }
}

/** Whether processes refuse what is new of the tenant, as SQL. */
export const REFUSES: Sql = rawSql(`move_step in ('draining', 'copying', 'opening')`)

const COLUMNS = rawSql('id, slug, shard, version, move_step as step, other_shard as other, step_since as since')

/** Reads the tenant's row; call it on the first shard. Undefined: it was there before there were shards, and never moved. */
export const findTenantMove = async (tx: Tx, slug: string): Promise<TenantMove | undefined> => {
  const [row] = await tx.query<TenantMove>(sql`select ${COLUMNS} from tenant_shards where slug = ${slug}`)
  return row
}

/** Returns the tenants that are on their way, and those whose rows are still on the shard they left. Any shard has them. */
export const findTenantMoves = (tx: Tx): Promise<TenantMove[]> =>
  tx.query<TenantMove>(sql`select ${COLUMNS} from tenant_shards where other_shard is not null order by slug`)

/** Gives a tenant that was there before there were shards its row. Call it on the first shard, as the platform. */
export const placeOlderTenant = async (tx: Tx, { id, slug }: Pick<TenantMove, 'id' | 'slug'>): Promise<void> => {
  await lockPlaces(tx)
  await tx.execute(
    sql`insert into tenant_shards (id, slug, shard, version)
     select ${id}, ${slug}, 0, coalesce(max(version), 0) + 1 from tenant_shards on conflict (id) do nothing`,
  )
}

/**
 * Takes the next step, or the same one again, after which a command that knows an older row takes none. Call it on the first
 * shard, as the platform.
 */
export const advanceMove = async (
  tx: Tx,
  from: TenantMove,
  { shard, step, other }: Pick<TenantMove, 'shard' | 'step' | 'other'>,
): Promise<TenantMove> => {
  await lockPlaces(tx)
  const isTurn = (from.step === null) !== (step === null)
  const [row] = await tx.query<TenantMove>(
    sql`update tenant_shards set shard = ${shard}, move_step = ${step}, other_shard = ${other},
       step_since = case when ${isTurn} then now() else step_since end,
       version = (select max(version) + 1 from tenant_shards)
     where id = ${from.id} and version = ${from.version} returning ${COLUMNS}`,
  )
  if (row === undefined) throw new MoveOvertakenError(from.slug)
  return row
}

/** One at a time, so that versions are in the order of the commits. */
const lockPlaces = (tx: Tx): Promise<number> => tx.execute('lock table tenant_shards in share row exclusive mode')
