/**
 * SQL of closing: sums of lines, and what a chain of settlements (of one merchant, configuration and currency) carries
 * over.
 */
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { SettlementRow, ValueDateSum } from '../model/settlement-row.ts'
import type { Run } from './settlement-run-store.ts'

interface ChainKey {
  readonly merchant_id: string
  readonly configuration_id: string
  readonly currency: string
}
const chainOf = ({ merchant_id, configuration_id, currency }: ChainKey): string =>
  `${merchant_id}/${configuration_id}/${currency}`

type Summed =
  | 'gross_amount'
  | 'refund_amount'
  | 'chargeback_amount'
  | 'bank_commission'
  | 'bank_tax'
  | 'platform_commission'
  | 'platform_tax'
  | 'net_amount'
  | 'adjustment_amount'
  | 'transaction_count'
  | 'refund_count'
export interface LineSums extends ChainKey, Pick<SettlementRow, Summed | 'bank_code'> {
  readonly period_day: string
  readonly value_dates: readonly ValueDateSum[]
  readonly chain: string
  /** Start of the next page. */
  readonly cursor: string
}

const KEY = 'l.merchant_id, l.configuration_id, l.currency, l.period_day'
const IN = "l.kind in ('sale', 'chargeback_reversal')"

/**
 * Returns the next groups of lines in the order of their key, each with its sums by value date. Chargebacks are in no
 * journal until they are lost.
 */
export const readSums = async (
  tx: Tx,
  { tenant_id, reconciliation_id, cursor }: Run,
  limit: number,
): Promise<LineSums[]> => {
  const rows = await tx.query<Omit<LineSums, 'chain' | 'cursor'>>(
    `with groups as materialized (select ${KEY},
         coalesce(sum(l.gross) filter (where ${IN}), 0)::bigint as gross_amount,
         coalesce(-sum(l.gross) filter (where not ${IN}), 0)::bigint as refund_amount,
         coalesce(-sum(l.gross) filter (where l.kind = 'chargeback'), 0)::bigint as chargeback_amount,
         sum(l.bank_commission + l.bank_tax)::bigint as bank_commission, sum(l.bank_tax)::bigint as bank_tax,
         sum(l.platform_commission + l.platform_tax)::bigint as platform_commission, sum(l.platform_tax)::bigint as platform_tax,
         sum(l.net)::bigint as net_amount,
         coalesce(sum(l.gross - l.booked) filter (where l.kind not in ('chargeback', 'chargeback_reversal')), 0)::bigint as adjustment_amount,
         (count(*) filter (where ${IN} and l.installment = 1))::integer as transaction_count,
         (count(*) filter (where not ${IN} and l.installment = 1))::integer as refund_count
       from settlement_lines l where l.tenant_id = $1 and l.reconciliation_id = $2
         and ($3::uuid is null or (l.merchant_id, l.configuration_id, l.currency, l.period_day) > ($3, $4::uuid, $5::text, $6::date))
       group by l.tenant_id, l.reconciliation_id, ${KEY} order by l.tenant_id, l.reconciliation_id, ${KEY} limit $7),
     dates as (select ${KEY}, jsonb_agg(jsonb_build_object('value_date', l.value_date, 'amount', l.amount) order by l.value_date) as value_dates
       from (select ${KEY}, l.value_date, sum(l.net)::bigint as amount
         from settlement_lines l join groups using (merchant_id, configuration_id, currency, period_day)
         where l.tenant_id = $1 and l.reconciliation_id = $2 group by ${KEY}, l.value_date) l group by ${KEY})
     select g.*, g.period_day::text as period_day, d.value_dates, c.bank_code
     from groups g join dates d using (merchant_id, configuration_id, currency, period_day)
     left join connector_configurations c on c.tenant_id = $1 and c.id = g.configuration_id
     order by g.merchant_id, g.configuration_id, g.currency, g.period_day`,
    [tenant_id, reconciliation_id, ...positionOf(cursor), limit],
  )
  return rows.map((row) => ({ ...row, chain: chainOf(row), cursor: `${chainOf(row)}/${row.period_day}` }))
}

const positionOf = (cursor: string | null): (string | null)[] => cursor?.split('/') ?? [null, null, null, null]

export interface Balance extends ChainKey {
  readonly carried: number
  /** Null if nothing is settled yet. */
  readonly last_day: string | null
}

const NEVER = '-infinity'

