/** A bank's day against as many payments: seconds until it is compared and followed up, the program's memory, beside a plain join of the same rows. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const ROWS = 20_000
const ROWS_AT_ONCE = 50_000
const LOAD_TENANT = '00000000-0000-4000-8000-000000000012'
/** One row in so many is missing at the bank, one has another amount there, one is unknown here. */
const LIE_EVERY = 1_000
const LOOK_MS = 20
const WAIT_MS = 900_000

export const benchReconciliation = async (
  server: BenchServer,
  say: (line: string) => void,
  rows = ROWS,
): Promise<void> => {
  await benchPayments({ cardsUrl: server.urls.cards, token: await server.token() }, 1, 100) // something to copy
  const owner = new pg.Client({ connectionString: server.databaseUrl })
  await owner.connect()
  try {
    const filled = performance.now()
    const { fileId, configurationId } = await fill(owner, rows)
    say(`\n${rows} payments and as many rows of a bank filled in ${secondsSince(filled)} s`)
    const reference = await joinPlainly(owner, fileId)
    say(`a plain join of both: ${reference.toFixed(1)} s`)
    await sleep(2_000) // what was filled is written out
    const atRest = residentMb(server.pid)
    const id = await begin(owner, fileId, configurationId)
    const { compared, followedUp, peakMb, counts } = await watch(owner, server.pid, id)
    say(
      `compared in ${compared.toFixed(1)} s, ${(compared / reference).toFixed(1)} of the join (aim for a million: 60 s); chargebacks and commissions ${(followedUp - compared).toFixed(1)} s`,
    )
    say(`resident: ${atRest.toFixed(0)} MB at rest, ${peakMb.toFixed(0)} MB at most (aim 300)`)
    say(`found: ${JSON.stringify(counts)}`)
  } finally {
    await owner.end()
  }
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1_000).toFixed(1)

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

const TABLES = [
  ...['payments', 'bank_files', 'bank_file_rows', 'reconciliations', 'reconciliation_details'],
  ...['closed_block_heads', 'closed_block_deltas', 'connector_configurations'], // for the triggers
]

