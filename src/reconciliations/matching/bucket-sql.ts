/**
 * Compares the buckets of a round in one statement: it runs the passes, stores matches as details, moves the rest into
 * the next round, and deletes its own rows.
 */
import { BUCKETS, bankBucket, type Pass, platformBucket, ROUNDS } from './passes.ts'

const passSql = ({ platform, bank }: Pass, at: number): string => `
pk${at} as materialized (select p.payment_id, k.key, row_number() over (partition by k.key order by p.payment_id) as nth
  from p${at} p cross join m cross join lateral (select ${platform} as key) k where k.key is not null),
bk${at} as materialized (select b.nr, k.key, row_number() over (partition by k.key order by b.line, b.nr) as nth
  from b${at} b cross join m cross join lateral (select ${bank} as key) k where k.key is not null),
pair${at} as materialized (select pk.payment_id, bk.nr from pk${at} pk join bk${at} bk on bk.key = pk.key and bk.nth = pk.nth),
p${at + 1} as materialized (select p.* from p${at} p where not exists (select 1 from pair${at} x where x.payment_id = p.payment_id)),
b${at + 1} as materialized (select b.* from b${at} b where not exists (select 1 from pair${at} x where x.nr = b.nr)),`

const DETAIL_COLUMNS = `tenant_id, reconciliation_id, transaction_id, bank_line, bank_transaction_id, bank_order_id, auth_code,
  db_amount, bank_amount, db_status, bank_status, db_day, bank_day, discrepancy, detail_status, remedy, remedy_target,
  was_settled, reason`

/**
 * Which of our unmatched payments a file must contain: a list of movements cannot contain a payment for which no money
 * moved, and none contains one that is only authorized. A caller that sends rows of a day again may leave out settled
 * ones; a bank's file contains them.
 */
const EXPECTED = `p.status <> 'authorized' and not (m.source = 'files' and p.class in ('failed', 'canceled'))
  and not (m.source = 'rows' and p.was_settled)`
const SETTLED_BEFORE = `p.was_settled, case when p.was_settled then 'settled before' end`

const orphans = (at: number): string => `
alone as (insert into reconciliation_details (${DETAIL_COLUMNS})
  select m.tenant_id, m.id, p.payment_id, null, null, null, p.auth_code, p.amount, null, p.status, null, p.day, null, 'orphan_db', 'pending', 'inquire', null,
      ${SETTLED_BEFORE}
    from p${at} p cross join m where ${EXPECTED}
  union all
  select m.tenant_id, m.id, null, b.line, b.reference, b.order_id, b.auth_code, null, b.amount, null, b.status, null, b.day, 'orphan_bank', 'pending', null, null, false, null
    from b${at} b cross join m
  returning discrepancy, db_amount, bank_amount),`

/** The remedy for a movement that the bank knows and we did not; `open` means an outcome that never arrived. */
const REMEDY = `case when p.class = b.class then null
      when p.class = 'open' and b.class <> 'open' then 'force_status'
      when p.class in ('failed', 'canceled') and b.class = 'done' and p.kind = 'sale' then 'reverse_at_bank'
      when p.class = 'done' and b.class = 'canceled' then 'mark_reversed' else 'inquire' end`
const REMEDY_TARGET = `case when p.class = 'open' then case b.class when 'done' then 'completed' when 'refunded' then 'completed'
      when 'failed' then 'failed' when 'canceled' then 'canceled' end end`

/** From the first round on, the bank's rows are combined into transactions. */
const onward = (at: number, round: number): string => `
onward as (insert into reconciliation_entries (tenant_id, reconciliation_id, bucket, side, line, payment_id, parent_id, kind, order_id,
    reference, auth_code, amount, status, class, day, installment, was_settled)
  select m.tenant_id, m.id, ${platformBucket(round + 1)}, 'platform', null, p.payment_id, p.parent_id, p.kind, null,
    p.reference, p.auth_code, p.amount, p.status, p.class, p.day, 1, p.was_settled from p${at} p cross join m
  union all
  select m.tenant_id, m.id, ${bankBucket(round + 1)}, 'bank', b.line, b.payment_id, null, b.kind, b.order_id,
    b.reference, b.auth_code, b.amount, b.status, b.class, b.day, 1, false from b${at} b cross join m),
alone as (select ''::text as discrepancy, 0::bigint as db_amount, 0::bigint as bank_amount where false),`

