/**
 * Invariants of the ledger, each as a statement that lists violations. The checks share no code with the writers, so an
 * error in posting or rounding cannot hide itself.
 */
export interface LedgerCheck {
  readonly name: string
  /**
   * A statement about one tenant ($1) and rows made since a moment ($2 as a day, $3 as an id). It returns merchant,
   * currency, place, expected, found.
   */
  readonly sql: string
}

/** Returns the effect of an entry on an account, which is given by the beginning of its name. */
const onAccount = (prefix: string): string =>
  `coalesce(sum(case when e.credit_account like '${prefix}%' then e.amount when e.debit_account like '${prefix}%' then -e.amount end), 0)`

const PAID = `case when s.status = 'settled' then 1 else 0 end`
const BANK_NET = 's.gross_amount - s.refund_amount - s.bank_commission'

/** Accounts, and what a settlement moves on each; a credit is positive. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  'merchant:': `s.adjustment_amount - s.bank_commission - s.platform_commission - s.reserve_amount + s.reserve_released - ${PAID} * s.payout_amount`,
  'bank:': `s.bank_commission - s.adjustment_amount + ${PAID} * (${BANK_NET})`,
  'commission:platform': 's.platform_commission - s.platform_tax',
  'tax:platform': 's.platform_tax',
  'reserve:': 's.reserve_amount - s.reserve_released',
  'payout:': `${PAID} * (s.payout_amount - (${BANK_NET}))`,
}
const accountCheck = ([account, expected]: [string, string]): LedgerCheck => ({
  name: `entries on ${account.replace(/:$/, '')}`,
  sql: `select s.merchant_id, s.currency, 'settlement ' || s.id as place, (${expected})::text as expected, ${onAccount(account)}::text as found
    from settlements s left join settlement_entries e on e.tenant_id = s.tenant_id and e.settlement_id = s.id
    where s.tenant_id = $1 and s.reconciliation_id is not null and s.id >= $3 group by s.tenant_id, s.id
    having (${expected}) <> ${onAccount(account)}`,
})

const LINE_OF = `l.tenant_id = s.tenant_id and l.reconciliation_id = s.reconciliation_id and l.merchant_id = s.merchant_id
  and l.configuration_id = s.configuration_id and l.currency = s.currency and l.period_day = s.period_end`
/** Rounds half up ignoring the sign, for numbers of any size. */
const share = (amount: string, basisPoints: string): string =>
  `(sign(${amount}) * floor((abs(${amount}) * ${basisPoints} * 2 + 10000) / 20000))`

/** The first rate of terms `t` that fits payment `p`. */
const RATE = `(select (r.value ->> 'basis_points')::integer from jsonb_array_elements(t.rates) with ordinality as r(value, nth)
  where coalesce(r.value ->> 'card_type', p.card_type) = p.card_type and coalesce(r.value ->> 'card_scheme', p.card_scheme) = p.card_scheme
    and (r.value ->> 'is_on_us' is null or (r.value ->> 'is_on_us')::boolean = (p.issuer_bank_code = c.bank_code))
    and p.installment_count between coalesce((r.value ->> 'installments_from')::integer, 1) and coalesce((r.value ->> 'installments_to')::integer, 99)
  order by r.nth limit 1)`

