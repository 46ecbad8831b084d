/**
 * Copies the rows of a tenant that is closed on both shards, and compares both sides. It needs users who may set
 * `session_replication_role` and whom row security does not bind, as triggers and foreign keys have done their work where
 * the rows were written.
 */
import assert from 'node:assert/strict'
import { appliedMigrations, MIGRATION_LOCK } from '../../migrations/migration-files.ts'
import type { ServerClient } from '../../server-connection.ts'
import { BEGIN_READING } from '../../transaction-statements.ts'
import { MoveRefusedError } from './move-refused.ts'
import { requireNotOwner } from './require-not-owner.ts'
import { findTenantTables, type LocalRows, type TenantTable } from './tenant-tables.ts'

export interface Move {
  readonly from: ServerClient
  readonly to: ServerClient
  readonly tenantId: string
  readonly local: LocalRows
}

/** Counts and sums of a tenant's rows in one table of a shard. */
export interface Content {
  readonly table: string
  readonly rows: string
  /** Covers all rows and columns, in whatever order the rows are. */
  readonly checksum: string
  /** Sums of the whole numbers, by column: amounts among them. */
  readonly sums: Readonly<Record<string, string>>
}

const LOT_ROWS = 500
/** Texts of times and numbers are the same on both servers, and exact. */
const EXACT_TEXTS = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'iso_8601';
  set local extra_float_digits = 3; set local bytea_output = 'hex'`

/**
 * In one transaction of the shard that the rows come to, which ends with the comparison: there they are all of them, or
 * as before. Rows of an earlier copy are replaced. Returns what both sides have now.
 */
export const copyTenant = async (move: Move): Promise<Content[]> => {
  const { from, to, tenantId, local } = move
  await from.query(BEGIN_READING)
  await to.query('begin')
  try {
    for (const server of [from, to]) await keepSchema(server)
    const tables = await requireSameTables(move)
    const moved = tables.filter(({ name }) => !local.left.includes(name) && !local.bound.includes(name))
    await from.query(EXACT_TEXTS)
    await to.query(`${EXACT_TEXTS}; set local session_replication_role = replica`)
    await requireUnbound(move)
    await requireNotOwner(to, tenantId)
    for (const { name } of tables) await deleteRows(to, name, tenantId)
    for (const table of moved) await copyTable(move, table)
    const contents = await compare(move, moved)
    await to.query('commit')
    return contents
  } finally {
    await from.query('rollback')
    await to.query('rollback')
  }
}

/** Throws {@link MoveRefusedError} if the copy would be refused, so that the tenant is not closed for nothing. */
export const checkMove = async (move: Move): Promise<void> => {
  const tables = await requireSameTables(move)
  const leased = tables.filter(({ columns }) => columns.some(({ name }) => name === 'lease_until'))
  assert.deepEqual(leased.map(({ name }) => name).sort(), Object.keys(move.local.leased).sort())
  await requireUnbound(move)
}

/** Deletes all rows of the tenant on a shard that it has left; nothing else may refer to them. */
export const dropTenantRows = async (owner: ServerClient, tenantId: string): Promise<void> => {
  await owner.query('begin')
  try {
    await requireNotOwner(owner, tenantId)
    await owner.query('set local session_replication_role = replica')
    for (const { name } of await findTenantTables(owner)) await deleteRows(owner, name, tenantId)
    await owner.query('commit')
  } finally {
    await owner.query('rollback')
  }
}

const deleteRows = (owner: ServerClient, table: string, tenantId: string) =>
  owner.query(`delete from ${table} where tenant_id = $1`, [tenantId])

/** No migration begins before the transaction ends: one that changes rows would have changed those of one side only. */
const keepSchema = async (server: ServerClient): Promise<void> => {
  const { rows } = await server.query<{ kept: boolean }>('select pg_try_advisory_xact_lock_shared($1) as kept', [
    MIGRATION_LOCK,
  ])
  if (!rows[0]!.kept) throw new MoveRefusedError('a migration is under way: move the tenant once it has ended')
}

const requireSameTables = async ({ from, to }: Move): Promise<TenantTable[]> => {
  const [ours, theirs] = [await findTenantTables(from), await findTenantTables(to)]
  const [applied, appliedThere] = [await appliedMigrations(from), await appliedMigrations(to)]
  if (JSON.stringify([ours, applied]) !== JSON.stringify([theirs, appliedThere]))
    throw new MoveRefusedError(
      'the shards differ in their tables or migrations: VEZNE_ROLE=migrate has not reached both',
    )
  return ours
}

const requireUnbound = async ({ from, tenantId, local }: Move): Promise<void> => {
  for (const table of local.bound) {
    const { rowCount } = await from.query(`select from ${table} where tenant_id = $1 limit 1`, [tenantId])
    if (rowCount !== 0) throw new MoveRefusedError(`the tenant has rows in ${table}, which belong to its server`)
  }
}

/**
 * Rows that differ in nothing but what the other shard gives them become one: a key that was claimed again in the newest day is in two days.
 */
const copyTable = async ({ from, to, tenantId, local }: Move, { name, columns }: TenantTable): Promise<void> => {
  const given = local.given[name] ?? {}
  const carried = columns.filter((column) => !(column.name in given))
  const names = (of: readonly { name: string }[]): string => of.map((column) => `"${column.name}"`).join(', ')
  const made = Object.entries(given)
  const insert = `insert into ${name} (${[names(carried), ...made.map(([column]) => `"${column}"`)].join(', ')})
    overriding system value
    select ${[...carried.map(({ type }, at) => `c${at}::${type}`), ...made.map(([, value]) => value)].join(', ')}
      from unnest(${carried.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as lot (${carried.map((_, at) => `c${at}`).join(', ')})`
  const texts = carried.map((column) => `"${column.name}"::text`).join(', ')
  await from.query(
    `declare leaving no scroll cursor for select ${made.length === 0 ? '' : 'distinct'} array[${texts}] as row from ${name} where tenant_id = '${tenantId}'`,
  )
  const fetchLot = () => from.query<{ row: (string | null)[] }>(`fetch ${LOT_ROWS} from leaving`)
  for (let lot = await fetchLot(); lot.rows.length > 0; ) {
    const { rows } = lot
    const columnsOfLot = carried.map((_, at) => rows.map(({ row }) => row[at]))
    // The next lot is read while this one is written.
    const [following] = await Promise.all([fetchLot(), to.query(insert, columnsOfLot)])
    lot = following
  }
  await from.query('close leaving')
}

const compare = async ({ from, to, tenantId, local }: Move, tables: readonly TenantTable[]): Promise<Content[]> => {
  const contents: Content[] = []
  for (const table of tables) {
    const [ours, theirs] = await Promise.all([from, to].map((server) => read(server, table, tenantId, local)))
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error(`${table.name} differs: ${JSON.stringify(ours)} became ${JSON.stringify(theirs)}`)
    contents.push(ours!)
  }
  return contents
}

const read = async (
  server: ServerClient,
  { name, columns }: TenantTable,
  tenantId: string,
  { given }: LocalRows,
): Promise<Content> => {
  const carried = columns.filter((column) => !(column.name in (given[name] ?? {})))
  const names = carried.map((column) => `"${column.name}"`).join(', ')
  const row = `array[${carried.map((column) => `"${column.name}"::text`).join(', ')}]::text`
  const numbers = carried.filter(({ type }) => type === 'bigint')
  const sums = numbers.map((column) => `'${column.name}', coalesce(sum("${column.name}"), 0)::text`).join(', ')
  const { rows } = await server.query<Content>(
    `select '${name}' as table, count(*)::text as rows, json_build_object(${sums}) as sums,
        concat(sum(hashtextextended(${row}, 1)::numeric), ' ', sum(hashtextextended(${row}, 2)::numeric)) as checksum
       from (select ${name in given ? 'distinct' : ''} ${names} from ${name} where tenant_id = $1) as carried`,
    [tenantId],
  )
  return rows[0]!
}
