/** Puts both sides into buckets, a bounded page per transaction. */
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'
import { bankBucket, firstRound, platformBucket } from './passes.ts'

export const PAGE_ROWS = 20_000

const ENTRY_COLUMNS = sql`tenant_id, reconciliation_id, bucket, side, line, payment_id, parent_id, kind, order_id, reference, auth_code,
  amount, status, class, day, installment, was_settled`

/** Bank files list captures, so a payment that is only authorized is not expected in one. */
const CLASS_IN_FILES = `case when p.operation_type = 'refund'
    then case p.status when 'completed' then 'refunded' when 'failed' then 'failed' else 'open' end
    else case when p.status in ('completed', 'refunded', 'refund_processing') then 'done'
      when p.status in ('authorized', 'canceled', 'failed') then p.status else 'open' end end`
const CLASS_IN_ROWS = `case when p.status in ('completed', 'authorized') then 'done'
    when p.status in ('refunded', 'canceled', 'failed') then p.status else 'open' end`

type Source = 'rows' | 'files'
const platformRow = (source: Source): string => `p.tenant_id, p.id as payment_id, p.parent_id,
  case p.operation_type when 'refund' then 'refund' else 'sale' end as kind, p.provider_transaction_id as reference, p.auth_code,
  case when p.captured > 0 then p.captured else p.amount end as amount, p.status,
  ${source === 'files' ? CLASS_IN_FILES : CLASS_IN_ROWS} as class,
  (coalesce(p.completed_at, p.created) at time zone 'Europe/Istanbul')::date as day, p.settlement_date is not null as was_settled`
const intoEntries = (source: Source): string => `insert into reconciliation_entries (${ENTRY_COLUMNS})
  select p.tenant_id, $2, ${platformBucket(firstRound(source))}, 'platform', null, p.payment_id, p.parent_id, p.kind, null, p.reference,
    p.auth_code, p.amount, p.status, p.class, p.day, 1, p.was_settled`

/** Payments in the scope, whatever their time. */
const IN_SCOPE = `p.tenant_id = $1 and p.status <> 'created' and ($3::uuid is null or p.configuration_id = $3)
  and ($4::uuid is null or p.merchant_id = $4) and ($5::text is null or p.currency = $5)`
const toScope = (row: ReconciliationRow) => [
  row.tenant_id,
  row.id,
  row.connector_config_id,
  row.merchant_id,
  row.currency,
]

/** A range of buckets of one round. */
export interface Buckets {
  readonly first: number
  readonly last: number
}

interface Page {
  readonly count: number
  readonly last: string | null
}

/** Reads a page of our payments after `after`, in the order of their ids. */
export const gatherPlatform = (tx: Tx, row: ReconciliationRow, after: string | null): Promise<Page> =>
  gatherPage(
    tx,
    row,
    after,
    (source) => `select p.id as place, ${platformRow(source)} from payments p where ${IN_SCOPE} and ${pageOf('p.id')}`,
  )

/**
 * Does the same for payments that were created before the period and captured in it, in the order of their captures.
 */
export const gatherCaptured = (tx: Tx, row: ReconciliationRow, after: string | null): Promise<Page> =>
  gatherPage(
    tx,
    row,
    after,
    (source) => `select o.id as place, ${platformRow(source)} from payment_operations o
      join payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
      where ${IN_SCOPE} and p.id < $9 and o.tenant_id = $1 and o.kind = 'capture' and o.status = 'completed' and ${pageOf('o.id')}`,
    [row.first_id],
  )

const pageOf = (id: string): string =>
  `${id} >= $6 and (${id} > $6 or $8) and ${id} <= $7 order by ${id} limit ${PAGE_ROWS}`

const gatherPage = async (
  tx: Tx,
  row: ReconciliationRow,
  after: string | null,
  select: (source: Source) => string,
  more: readonly unknown[] = [],
): Promise<Page> => {
  const values = [...toScope(row), after ?? row.first_id, row.last_id, after === null, ...more]
  const put = row.source === 'self' ? SELF_CHECKED : `${intoEntries(row.source)} from page p`
  const [read] = await tx.query<Page>(
    `with page as materialized (${select(row.source === 'self' ? 'rows' : row.source)}), put as (${put})
     select count(*)::integer as count, (select place from page order by place desc limit 1) as last from page`,
    values,
  )
  return read as Page
}