/** The amount a payment has moved for the merchant, by its state and its chargebacks. */
const BOOKED = `case when p.status in ('canceled', 'failed') then 0 else p.captured - p.refunded end
  - coalesce((select sum(b.booked) from chargebacks b where b.payment_id = p.id and b.tenant_id = p.tenant_id), 0)`

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  ...Object.entries(ACCOUNTS).map(accountCheck),
  {
    name: 'settlement and its lines',
    sql: `select s.merchant_id, s.currency, 'settlement ' || s.id as place,
        concat_ws(' ', s.gross_amount - s.refund_amount, s.bank_commission, s.platform_commission, s.net_amount) as expected,
        concat_ws(' ', sum(l.gross), sum(l.bank_commission + l.bank_tax), sum(l.platform_commission + l.platform_tax), sum(l.net)) as found
      from settlements s left join settlement_lines l on ${LINE_OF}
      where s.tenant_id = $1 and s.reconciliation_id is not null and s.id >= $3 group by s.tenant_id, s.id
      having (s.gross_amount - s.refund_amount, s.bank_commission, s.bank_tax, s.platform_commission, s.platform_tax, s.net_amount) is distinct from
        (sum(l.gross), sum(l.bank_commission + l.bank_tax), sum(l.bank_tax), sum(l.platform_commission + l.platform_tax), sum(l.platform_tax), sum(l.net))`,
  },
  {
    name: 'value dates and net',
    sql: `select s.merchant_id, s.currency, 'settlement ' || s.id as place, s.net_amount::text as expected,
        (select sum((d ->> 'amount')::bigint) from jsonb_array_elements(s.value_dates) d)::text as found
      from settlements s where s.tenant_id = $1 and s.reconciliation_id is not null and s.id >= $3
        and s.net_amount is distinct from (select sum((d ->> 'amount')::bigint) from jsonb_array_elements(s.value_dates) d)`,
  },
  {
    name: "lines and the bank's file",
    sql: `select l.merchant_id, l.currency, 'line ' || l.line || ' of ' || l.payment_id as place,
        concat_ws(' ', r.gross, r.commission, r.tax) as expected, concat_ws(' ', l.gross, l.bank_commission, l.bank_tax) as found
      from settlement_lines l join reconciliations c on c.tenant_id = l.tenant_id and c.id = l.reconciliation_id
      join bank_file_rows r on r.tenant_id = l.tenant_id and r.file_id = any(c.file_ids) and r.line = l.line
      left join lateral (select coalesce(case when d.resolution_action in ('accept_bank', 'mark_matched') then d.adjusted_amount
            when d.resolution_action = 'adjust_amount' then d.adjusted_amount else d.db_amount end, r.commission + r.tax) as agreed
          from reconciliation_details d where d.tenant_id = l.tenant_id and d.reconciliation_id = l.reconciliation_id and d.kind = 'commission'
            and d.bank_line = l.line order by d.id limit 1) a on true
      where l.tenant_id = $1 and l.line > 0 and l.period_day >= $2::date and (l.gross <> r.gross
        or l.bank_commission + l.bank_tax <> a.agreed
        or a.agreed is null and (r.basis_points is not null or r.commission <> 0) and (l.bank_commission, l.bank_tax) <> (r.commission, r.tax))`,
  },
  {
    name: 'movement and its lines',
    sql: `select l.merchant_id, l.currency, 'transaction ' || l.source_id as place, sum(l.booked)::text as expected, sum(l.gross)::text as found
      from settlement_lines l where l.tenant_id = $1 and l.kind in ('sale', 'refund') and l.period_day >= $2::date
        and exists (select from reconciliation_details d where d.tenant_id = l.tenant_id and d.transaction_id = l.source_id
          and d.reconciliation_id = l.reconciliation_id and d.kind = 'movement' and d.detail_status = 'auto_matched')
      group by l.merchant_id, l.currency, l.source_id having sum(l.gross) <> sum(l.booked)`,
  },
  {
    name: "the platform's share",
    sql: `select l.merchant_id, l.currency, 'transaction ' || l.source_id as place, ${share('sum(l.gross)', 'max(t.platform_basis_points)')}::text as expected,
        sum(l.platform_commission)::text as found
      from settlement_lines l join merchant_terms t on t.tenant_id = l.tenant_id and t.id = l.terms_id
      where l.tenant_id = $1 and l.kind in ('sale', 'refund') and l.period_day >= $2::date
      group by l.merchant_id, l.currency, l.source_id
      having sum(l.platform_commission) <> case when sum(l.gross) < 0 and not bool_or(t.returns_platform_commission) then 0
        else ${share('sum(l.gross)', 'max(t.platform_basis_points)')} end`,
  },
  {
    name: 'commission by the terms',
    sql: `select m.merchant_id, m.currency, 'transaction ' || m.source_id as place, m.expected::text as expected, m.found::text as found from (
        select l.merchant_id, l.currency, l.source_id, sum(l.bank_commission) as found,
          case when sum(l.gross) < 0 and not bool_or(t.returns_commission) then 0 else ${share('sum(l.gross)', `coalesce(${RATE}, 0)`)} end as expected
        from settlement_lines l join merchant_terms t on t.tenant_id = l.tenant_id and t.id = l.terms_id
        join payments p on p.tenant_id = l.tenant_id and p.id = l.source_id
        left join connector_configurations c on c.tenant_id = l.tenant_id and c.id = l.configuration_id
        where l.tenant_id = $1 and l.line = 0 and l.kind in ('sale', 'refund') and l.period_day >= $2::date
        group by l.merchant_id, l.currency, l.source_id, t.rates, p.card_type, p.card_scheme, p.issuer_bank_code, c.bank_code, p.installment_count) m
      where m.found <> m.expected`,
  },
  {
    name: 'settled movements without lines',
    sql: `select p.merchant_id, p.currency, 'transaction ' || p.id as place, 'a line' as expected, 'none' as found
      from settlement_runs u join reconciled_payments r on r.reconciliation_id = u.reconciliation_id and r.tenant_id = u.tenant_id
      join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
      where u.tenant_id = $1 and u.stage = 'done' and u.created >= $2::date
        and not exists (select from settlement_lines l where l.payment_id = coalesce(p.parent_id, p.id) and l.tenant_id = p.tenant_id and l.source_id = p.id)`,
  },
  {
    name: 'journal and payment',
    sql: `select p.merchant_id, p.currency, 'payment ' || p.id as place, (${BOOKED})::text as expected, coalesce(j.sum, 0)::text as found
      from payments p left join (select payment_id, sum(case when credit_account like 'merchant:%' then amount else -amount end) as sum
        from journal where tenant_id = $1 and operation_id >= $3 group by payment_id) j on j.payment_id = p.id
      where p.tenant_id = $1 and p.id >= $3 and p.operation_type <> 'refund' and (${BOOKED}) <> coalesce(j.sum, 0)`,
  },
]