/**
 * Rows of a file become transactions: installments are added up, a transaction listed twice counts twice, and a sale
 * that the bank takes back in the same file is voided. A refund that is taken back does not occur.
 */
const TRANSACTIONS = `
raw as (select e.*, row_number() over (partition by order_id, reference, kind, installment order by line) as copy
  from e where side = 'bank'),
grouped as (select min(line) as line, payment_id, order_id, reference, kind, min(auth_code) as auth_code, sum(amount) as amount,
    min(status) as status, min(class) as class, min(day) as day
  from raw group by payment_id, order_id, reference, kind, copy, case when order_id is null then line end),
b0 as materialized (select row_number() over (order by g.line) as nr, g.line, g.payment_id, g.order_id, g.reference,
    case g.kind when 'void' then 'sale' else g.kind end as kind, g.auth_code, g.amount,
    case when v.order_id is null then g.status else 'voided' end as status, case when v.order_id is null then g.class else 'canceled' end as class, g.day
  from grouped g left join (select distinct order_id from grouped where kind = 'void') v on v.order_id = g.order_id and g.kind = 'sale'
  where g.kind <> 'void' or not exists (select 1 from grouped s where s.order_id = g.order_id and s.kind = 'sale')),`

/** Parameters: tenant, reconciliation, first and last bucket. Returns one row of sums. */
export const bucketSql = (round: number): string => {
  const { passes } = ROUNDS[round] as (typeof ROUNDS)[number]
  const end = passes.length
  const isLast = round === ROUNDS.length - 1
  return `with m as (select tenant_id, id, source from reconciliations where tenant_id = $1 and id = $2),
e as materialized (select * from reconciliation_entries where tenant_id = $1 and reconciliation_id = $2 and bucket between $3 and $4),
p0 as materialized (select distinct on (payment_id) * from e where side = 'platform' order by payment_id),
${TRANSACTIONS}
${passes.map(passSql).join('')}
pairs as (${passes.map((_, at) => `select payment_id, nr from pair${at}`).join(' union all ')}),
${isLast ? orphans(end) : onward(end, round)}
matched as (insert into reconciliation_details (${DETAIL_COLUMNS})
  select m.tenant_id, m.id, p.payment_id, b.line, b.reference, b.order_id, b.auth_code, p.amount, b.amount, p.status, b.status, p.day, b.day,
    case when p.amount <> b.amount then 'amount_mismatch' when p.class <> b.class then 'status_mismatch' else 'matched' end,
    case when p.amount = b.amount and p.class = b.class then 'auto_matched' else 'pending' end, ${REMEDY}, ${REMEDY_TARGET},
    ${SETTLED_BEFORE}
  from pairs join p0 p on p.payment_id = pairs.payment_id join b0 b on b.nr = pairs.nr cross join m
  returning discrepancy, db_amount, bank_amount),
gone as (delete from reconciliation_entries where tenant_id = $1 and reconciliation_id = $2 and bucket between $3 and $4),
told as (select * from matched union all select * from alone)
select count(db_amount)::integer as db_count, count(bank_amount)::integer as bank_count, coalesce(sum(db_amount), 0)::bigint as db_amount,
  coalesce(sum(bank_amount), 0)::bigint as bank_amount,
  count(*) filter (where discrepancy = 'matched')::integer as matched,
  count(*) filter (where discrepancy = 'amount_mismatch')::integer as amount_mismatch,
  count(*) filter (where discrepancy = 'status_mismatch')::integer as status_mismatch,
  count(*) filter (where discrepancy = 'orphan_db')::integer as orphan_db,
  count(*) filter (where discrepancy = 'orphan_bank')::integer as orphan_bank
from told`
}

export const toRound = (bucket: number): number => Math.floor(bucket / BUCKETS)
export const lastOfRound = (bucket: number): number => (toRound(bucket) + 1) * BUCKETS - 1