/** Without bank rows each payment matches itself, unless it is still open. Payments that are settled need no check. */
const SELF_CHECKED = `insert into reconciliation_details (tenant_id, reconciliation_id, transaction_id, db_amount, db_status, db_day,
    discrepancy, detail_status, remedy)
  select p.tenant_id, $2, p.payment_id, p.amount, p.status, p.day,
    case p.class when 'open' then 'orphan_db' else 'matched' end, case p.class when 'open' then 'pending' else 'auto_matched' end,
    case p.class when 'open' then 'inquire' end
  from page p where p.status <> 'authorized' and not p.was_settled`

/** Reads a page of the file's movements after a line. Fees and chargebacks are not payments. */
export const gatherFile = async (tx: Tx, row: ReconciliationRow, after: number): Promise<Page> => {
  const [read] = await tx.query<Page>(
    sql`with page as materialized (
      select r.tenant_id, r.line, r.payment_id, r.order_id, r.provider_transaction_id as reference, r.auth_code,
        case r.kind when 'REFUND' then 'refund' when 'VOID_AFTER' then 'void' else 'sale' end as kind,
        case r.kind when 'SALE' then r.gross else -r.gross end as amount,
        case r.kind when 'REFUND' then 'refunded' when 'VOID_AFTER' then 'voided' else 'completed' end as status,
        case r.kind when 'REFUND' then 'refunded' when 'VOID_AFTER' then 'canceled' else 'done' end as class,
        (r.at at time zone 'Europe/Istanbul')::date as day, r.installment, r.kind as row_kind
      from bank_file_rows r where r.tenant_id = ${row.tenant_id} and r.file_id = any(${row.file_ids}) and r.line > ${after} order by r.line limit ${rawSql(PAGE_ROWS)}),
    put as (insert into reconciliation_entries (${ENTRY_COLUMNS})
      select b.tenant_id, ${row.id}, ${rawSql(bankBucket(0))}, 'bank', b.line, b.payment_id, null, b.kind, b.order_id, b.reference, b.auth_code,
        b.amount, b.status, b.class, b.day, b.installment, false
      from page b where b.row_kind in ('SALE', 'REFUND', 'VOID_AFTER'))
    select count(*)::integer as count, max(line)::text as last from page`,
  )
  return read as Page
}

/** Rows written a moment ago have no statistics, so these statements use joins that suit many rows. */
export const JOINS_OF_MANY = `select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`

const JOINS_BY_KEY = `select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_nestloop', 'on', true)`

/** Reads payments of another time that rows of these buckets name: captured or refunded today, created earlier. */
export const gatherNamed = async (tx: Tx, row: ReconciliationRow, { first, last }: Buckets): Promise<void> => {
  const named = await tx.query<{ payment_id: string; reference: string | null; kind: string }>(
    sql`with e as materialized (select side, payment_id, parent_id, reference, kind from reconciliation_entries
       where tenant_id = ${row.tenant_id} and reconciliation_id = ${row.id} and bucket between ${first} and ${last}),
     known as materialized (select payment_id::text as key from e where side = 'platform'
       union select parent_id || '|' || reference from e where side = 'platform' and parent_id is not null and reference is not null)
     select distinct b.payment_id, b.reference, b.kind
     from (select *, case kind when 'refund' then payment_id || '|' || reference else payment_id::text end as key
       from e where side = 'bank' and payment_id is not null) b
     where not exists (select 1 from known where known.key = b.key)`,
  )
  if (named.length === 0) return
  // Payments are found by their keys, whatever the statistics say.
  await tx.query(JOINS_BY_KEY)
  const sales = named.filter(({ kind }) => kind !== 'refund').map(({ payment_id }) => payment_id)
  const refunds = named.filter(({ kind }) => kind === 'refund')
  await tx.execute(
    `with named as materialized (
      select unnest($6::uuid[]) as id
      union select o.id from payment_operations o
        join unnest($7::uuid[], $8::text[]) as r(payment_id, reference) on r.payment_id = o.payment_id
        where o.tenant_id = $1 and o.kind = 'refund' and o.provider_transaction_id = r.reference),
    page as (select ${platformRow('files')} from payments p join named n on n.id = p.id where ${IN_SCOPE})
    ${intoEntries('files')} from page p`,
    [...toScope(row), sales, refunds.map(({ payment_id }) => payment_id), refunds.map(({ reference }) => reference)],
  )
  await tx.query(JOINS_OF_MANY)
}