/** Returns balances by chain, locked in the order of their key, so that two concurrent closings never deadlock. */
export const lockBalances = async (
  tx: Tx,
  tenantId: string,
  sums: readonly LineSums[],
): Promise<Map<string, Balance>> => {
  const keys = [...new Map(sums.map((sum) => [sum.chain, sum])).values()].toSorted((a, b) =>
    a.chain < b.chain ? -1 : 1,
  )
  const values = [
    tenantId,
    keys.map(({ merchant_id }) => merchant_id),
    keys.map(({ configuration_id }) => configuration_id),
    keys.map(({ currency }) => currency),
  ]
  await tx.execute(
    `insert into settlement_balances (tenant_id, merchant_id, configuration_id, currency, carried, last_day)
     select $1, k.merchant_id, k.configuration_id, k.currency, 0, '${NEVER}'
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as k(merchant_id, configuration_id, currency) on conflict do nothing`,
    values,
  )
  const rows = await tx.query<Balance>(
    `select b.merchant_id, b.configuration_id, b.currency, b.carried, nullif(b.last_day, '${NEVER}')::text as last_day
     from settlement_balances b where b.tenant_id = $1 and (b.merchant_id, b.configuration_id, b.currency) in
       (select * from unnest($2::uuid[], $3::uuid[], $4::text[]))
     order by b.merchant_id, b.configuration_id, b.currency for update of b`,
    values,
  )
  return new Map(rows.map((row) => [chainOf(row), row]))
}

export const storeBalances = (tx: Tx, tenantId: string, balances: readonly Balance[]): Promise<number> =>
  tx.execute(
    sql`update settlement_balances b set carried = n.carried, last_day = n.last_day
     from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) as n(merchant_id uuid, configuration_id uuid, currency text, carried bigint, last_day date)
     where b.tenant_id = ${tenantId} and b.merchant_id = n.merchant_id and b.configuration_id = n.configuration_id and b.currency = n.currency`,
  )

/**
 * Call it in the transaction that applied the terms of these days; in the order of the keys, as balances are locked.
 */
export const keepMovementDays = async (
  tx: Tx,
  tenantId: string,
  movements: readonly (ChainKey & { readonly day: string })[],
): Promise<void> => {
  const last = new Map<string, ChainKey & { readonly day: string }>()
  for (const movement of movements) {
    const chain = chainOf(movement)
    if ((last.get(chain)?.day ?? '') < movement.day) last.set(chain, movement)
  }
  if (last.size === 0) return
  const days = [...last.values()].map(({ merchant_id, configuration_id, currency, day }) => ({
    merchant_id,
    configuration_id,
    currency,
    day,
  }))
  await tx.execute(
    sql`insert into settlement_balances as b (tenant_id, merchant_id, configuration_id, currency, carried, last_day, last_movement_day)
     select ${tenantId}, n.merchant_id, n.configuration_id, n.currency, 0, '${rawSql(NEVER)}', n.day
     from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n(merchant_id uuid, configuration_id uuid, currency text, day date)
     order by n.merchant_id, n.configuration_id, n.currency
     on conflict (tenant_id, merchant_id, configuration_id, currency) do update set last_movement_day = excluded.last_movement_day
       where b.last_movement_day is null or b.last_movement_day < excluded.last_movement_day`,
  )
}

export interface Reserve extends ChainKey, Row<'settlement_reserves', 'settlement_id' | 'amount' | 'until'> {}

/** Returns, by chain, what is withheld and due by the last day of the page. */
export const findDueReserves = async (
  tx: Tx,
  tenantId: string,
  sums: readonly LineSums[],
): Promise<Map<string, Reserve[]>> => {
  const rows = await tx.query<Reserve>(
    sql`select r.settlement_id, r.merchant_id, r.configuration_id, r.currency, r.amount, r.until::text as until
     from settlement_reserves r where r.tenant_id = ${tenantId} and r.released_by is null and r.until <= ${
       sums
         .map(({ period_day }) => period_day)
         .toSorted()
         .at(-1) ?? null
     }::date
       and (r.merchant_id, r.configuration_id, r.currency) in (select * from unnest(${sums.map(({ merchant_id }) => merchant_id)}::uuid[], ${sums.map(({ configuration_id }) => configuration_id)}::uuid[], ${sums.map(({ currency }) => currency)}::text[]))
     order by r.until, r.settlement_id for update of r`,
  )
  return Map.groupBy(rows, chainOf)
}

export const withholdReserves = async (tx: Tx, rows: readonly SettlementRow[]): Promise<void> => {
  const withheld = rows.filter(({ reserve_amount }) => reserve_amount > 0)
  if (withheld.length === 0) return
  await tx.execute(
    sql`insert into settlement_reserves (tenant_id, settlement_id, merchant_id, configuration_id, currency, amount, until)
     select tenant_id, id, merchant_id, configuration_id, currency, reserve_amount, reserve_until
     from jsonb_populate_recordset(null::settlements, ${JSON.stringify(withheld)}::jsonb)`,
  )
}

export const releaseReserves = async (
  tx: Tx,
  tenantId: string,
  released: readonly (Reserve & { readonly released_by: string })[],
): Promise<void> => {
  if (released.length === 0) return
  await tx.execute(
    sql`update settlement_reserves r set released_by = n.released_by
     from unnest(${released.map(({ settlement_id }) => settlement_id)}::uuid[], ${released.map(({ released_by }) => released_by)}::uuid[]) as n(settlement_id, released_by) where r.tenant_id = ${tenantId} and r.settlement_id = n.settlement_id`,
  )
}
