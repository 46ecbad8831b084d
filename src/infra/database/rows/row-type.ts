/**
 * Rows passed to a set-wise statement as an array of a row type, in PostgreSQL's binary form, which needs no parsing.
 */

import type { Database, Tx } from '../database.ts'
import { sql } from '../statements/sql.ts'
import { ByteWriter } from './byte-writer.ts'
import { type ColumnEncoder, findColumnEncoder } from './column-encoders.ts'

/** A table or composite type as the database has it; columns that a row object lacks are null. */
interface RowType {
  readonly oid: number
  readonly columns: readonly { name: string; oid: number; write: ColumnEncoder }[]
}

/**
 * The parameter for `unnest($1::name[])`. Each shard is asked for the columns once, as the numbers of types are its own. If a migration has changed the
 * type under a running process, the statement fails before it does anything, and is sent again with the new columns.
 */
export class RowParameter<Row extends object> {
  readonly #name: string
  readonly #types = new WeakMap<Pick<Database, 'transaction'>, Promise<RowType>>()

  constructor(name: string) {
    this.#name = name
  }

  /** Runs `work` with the encoder. `db` is that of the tenants' shard. */
  async with<Result>(
    db: Pick<Database, 'transaction'>,
    work: (encode: (rows: readonly Row[]) => Buffer) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const type = await this.#current(db)
      try {
        return await work((rows) => encodeRows(type, rows as readonly Record<string, unknown>[]))
      } catch (error) {
        if (attempt > 1 || (error as { code?: string }).code !== DATATYPE_MISMATCH) throw error
        this.#types.delete(db)
      }
    }
  }

  #current(db: Pick<Database, 'transaction'>): Promise<RowType> {
    const known = this.#types.get(db)
    if (known !== undefined) return known
    const type = db.transaction({ of: [] }, (tx) => readRowType(tx, this.#name))
    this.#types.set(db, type)
    type.catch(() => this.#types.delete(db))
    return type
  }
}

const DATATYPE_MISMATCH = '42804'

interface ColumnRow {
  row_type: number
  name: string
  oid: number
  /** Name of the composite type this column is a list of. */
  list_of: string | null
}

const readRowType = async (tx: Tx, name: string): Promise<RowType> => {
  const columns = await tx.query<ColumnRow>(
    sql`select c.reltype::int8 as row_type, a.attname as name, a.atttypid::int8 as oid,
       case when e.typtype = 'c' then e.typname end as list_of
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     left join pg_type e on e.oid = t.typelem and t.typlen = -1
     where c.oid = ${name}::regclass
     order by a.attnum`,
  )
  const result: RowType['columns'][number][] = []
  for (const { name: column, oid, list_of } of columns)
    result.push({
      name: column,
      oid,
      write: list_of === null ? findColumnEncoder(oid) : listWriter(await readRowType(tx, list_of)),
    })
  return { oid: columns[0]?.row_type ?? 0, columns: result }
}

const listWriter =
  (type: RowType): ColumnEncoder =>
  (sink, value) =>
    writeRows(sink, type, value as readonly Record<string, unknown>[])

const sink = new ByteWriter()

const encodeRows = (type: RowType, rows: readonly Record<string, unknown>[]): Buffer => {
  sink.clear()
  writeRows(sink, type, rows)
  return sink.copy()
}

/**
 * Writes what array_recv, and record_recv per element, expect: counts and lengths before everything, columns in their
 * stored order.
 */
const writeRows = (to: ByteWriter, type: RowType, rows: readonly Record<string, unknown>[]): void => {
  to.int32(rows.length === 0 ? 0 : 1) // dimensions
  to.int32(0) // no element is null
  to.uint32(type.oid)
  if (rows.length === 0) return
  to.int32(rows.length)
  to.int32(1) // first index
  for (const row of rows) {
    const start = to.openLength()
    to.int32(type.columns.length)
    for (const { name, oid, write } of type.columns) {
      to.uint32(oid)
      const value = row[name]
      if (value === null || value === undefined) {
        to.int32(-1)
        continue
      }
      const at = to.openLength()
      write(to, value)
      to.closeLength(at)
    }
    to.closeLength(start)
  }
}