/** Copies of one payment within a day, and a file that lists them. */
const fill = async (owner: pg.Client, rows: number): Promise<{ fileId: string; configurationId: string }> => {
  for (const table of TABLES) await owner.query(`alter table ${table} no force row level security`)
  const { rows: columns } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'payments' and is_generated = 'NEVER'`,
  )
  const { rows: models } = await owner.query<{ id: string; configuration_id: string }>(
    `select id, configuration_id from payments where tenant_id = $1 and status = 'completed' limit 1`,
    [LOAD_TENANT],
  )
  const model = models[0]!
  const statement = copyStatement(columns.map(({ name }) => name))
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE)
    await owner.query(statement, [LOAD_TENANT, model.id, from, Math.min(rows, from + ROWS_AT_ONCE - 1)])
  const fileId = randomUUID()
  await owner.query(FILE, [LOAD_TENANT, fileId, model.configuration_id])
  await owner.query(FILE_ROWS, [LOAD_TENANT, fileId, LIE_EVERY])
  await owner.query('vacuum analyze payments')
  await owner.query('vacuum analyze bank_file_rows')
  return { fileId, configurationId: model.configuration_id }
}

const copyStatement = (columns: readonly string[]): string => `
insert into payments (${columns.join(', ')})
select ${columns.map((column) => `made.${column}`).join(', ')} from payments p
cross join generate_series($3::int, $4::int) n
cross join lateral jsonb_populate_record(p, jsonb_build_object(
  'id', (lpad(to_hex((extract(epoch from p.created) * 1000)::bigint - 80000000 + n::bigint * 80), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid,
  'created', p.created - interval '80000 s' + n * interval '80 ms', 'completed_at', p.created - interval '80000 s' + n * interval '80 ms',
  'idempotency_key', null, 'correlation_id', gen_random_uuid(), 'external_id', 'RECONCILED-' || n, 'amount', 100 + n % 100000,
  'captured', 100 + n % 100000, 'provider_transaction_id', 'B' || n, 'auth_code', lpad((n % 1000000)::text, 6, '0'), 'card_type', 'Credit')) made
where p.tenant_id = $1 and p.id = $2`

const FILE = `
insert into bank_files (tenant_id, id, sha256, form, bank, merchant_number, currency, day, number, configuration_id, covers_until, row_count,
  gross, commission, net, status, taken_by, taken_at, origin)
values ($1, $2, 'bench', 'csv', 'BENCH', '1', 'TRY', current_date, 1, $3, now(), 0, 0, 0, 0, 'taken', 'bank-files', now(), 'folder')`

const FILE_ROWS = `
insert into bank_file_rows (tenant_id, file_id, line, kind, order_id, payment_id, provider_transaction_id, auth_code, at, installment,
  installments, gross, basis_points, commission, tax, net)
select $1, $2, row_number() over (order by p.id), 'SALE', case when n % $3 = 2 then 'NOT-OURS-' || n else 'V' || replace(p.id::text, '-', '') || '01' end,
  case when n % $3 <> 2 then p.id end, case when n % $3 = 2 then 'X' || n else p.provider_transaction_id end, null, p.created, 1, 1,
  p.amount + case when n % $3 = 1 then 7 else 0 end, 356, round(p.amount * 356 / 10000.0), 0, 0
from payments p cross join lateral (select substr(p.external_id, 12)::int as n) numbered
where p.tenant_id = $1 and p.external_id like 'RECONCILED-%' and n % $3 <> 0`

const joinPlainly = async (owner: pg.Client, fileId: string): Promise<number> => {
  const started = performance.now()
  await owner.query(
    `select count(*) filter (where p.amount = b.gross), count(*) filter (where p.amount <> b.gross), count(*) filter (where b.line is null)
     from payments p full join (select * from bank_file_rows where tenant_id = $1 and file_id = $2) b on b.payment_id = p.id
     where p.tenant_id = $1 or p.id is null`,
    [LOAD_TENANT, fileId],
  )
  return (performance.now() - started) / 1_000
}

/** As a process left it that ended right after it had taken the file: the sweep goes on with it. */
const begin = async (owner: pg.Client, fileId: string, configurationId: string): Promise<string> => {
  const id = randomUUID()
  await owner.query(
    `insert into reconciliations (tenant_id, id, scope, connector_config_id, period, period_start, period_end, reconciliation_date, source, currency,
       first_id, last_id, file_ids, stage, overall_status, started_by, created, last_modified)
     select $1, $2, 'connector', $3, 'custom', now() - interval '1 day', now(), current_date, 'files', 'TRY', min(id::text)::uuid, max(id::text)::uuid,
       array[$4::uuid], 'bank', 'draft', 'bench', now(), now() from payments where tenant_id = $1 and external_id like 'RECONCILED-%'`,
    [LOAD_TENANT, id, configurationId, fileId],
  )
  return id
}

interface Watched {
  compared: number
  followedUp: number
  peakMb: number
  counts: Record<string, number>
}

/** From its first step on. */
const watch = async (owner: pg.Client, pid: number, id: string): Promise<Watched> => {
  const until = performance.now() + WAIT_MS
  let began: number | undefined
  let compared: number | undefined
  let peakMb = 0
  while (performance.now() < until) {
    const { rows } = await owner.query(
      `select stage, cursor, overall_status, follow_up, matched_count, amount_mismatch_count, status_mismatch_count, orphan_db_count, orphan_bank_count
       from reconciliations where tenant_id = $1 and id = $2`,
      [LOAD_TENANT, id],
    )
    const { stage, cursor, overall_status, follow_up, ...counts } = rows[0]
    peakMb = Math.max(peakMb, residentMb(pid))
    const now = performance.now()
    if (began === undefined && (stage !== 'bank' || cursor !== null)) began = now
    if (compared === undefined && overall_status === 'in_review') compared = now
    if (began !== undefined && compared !== undefined && follow_up === 'done')
      return { compared: (compared - began) / 1_000, followedUp: (now - began) / 1_000, peakMb, counts }
    await sleep(LOOK_MS)
  }
  throw new Error('the reconciliation does not end')
}