/**
 * Checks a whole tenant: what a merchant is owed by journal and entries equals what is in no settlement yet, what
 * settlements have still to pay, what they carry over, and what is disputed. If months are archived, their journal is,
 * too, and the check cannot be made.
 */
export const OWED_CHECK: LedgerCheck = {
  name: 'what a merchant is owed',
  sql: `with entries as (select credit_account, debit_account, amount, currency from journal where tenant_id = $1
      union all select credit_account, debit_account, amount, currency from settlement_entries where tenant_id = $1),
    owed as (select merchant_id, currency, sum(amount) as amount from (
        select substr(credit_account, 10)::uuid as merchant_id, currency, amount from entries where credit_account like 'merchant:%'
        union all select substr(debit_account, 10)::uuid, currency, -amount from entries where debit_account like 'merchant:%') m group by 1, 2),
    parts as (
      select p.merchant_id, p.currency, case when p.operation_type = 'refund' then -p.amount else p.captured end as amount
        from payments p where p.tenant_id = $1 and p.status in ('completed', 'refunded', 'refund_processing', 'canceled_processing')
          and (p.operation_type <> 'refund' or p.status = 'completed')
          and not exists (select from settlement_lines l join settlements s on ${LINE_OF} where l.payment_id = coalesce(p.parent_id, p.id) and l.tenant_id = p.tenant_id and l.source_id = p.id)
      union all
      select p.merchant_id, p.currency, -p.captured from payments p where p.tenant_id = $1 and p.status in ('canceled', 'failed') and p.captured > 0
        and exists (select from settlement_lines l where l.payment_id = p.id and l.tenant_id = p.tenant_id and l.source_id = p.id)
        and not exists (select from settlement_lines l where l.payment_id = p.id and l.tenant_id = p.tenant_id and l.kind = 'void' and l.booked < 0)
      union all
      select merchant_id, currency, payout_amount from settlements where tenant_id = $1 and status <> 'settled' and reconciliation_id is not null
      union all select merchant_id, currency, carried from settlement_balances where tenant_id = $1
      union all select l.merchant_id, l.currency, -l.gross from settlement_lines l join settlements s on ${LINE_OF}
        where l.tenant_id = $1 and l.kind in ('chargeback', 'chargeback_reversal')
      union all select merchant_id, currency, -booked from chargebacks where tenant_id = $1),
    expected as (select merchant_id, currency, sum(amount) as amount from parts group by 1, 2)
    select coalesce(o.merchant_id, x.merchant_id) as merchant_id, coalesce(o.currency, x.currency) as currency, 'account merchant' as place,
      coalesce(x.amount, 0)::text as expected, coalesce(o.amount, 0)::text as found
    from owed o full join expected x on x.merchant_id = o.merchant_id and x.currency = o.currency
    where coalesce(x.amount, 0) <> coalesce(o.amount, 0)
      and not exists (select from archived_months where state in ('out', 'coming', 'loaded'))`,
}
