/**
 * Takes a month out of the database: writes files first, reads them back from the disk, then removes all of the month's parts in one
 * transaction, with their counts in lists. Changes in between are noted, and then nothing is taken out. After an interruption at any point,
 * the month is in the database or in files that were verified, and the same command completes it.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { cutLists } from '../../lists/blocks/cut-lists.ts'
import { createArchiveKeys } from '../../payments/personal-data/archive-keys.ts'
import { keepPersonsOfRefunds } from '../../payments/personal-data/archived-payments.ts'
import { UsageError } from '../command.ts'
import { type Archive, findOpenWork, type Month, refuseMovingTenants, requireMonth } from './archive-month.ts'
import {
  createSums,
  LOT_ROWS,
  type Manifest,
  SEALED,
  type TableEntry,
  verifyFolder,
  writeManifest,
} from './manifest.ts'
import { repeatWhileLocked } from './repeat-while-locked.ts'
import { listSealedColumns, sealRows, type TableShape } from './sealed-rows.ts'
import { type Row, writeTable } from './table-file.ts'

interface TakenOut {
  readonly month: Month
  readonly manifest: Manifest
  readonly sha256: string
}

export const moveOut = async (archive: Archive, label: string, program: string): Promise<TakenOut> => {
  const month = await requireMonth(archive, label)
  const folder = join(archive.folder, label)
  if (month.state === 'out' || month.state === 'coming' || month.state === 'loaded')
    return { month, ...(await verifyMonth(month, folder)) }
  await refuseWhatIsNeeded(archive, month)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await archive.owner.query('call begin_archive($1, $2)', [month.ends, label])
  await archive.step('begun')
  const tables: TableEntry[] = []
  for (const table of month.here) {
    tables.push(await writeRows(archive, month, table, folder))
    await archive.step(`written ${table}`)
  }
  const sha256 = await writeManifest(folder, {
    format: 'vezne archive 1',
    program,
    month: label,
    begins: month.begins === null ? null : isoTime(month.begins),
    ends: isoTime(month.ends),
    written: isoTime(archive.runtime.clock.ms()),
    tables,
  })
  await archive.step('manifest')
  const read = await verifyFolder(folder)
  await archive.step('verified')
  const sums = tables.flatMap(({ table, sums: all }) => all.map((sum) => ({ ...sum, table_name: table })))
  await archive.owner.query('call allow_archive($1, $2, $3)', [month.ends, sha256, JSON.stringify(sums)])
  await archive.step('allowed')
  await repeatWhileLocked(() => archive.runtime.db.transaction({ as: 'platform' }, (tx) => detach(tx, month)))
  await archive.step('out')
  return { month: { ...month, state: 'out' }, ...read }
}

/** For a month that was taken out: verifies the files that it was taken out for. */
export const verifyMonth = async (month: Month, folder: string): Promise<{ manifest: Manifest; sha256: string }> => {
  const read = await verifyFolder(folder)
  if (read.sha256 !== month.manifest) throw new Error(`${folder} does not hold the files that ${month.label} left for`)
  return read
}

const refuseWhatIsNeeded = async ({ runtime }: Archive, month: Month): Promise<void> => {
  if (!month.isOld) throw new UsageError(`${month.label} is too young: thirteen months stay at hand`)
  if (!month.isOldest) throw new UsageError(`there are older months than ${month.label}: the oldest goes first`)
  await runtime.db.transaction({ as: 'platform' }, async (tx) => {
    await refuseMovingTenants(tx)
    await refuseOpenWork(tx, month)
  })
}

const refuseOpenWork = async (tx: Tx, month: Month): Promise<void> => {
  const open = await findOpenWork(tx, month)
  if (open.length > 0) throw new UsageError(`${month.label} is not over: ${open.join('; ')}`)
}

const writeRows = async (archive: Archive, month: Month, table: string, folder: string): Promise<TableEntry> => {
  const { shape, selected, divider } = await readShape(archive, table)
  const keys = createArchiveKeys(archive.runtime)
  const columns = [...shape.columns.map(({ name }) => name), SEALED]
  const sums = createSums(columns)
  const lots = async function* (): AsyncGenerator<Row[]> {
    for await (const rows of readRows(archive, month, shape, selected, divider)) {
      const sealed = await sealRows(archive, keys, shape, rows)
      for (const row of sealed) sums.add(row)
      yield sealed
    }
  }
  const file = `${table}.csv.zst`
  const sha256 = await writeTable(join(folder, file), columns, lots())
  return { ...shape, file, sha256, sealed_columns: listSealedColumns(shape), rows: sums.rows(), sums: sums.all() }
}

interface ReadShape {
  readonly shape: TableShape
  /** Expression that is selected for each column. */
  readonly selected: readonly string[]
  readonly divider: string
}

/** Columns that are emptied by age are empty in files, too. */
const readShape = async ({ runtime }: Archive, table: string): Promise<ReadShape> =>
  runtime.db.transaction({ as: 'platform' }, async (tx) => {
    const columns = await tx.query<{ name: string; type: string; selected: string }>(
      sql`select attname as name, format_type(atttypid, atttypmod) as type, coalesce(becomes, quote_ident(attname)) as selected
         from pg_attribute left join emptied_columns on table_name = ${table} and column_name = attname
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    )
    const [named] = await tx.query<{ key: string[]; divider: string }>(
      'select key_columns($1) as key, key as divider from divided_tables where name = $1',
      [table],
    )
    return {
      shape: { table, columns: columns.map(({ name, type }) => ({ name, type })), key: named!.key },
      selected: columns.map(({ selected }) => selected),
      divider: named!.divider,
    }
  })

/**
 * Reads in the order of the key, one transaction per batch: changes in between are noted, and seen before anything is taken out. A tenant
 * that is hidden for some of the batches only would not be noted.
 */
async function* readRows(
  { runtime }: Archive,
  { firstId, beforeId }: Month,
  { table, columns, key }: TableShape,
  selected: readonly string[],
  divider: string,
): AsyncGenerator<Row[]> {
  const typeOf = (name: string): string => columns.find((column) => column.name === name)!.type
  const text = (behind: string): string => `select array[${selected.map((each) => `(${each})::text`).join(', ')}] as row
    from ${table} where ${divider} >= $1 and ${divider} < $2 ${behind} order by ${key.join(', ')} limit ${LOT_ROWS}`
  const later = `and (${key.join(', ')}) > (${key.map((name, at) => `$${at + 3}::${typeOf(name)}`).join(', ')})`
  const places = key.map((name) => columns.findIndex((column) => column.name === name))
  for (let last: Row | undefined; ; ) {
    const rows: { row: Row }[] = await runtime.db.transaction({ as: 'platform' }, async (tx) => {
      await refuseMovingTenants(tx)
      await tx.query(`set local timezone = 'UTC'`)
      return last === undefined
        ? tx.query(text(''), [firstId, beforeId])
        : tx.query(text(later), [firstId, beforeId, ...places.map((at) => last![at])])
    })
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < LOT_ROWS) return
    last = rows.at(-1)!.row
  }
}

const detach = async (tx: Tx, month: Month): Promise<void> => {
  await refuseMovingTenants(tx)
  for (const table of month.here) await cutLists(tx, table, month.beforeId)
  if (month.here.includes('payments')) await keepPersonsOfRefunds(tx, month)
  await refuseOpenWork(tx, month)
  await tx.query(sql`select take_out_month(${month.ends})`)
  await refuseOpenWork(tx, month) // work that began on its rows in between
}
