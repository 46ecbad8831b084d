/** Latency of lists over 200,000 transactions of one tenant: page 1 and page 1000 of every filter. */
import pg from 'pg'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const ROWS = 200_000
const REPEATS = 15
const LOAD_TENANT = '00000000-0000-4000-8000-000000000012'

const FILTERS = [
  '',
  'status=completed',
  'status=failed',
  'status=pending',
  'status=partially_refunded',
  'operation_type=sale',
  'payment_type=card',
  'secure_type=non_3d',
  'card_schema_type=Visa',
  'card_type=Credit',
  'installment_count=1',
  'bin_number=4546',
  'min_amount=15000&max_amount=15500',
  'external_merchant_id=M-3001',
  'basket_id=BASKET-77',
  'connector_code=SIMBANK',
  'start_date=2026-01-01T00:00:00Z',
  'search_term=ORDER-1999',
  'search_term=nothing-like-it',
]

export const benchLists = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  const token = await server.token()
  await benchPayments({ cardsUrl: server.urls.cards, token }, 1, 100) // something to copy
  await fill(server.databaseUrl)
  say(`\nlists over ${ROWS} transactions of one tenant: median and slowest of ${REPEATS}, ms`)
  say(`${'filter'.padEnd(40)}${'total'.padStart(10)}${'page 1'.padStart(18)}${'page 1000'.padStart(18)}`)
  for (const filter of FILTERS) {
    const first = await timed(server, token, filter, 1)
    const far = await timed(server, token, filter, 1000)
    say(
      `${(filter || '(none)').padEnd(40)}${String(first.total).padStart(10)}${first.text.padStart(18)}${far.text.padStart(18)}`,
    )
  }
}

const timed = async (server: BenchServer, token: string, filter: string, page: number) => {
  const times: number[] = []
  let total = 0
  for (let n = 0; n < REPEATS; n++) {
    const started = performance.now()
    const answer = await fetch(`${server.urls.cards}/api/v1/transactions?page=${page}&${filter}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const body = (await answer.json()) as { total_count: number }
    if (!answer.ok) throw new Error(JSON.stringify(body))
    times.push(performance.now() - started)
    total = body.total_count
  }
  times.sort((a, b) => a - b)
  return { total, text: `${times[REPEATS >> 1]?.toFixed(1)} / ${times.at(-1)?.toFixed(1)}` }
}

/** Copies the payments that are there until there are enough, each with an id and a time of its own. */
const fill = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('alter table payments no force row level security')
    const { rows } = await client.query('select count(*)::int as n from payments where tenant_id = $1', [LOAD_TENANT])
    const columns = await client.query(
      `select column_name as name from information_schema.columns where table_name = 'payments' and is_generated = 'NEVER'`,
    )
    const list = columns.rows.map((column) => column.name)
    await client.query(fillStatement(list), [LOAD_TENANT, Math.max(0, ROWS - rows[0].n)])
    await client.query('alter table payments force row level security')
    await client.query('vacuum analyze payments')
  } finally {
    await client.end()
  }
}

const fillStatement = (columns: string[]): string => `
insert into payments (${columns.join(', ')})
select ${columns.map((column) => `made.${column}`).join(', ')} from payments p
cross join generate_series($2::int, 1, -1) n -- oldest first, as they would have come
cross join lateral jsonb_populate_record(p, jsonb_build_object(
  'id', (lpad(to_hex((extract(epoch from p.created) * 1000)::bigint - n * 1000), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid,
  'created', p.created - n * interval '1 s', 'idempotency_key', null, 'correlation_id', gen_random_uuid(),
  'external_id', 'ORDER-' || n, 'basket_id', 'BASKET-' || n % 500, 'amount', 100 + n % 100000, 'captured', 0,
  'refunded', 0, 'bin', (array[454671, 979203, 402277, 540063, 544093])[1 + n % 5],
  'card_scheme', (array['Visa', 'Troy', 'Visa', 'MasterCard', 'MasterCard'])[1 + n % 5],
  'card_type', (array['Credit', 'Credit', 'Debit', 'Credit', 'Prepaid'])[1 + n % 5],
  'status', (array['completed', 'completed', 'completed', 'failed', 'authorized'])[1 + n % 5],
  'installment_count', 1 + n % 3)) made
where p.tenant_id = $1 and p.id = (select id from payments where tenant_id = $1 limit 1)`
