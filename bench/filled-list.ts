/** Many payments of one tenant, put behind the program's back, and what the program keeps of them. */
import pg from 'pg'

const ROWS_AT_ONCE = 50_000
const OPEN_ROWS_MAX = 25_000
const CLOSING_MS = 900_000
const LOAD_TENANT = '00000000-0000-4000-8000-000000000012'

export const merchantId = (n: number): string => `20000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

/** Until few rows are open; the background counts rows that are older than the newest it has seen every five minutes. Returns how many that are. */
export const closing = async (ownerUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set role vezne_platform')
    for (const until = performance.now() + CLOSING_MS; ; ) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from payments where tenant_id = $1 and id >= coalesce((
           select closed_before from closed_block_heads where tenant_id = $1 and list = 'payments'), $2)`,
        [LOAD_TENANT, '00000000-0000-0000-0000-000000000000'],
      )
      const open = rows[0]?.n ?? 0
      if (open < OPEN_ROWS_MAX || performance.now() > until) return open
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    await client.end()
  }
}

/** Until all blocks are copied, as far as they did not change meanwhile. Returns how many are not. */
export const copying = async (ownerUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set role vezne_platform')
    for (const until = performance.now() + CLOSING_MS; ; ) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from closed_blocks b where tenant_id = $1 and list = 'payments' and level = 0 and scope = $2
           and not exists (select from closed_block_copies c where c.tenant_id = b.tenant_id and c.list = b.list and c.first_id = b.first_id)`,
        [LOAD_TENANT, '00000000-0000-0000-0000-000000000000'],
      )
      const left = rows[0]?.n ?? 0
      if (left === 0 || performance.now() > until) return left
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    await client.end()
  }
}

export const weightOf = async (ownerUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(
      `select string_agg(t || ' ' || pg_size_pretty(pg_total_relation_size(t::regclass)), ', ') as text
         from unnest('{closed_blocks,closed_block_values,closed_block_texts}'::text[]) t`,
    )
    return `kept beside the rows: ${rows[0]?.text}`
  } finally {
    await client.end()
  }
}

/** Copies the payments that are there until there are enough, each with an id and a time of its own. */
export const fill = async (ownerUrl: string, wanted: number): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const tables = ['payments', 'merchants', 'closed_block_heads', 'closed_block_deltas'] // the last two: for the triggers
  try {
    for (const table of tables) await client.query(`alter table ${table} no force row level security`)
    const { rows } = await client.query('select count(*)::int as n from payments where tenant_id = $1', [LOAD_TENANT])
    const columns = await client.query(
      `select column_name as name from information_schema.columns where table_name = 'payments' and is_generated = 'NEVER'`,
    )
    await client.query(MERCHANTS, [LOAD_TENANT])
    const statement = fillStatement(columns.rows.map((column) => column.name))
    const model = await client.query('select id from payments where tenant_id = $1 limit 1', [LOAD_TENANT])
    for (let left = wanted - rows[0].n; left > 0; left -= ROWS_AT_ONCE)
      await client.query(statement, [LOAD_TENANT, left, Math.max(1, left - ROWS_AT_ONCE + 1), model.rows[0].id])
    for (const table of tables) await client.query(`alter table ${table} force row level security`)
    await client.query('vacuum analyze payments')
  } finally {
    await client.end()
  }
}

/** With more than one, a caller of the tenant reads all of it. */
const MERCHANTS = `
insert into merchants (tenant_id, id, external_id, name, status, created, last_modified)
select $1, ('20000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'L-' || n, 'Load ' || n, 'approved', now(), now()
from generate_series(1, 150) n`

const fillStatement = (columns: string[]): string => `
insert into payments (${columns.join(', ')})
select ${columns.map((column) => `made.${column}`).join(', ')} from payments p
cross join generate_series($2::int, $3::int, -1) n -- oldest first, as they would have come
cross join lateral jsonb_populate_record(p, jsonb_build_object(
  'id', (lpad(to_hex((extract(epoch from p.created) * 1000)::bigint - n::bigint * 1000), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid,
  'created', p.created - n * interval '1 s', 'idempotency_key', null, 'correlation_id', gen_random_uuid(),
  'external_id', 'ORDER-' || n, 'basket_id', 'BASKET-' || n % 500, 'amount', 100 + n % 100000, 'captured', 0,
  'refunded', 0, 'bin', (array[454671, 979203, 402277, 540063, 544093])[1 + n % 5],
  'card_scheme', (array['Visa', 'Troy', 'Visa', 'MasterCard', 'MasterCard'])[1 + n % 5],
  'card_type', (array['Credit', 'Credit', 'Debit', 'Credit', 'Prepaid'])[1 + n % 5],
  'status', (array['completed', 'completed', 'completed', 'failed', 'authorized'])[1 + n % 5],
  'merchant_id', case when n % 3 = 0 then p.merchant_id::text else '20000000-0000-4000-8000-' || lpad(to_hex(1 + n % 150), 12, '0') end,
  'installment_count', 1 + n % 3)) made
where p.tenant_id = $1 and p.id = $4`
