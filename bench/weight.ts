/** What a payment weighs: rows and indexes of every table it writes to, its widest columns, and the log of its writes. */
import pg from 'pg'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const CONNECTIONS = 64
/** A column narrower than this is not named. */
const NAMED_BYTES = 12

export const benchWeight = async (
  server: BenchServer,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const owner = new pg.Client({ connectionString: server.databaseUrl })
  await owner.connect()
  const ask = async (sql: string, values: unknown[] = []): Promise<Record<string, string | number>> =>
    (await owner.query(sql, values)).rows[0]
  const position = async () => (await ask('select pg_current_wal_insert_lsn() as at')).at as string
  const before = { sizes: await sizesOf(owner), at: await position(), payments: await countPayments(owner) }
  const target = { cardsUrl: server.urls.cards, token: await server.token() }
  await benchPayments(target, CONNECTIONS, durationMs)
  const made = (await countPayments(owner)) - before.payments
  const { log } = await ask('select pg_wal_lsn_diff($1, $2)::float8 as log', [await position(), before.at])
  const after = await sizesOf(owner)

  say(`\nweight: ${made} payments at ${CONNECTIONS} connections; bytes a payment`)
  say(`log ${(Number(log) / made).toFixed(0)}, full pages after a checkpoint with it`)
  say(`${'table'.padEnd(28)}${'rows'.padStart(8)}${'indexes'.padStart(9)}`)
  for (const [table, size] of after) {
    const earlier = before.sizes.get(table) ?? { rows: 0, indexes: 0 }
    const [rows, indexes] = [(size.rows - earlier.rows) / made, (size.indexes - earlier.indexes) / made]
    if (rows + indexes >= 1) say(`${table.padEnd(28)}${rows.toFixed(0).padStart(8)}${indexes.toFixed(0).padStart(9)}`)
  }
  say(`widest columns of a payment: ${(await columnsOf(owner)).join(', ')}`)
  await owner.end()
}

export const countPayments = async (owner: pg.Client): Promise<number> =>
  Number((await owner.query('select count(*) as n from payments')).rows[0].n)

/** By table, its parts together. */
export const sizesOf = async (owner: pg.Client): Promise<Map<string, { rows: number; indexes: number }>> => {
  const { rows } = await owner.query<{ name: string; rows: number; indexes: number }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
        sum(pg_table_size(c.oid))::float8 as rows, sum(pg_indexes_size(c.oid))::float8 as indexes
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 2 desc`,
  )
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}

const columnsOf = async (owner: pg.Client): Promise<string[]> => {
  const { rows: columns } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped`,
  )
  const sums = columns.map(({ name }) => `avg(coalesce(pg_column_size(${name}), 0))::float8 as ${name}`).join(', ')
  const { rows } = await owner.query<Record<string, number>>(
    `select avg(pg_column_size(p.*))::float8 as "the row", ${sums} from payments p where status = 'completed'`,
  )
  return Object.entries(rows[0]!)
    .filter(([, bytes]) => bytes >= NAMED_BYTES)
    .sort(([, some], [, other]) => other - some)
    .map(([name, bytes]) => `${name} ${bytes.toFixed(0)}`)
}
