/** Walks the rows of a table in key order and reseals what older data keys sealed; results never carry a plain value. */
import type { Database, Tx } from '../database/database.ts'
import { dataKeyIds } from './key-store.ts'
import { type SealedTable, toSealingContext } from './sealed-columns.ts'
import type { Sealer } from './sealer.ts'

export interface Lot {
  /** Key of the last row read; null if no rows were left. */
  readonly position: readonly string[] | null
  readonly found: readonly OldValue[]
}

interface OldValue {
  readonly column: string
  readonly key: readonly string[]
  readonly sealed: Buffer
}

const LOT_ROWS = 1_000 // some ten milliseconds of one statement

/** Reads the next rows after `position` and the values in them that older keys sealed. */
export const readLot = async (
  db: Database,
  tenantId: string,
  table: SealedTable,
  generation: number,
  position: readonly string[] | null,
): Promise<Lot> => {
  const rows = await db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const current = (await dataKeyIds(tx, tenantId, generation)).map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
    return tx.query<Record<string, unknown> & { key: string[] }>(lotStatement(table, position !== null), [
      tenantId,
      current,
      ...(position ?? []),
    ])
  })
  return {
    position: rows.at(-1)?.key ?? null,
    found: rows.flatMap((row) =>
      table.columns.flatMap((column) => {
        const sealed = row[column] as Buffer | null
        return sealed === null ? [] : [{ column, key: row.key, sealed }]
      }),
    ),
  }
}

/** A sealed value carries the id of its data key after the first byte. */
const lotStatement = ({ table, key, columns, lotRows = LOT_ROWS }: SealedTable, goesOn: boolean): string => {
  const names = key.map(([name]) => name).join(', ')
  const after = goesOn ? `and (${names}) > (${key.map(([, type], at) => `$${at + 3}::${type}`).join(', ')})` : ''
  const old = columns.map(
    (column) => `case when substring(${column} from 2 for 16) <> all ($2::bytea[]) then ${column} end as ${column}`,
  )
  return `select array[${key.map(([name]) => `${name}::text`).join(', ')}] as key, ${old.join(', ')} from ${table}
    where tenant_id = $1 ${after} order by tenant_id, ${names} limit ${lotRows}`
}

/** Returns the same values sealed under the current keys. Call it before the transaction that writes them. */
export const resealed = async (
  sealer: Pick<Sealer, 'reseal'>,
  tenantId: string,
  table: SealedTable,
  found: readonly OldValue[],
): Promise<readonly (OldValue & { fresh: Buffer })[]> => {
  const all = await Promise.all(
    found.map(async (value) => {
      const fresh = await sealer.reseal(tenantId, toSealingContext(table, value.column, value.key), value.sealed)
      return fresh === undefined ? [] : [{ ...value, fresh }]
    }),
  )
  return all.flat()
}

/**
 * Writes each value unless the old one has changed since. A row that another process has locked is left to the next
 * round, so neither waits for the other. Returns how many it wrote.
 */
export const writeResealed = async (
  tx: Tx,
  tenantId: string,
  table: SealedTable,
  values: readonly (OldValue & { fresh: Buffer })[],
): Promise<number> => {
  let written = 0
  for (const column of table.columns) {
    const ofColumn = values.filter((value) => value.column === column)
    if (ofColumn.length === 0) continue
    written += await tx.execute(writeStatement(table, column), [
      tenantId,
      ofColumn.map(({ sealed }) => sealed),
      ofColumn.map(({ fresh }) => fresh),
      ...table.key.map((_, at) => ofColumn.map(({ key }) => key[at])),
    ])
  }
  return written
}

const writeStatement = ({ table, key }: SealedTable, column: string): string => {
  const arrays = key.map(([, type], at) => `$${at + 4}::${type}[]`)
  const names = key.map(([name]) => name)
  const same = (one: string, other: string): string =>
    names.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ')
  return `with wanted (old, fresh, ${names.join(', ')}) as (select * from unnest($2::bytea[], $3::bytea[], ${arrays.join(', ')})),
    free as (
      select ${names.map((name) => `t.${name}`).join(', ')} from ${table} t join wanted on ${same('t', 'wanted')}
      where t.tenant_id = $1 for update of t skip locked)
    update ${table} t set ${column} = wanted.fresh from wanted join free on ${same('wanted', 'free')}
    where t.tenant_id = $1 and ${same('t', 'wanted')} and t.${column} = wanted.old`
}
