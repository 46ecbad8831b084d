/** A database after two years: months of payments, operations, transfers, checks and calls, copied from one of each. */
import pg from 'pg'
import { keepPartitions } from './kept-partitions.ts'
import type { Vezne } from './vezne.ts'

export const MONTH_MS = 30.5 * 86_400_000
/** By table: what a copy has of its own, beside the values of the row that is copied. `i.id` is its payment's or transfer's. */
const COPIED: Record<string, string> = {
  payments: `'id', i.id, 'correlation_id', i.correlation, 'idempotency_key', null, 'parent_id', null, 'amount', 20000 + i.n,
    'external_id', 'O-' || i.n, 'basket_id', 'B-' || i.n % 400, 'bin', case i.n % 400 when 7 then 979203 else 454671 end`,
  payment_operations: `'id', i.other, 'payment_id', i.id, 'correlation_id', i.correlation, 'idempotency_key', null`,
  transfers: `'id', i.id, 'correlation_id', i.correlation, 'external_id', 'E-' || i.n, 'provider_transaction_id', 'B-' || i.n,
    'receiver_key', 'R-' || i.n`,
  fraud_checks: `'id', i.id`,
  api_request_logs: `'id', i.id, 'transaction_id', i.other`,
}

/** As many `rows` of each month, with statistics. The clock is behind them then. */
export const fillMonths = async (vezne: Vezne, { months, rows }: { months: number; rows: number }): Promise<void> => {
  const begin = vezne.runtime.clock.ms()
  await vezne.moveClock(months * MONTH_MS)
  await keepPartitions(vezne.runtime, {})
  await copyIntoMonths(vezne.ownerUrl, { begin, months, rows })
}

/** Copies of the rows that are there (a table without any stays empty) into the months from `begin`, whose partitions exist. */
export const copyIntoMonths = async (
  ownerUrl: string,
  { begin, months, rows }: { begin: number; months: number; rows: number },
): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `create temporary table ids as select n, 'C-' || n as correlation,
       (substr(first_key_at(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id,
       (substr(first_key_at(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as other
     from generate_series(1, $1::integer) n, lateral (select to_timestamp(($2::float8 + n * $3::float8) / 1000)) as t (at)`,
    [months * rows, begin, MONTH_MS / rows],
  )
  for (const [table, changes] of Object.entries(COPIED)) await copyRows(owner, table, changes)
  await owner.query('analyze')
  await owner.end()
}

const copyRows = async (owner: pg.Client, table: string, changes: string): Promise<void> => {
  const { rows } = await owner.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const columns = rows[0]!.columns
  await owner.query(`
    begin;
    alter table ${table} no force row level security, disable trigger user;
    insert into ${table} (${columns})
      select ${columns.replaceAll(/(?<=^|, )/g, 'c.')} from (select to_jsonb(t) as row from ${table} t limit 1) one cross join ids i
        cross join lateral jsonb_populate_record(null::${table}, one.row || jsonb_build_object(${changes})) c;
    alter table ${table} force row level security, enable trigger user;
    commit`)
}
