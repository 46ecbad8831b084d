/** Rows on their way to a file and back: what says who a person is goes under the person's key, into a column behind the others. */
import { SEALED_TABLES } from '../../app/sealed-tables.ts'
import { toSealingContext } from '../../infra/crypto/sealed-columns.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import {
  type ArchiveKeys,
  NO_PERSON,
  openValues,
  type PersonKeys,
  readKeyId,
  sealValues,
} from '../../payments/personal-data/archive-keys.ts'
import type { Archive } from './archive-month.ts'
import { PERSONAL_COLUMNS, type Values } from './personal-columns.ts'
import type { Row } from './table-file.ts'

export interface TableShape {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** The primary key. */
  readonly key: readonly string[]
}

/** Columns whose values are in `sealed`, too. */
export const listSealedColumns = ({ table, columns }: TableShape): string[] => {
  const wanted = new Set([
    ...(PERSONAL_COLUMNS[table]?.columns ?? []),
    ...(SEALED_TABLES.find((each) => each.table === table)?.columns ?? []),
  ])
  return columns.map(({ name }) => name).filter((name) => wanted.has(name))
}

const toValues = ({ columns }: TableShape, row: Row): Values =>
  Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null]))
const belongsTo = ({ table, key }: TableShape, row: Values): string[] => [table, ...key.map((name) => row[name] ?? '')]
const toBytes = (bytea: string): Buffer => Buffer.from(bytea.slice(2), 'hex')

/** Returns each row followed by the column `sealed`. */
export const sealRows = async (
  { runtime }: Pick<Archive, 'runtime'>,
  keys: ArchiveKeys,
  shape: TableShape,
  rows: readonly Row[],
): Promise<Row[]> => {
  const sealedColumns = listSealedColumns(shape)
  if (sealedColumns.length === 0) return rows.map((row) => [...row, null])
  const all = rows.map((row) => toValues(shape, row))
  const people = await findPeople(runtime, shape, all)
  const keyOf = new Map(
    await Promise.all(
      [...Map.groupBy(all.keys(), (at) => all[at]!.tenant_id as string)].map(
        async ([tenant, places]) =>
          [
            tenant,
            await keys.forPeople(
              tenant,
              places.map((at) => people[at]!),
            ),
          ] as const,
      ),
    ),
  )
  return Promise.all(
    all.map(async (row, at) => {
      const bare = { ...PERSONAL_COLUMNS[shape.table]?.erased(row) } as Record<string, string | null>
      const said: Record<string, string | null> = {}
      for (const name of sealedColumns) {
        const value = row[name] ?? null
        const isOwnSeal = !(PERSONAL_COLUMNS[shape.table]?.columns.includes(name) ?? false)
        if (isOwnSeal) bare[name] = null
        if (value === (bare[name] ?? null)) continue
        said[name] = isOwnSeal ? await openOwnSeal(runtime, shape, row, name, value as string) : value
      }
      const shown = shape.columns.map(({ name }) => (name in bare ? (bare[name] ?? null) : (row[name] ?? null)))
      if (Object.keys(said).length === 0) return [...shown, null]
      const key = keyOf.get(row.tenant_id as string)!(people[at]!)
      return [...shown, sealValues(key, belongsTo(shape, row), said)]
    }),
  )
}

/** Returns the original rows; where a key was destroyed, the rows as an erasure leaves them. */
export const openRows = async (
  { runtime }: Pick<Archive, 'runtime'>,
  keys: ArchiveKeys,
  shape: TableShape,
  rows: readonly Row[],
): Promise<Row[]> => {
  const all = rows.map((row) => ({ row: toValues(shape, row), sealed: row[shape.columns.length] ?? null }))
  const dataKeys = new Map<string, ReadonlyMap<string, Buffer>>()
  for (const [tenant, some] of Map.groupBy(all, ({ row }) => row.tenant_id as string)) {
    const ids = [...new Set(some.flatMap(({ sealed }) => (sealed === null ? [] : [readKeyId(sealed)])))]
    dataKeys.set(tenant, ids.length === 0 ? new Map() : await keys.byIds(tenant, ids))
  }
  return Promise.all(
    all.map(async ({ row, sealed }) => {
      const key = sealed === null ? undefined : dataKeys.get(row.tenant_id as string)?.get(readKeyId(sealed))
      const said = key === undefined ? {} : openValues(key, belongsTo(shape, row), sealed as string)
      const values: Record<string, string | null> = { ...row, ...said }
      for (const [name, value] of Object.entries(said))
        if (value !== null && !(PERSONAL_COLUMNS[shape.table]?.columns.includes(name) ?? false))
          values[name] = await ownSeal(runtime, shape, row, name, value)
      return shape.columns.map(({ name }) => values[name] ?? null)
    }),
  )
}

/** Values that the platform seals anyway are under keys that rotate; in a file they are under the file's key. */
const openOwnSeal = (
  { sealer }: Archive['runtime'],
  shape: TableShape,
  row: Values,
  column: string,
  value: string,
): Promise<string> => sealer.open(row.tenant_id as string, contextOf(shape, row, column), toBytes(value))

const ownSeal = async (
  { sealer }: Archive['runtime'],
  shape: TableShape,
  row: Values,
  column: string,
  plain: string,
): Promise<string> =>
  `\\x${(await sealer.seal(row.tenant_id as string, contextOf(shape, row, column), plain)).toString('hex')}`

const contextOf = ({ table }: TableShape, row: Values, column: string) => {
  const sealed = SEALED_TABLES.find((each) => each.table === table)!
  return toSealingContext(
    sealed,
    column,
    sealed.key.map(([name]) => row[name] as string),
  )
}

/** Finds the person under whose key each row is sealed. A refund has the person of its payment, which may be in the archive already. */
const findPeople = async (
  { db, sealer }: Archive['runtime'],
  { table }: TableShape,
  rows: readonly Values[],
): Promise<PersonKeys[]> => {
  const personal = PERSONAL_COLUMNS[table]
  if (personal === undefined) return rows.map(() => NO_PERSON)
  const found = rows.map((row) => personal.ownKeys(sealer, row))
  const unknown = [...found.keys()].filter(
    (at) => found[at]!.email === null && found[at]!.identity === null && personal.payment(rows[at]!) !== null,
  )
  if (unknown.length === 0) return found
  const theirs = await db.transaction({ as: 'platform' }, (tx) =>
    tx.query<PersonKeys & { at: number }>(
      sql`select a.at, encode(coalesce(p.buyer_email_key, k.email_key), 'hex') as email,
          encode(coalesce(p.buyer_identity_key, k.identity_key), 'hex') as identity
         from unnest(${unknown}::int[], ${unknown.map((at) => rows[at]!.tenant_id)}::uuid[], ${unknown.map((at) => personal.payment(rows[at]!))}::uuid[], ${unknown.map((at) => rows[at]!.id)}::uuid[]) as a (at, tenant_id, payment_id, row_id)
         left join payments p on ${joinByKey('p', { tenant_id: 'a.tenant_id', id: 'a.payment_id' })}
         left join archived_person_rows r on r.tenant_id = a.tenant_id and r.row_id = a.row_id
         left join archive_keys k on k.tenant_id = r.tenant_id and k.id = r.key_id`,
    ),
  )
  for (const { at, email, identity } of theirs) found[at] = { email, identity }
  return found
}
