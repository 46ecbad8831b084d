/**
 * Brings a month back from its files: into separate tables, which then replace the parts in use in one transaction. Data of persons
 * erased in between stays erased: their keys no longer exist. After an interruption, the same command begins the filling again.
 */
import { join } from 'node:path'
import { CLOSED_LISTS } from '../../app/closed-lists.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { reopenLists } from '../../lists/blocks/compare-blocks.ts'
import { createArchiveKeys } from '../../payments/personal-data/archive-keys.ts'
import { UsageError } from '../command.ts'
import { type Archive, type Month, refuseMovingTenants, requireMonth } from './archive-month.ts'
import { fileColumns, LOT_ROWS, type TableEntry } from './manifest.ts'
import { verifyMonth } from './move-out.ts'
import { repeatWhileLocked } from './repeat-while-locked.ts'
import { openRows } from './sealed-rows.ts'
import { type Row, readTable } from './table-file.ts'

export const bringBack = async (archive: Archive, label: string): Promise<Month> => {
  const { owner, runtime, step } = archive
  const month = await requireMonth(archive, label)
  if (month.state === 'back') return month
  if (month.state !== 'out' && month.state !== 'coming' && month.state !== 'loaded')
    throw new UsageError(`${label} is not in the archive`)
  const folder = join(archive.folder, label)
  const { manifest } = await verifyMonth(month, folder)
  await step('verified')
  for (let tries = 1; ; tries++) {
    const keys = await runtime.db.transaction({ as: 'platform' }, countKeys)
    await owner.query('call begin_return($1)', [month.ends])
    await step('begun')
    for (const table of manifest.tables) {
      await loadRows(archive, month, table, join(folder, table.file))
      await step(`loaded ${table.table}`)
    }
    await owner.query('call allow_return($1)', [month.ends])
    await step('allowed')
    if (await repeatWhileLocked(() => runtime.db.transaction({ as: 'platform' }, (tx) => attach(tx, month, keys))))
      break
    // Until then the filled tables belong to no tenant, and nothing of the person remains in them.
    await owner.query('call begin_return($1)', [month.ends])
    if (tries === TRIES_MAX) throw new UsageError(`persons were erased while ${label} was read; try again`)
  }
  await step('back')
  return { ...month, state: 'back' }
}

const loadRows = async (archive: Archive, { ends }: Month, table: TableEntry, path: string): Promise<void> => {
  const { owner } = archive
  const keys = createArchiveKeys(archive.runtime)
  const { rows: names } = await owner.query<{ twin: string }>('select returned_name($1, $2) as twin', [
    table.table,
    ends,
  ])
  const twin = names[0]!.twin
  const columns = await columnsHere(archive, table)
  for await (const lot of readTable(path, fileColumns(table), LOT_ROWS)) {
    const rows = await openRows(archive, keys, table, lot)
    await owner.query(
      insertSql(twin, columns),
      columns.map(({ at }) => rows.map((row: Row) => row[at])),
    )
  }
  for (;;) {
    const { rows } = await owner.query<{ made: boolean }>('select index_twin($1, $2) as made', [table.table, twin])
    if (!rows[0]!.made) break
  }
  await owner.query(`analyze ${twin}`)
}

interface Column {
  readonly name: string
  readonly type: string
  /** Position in the file. */
  readonly at: number
}

/** A newer column gets its default; a column that no longer exists is left in the file. */
const columnsHere = async ({ owner }: Archive, { table, columns }: TableEntry): Promise<Column[]> => {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const here = new Map(rows.map(({ name, type }) => [name, type]))
  return columns.flatMap(({ name }, at) => {
    const type = here.get(name)
    return type === undefined ? [] : [{ name, type, at }]
  })
}

const insertSql = (twin: string, columns: readonly Column[]): string =>
  `insert into ${twin} (${columns.map(({ name }) => `"${name}"`).join(', ')})
   select ${columns.map(({ type }, at) => `c${at}::${type}`).join(', ')}
     from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as f (${columns.map((_, at) => `c${at}`).join(', ')})`

/** Each erasure during the reading makes the month be read once more. */
const TRIES_MAX = 5

/** Only an erasure reduces the number, because only one archive command runs at a time, and no tenant is hidden. */
const countKeys = async (tx: Tx): Promise<number> => {
  await refuseMovingTenants(tx)
  const [row] = await tx.query<{ n: number }>('select count(*)::int as n from archive_keys where tenant_id is not null')
  return row!.n
}

/**
 * Returns false if a person was erased since the reading began, because the tables may identify that person. The lock waits for running
 * erasures and delays others. Lists of the tables are counted again in the background; until then they count row by row, and are exact at
 * once.
 */
const attach = async (tx: Tx, { ends, taken }: Month, keys: number): Promise<boolean> => {
  await tx.execute('lock table archive_keys in share mode')
  if ((await countKeys(tx)) !== keys) return false
  await tx.query(sql`select attach_month(${ends})`)
  await reopenLists(
    tx,
    CLOSED_LISTS.filter(({ table }) => taken.includes(table)),
  )
  return true
}
