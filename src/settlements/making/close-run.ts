/**
 * Creates the settlements that lines add up to: with what was carried over, withheld and released, their entries and
 * their events, in one transaction.
 */
import { istanbulDay } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { computeBasisPoints } from '../../core/money.ts'
import type { Tx } from '../../infra/database/database.ts'
import { entriesOfMaking } from '../ledger/entries.ts'
import { insertEntries } from '../ledger/entry-store.ts'
import { computePayout, NO_STEPS, type SettlementRow } from '../model/settlement-row.ts'
import type { MerchantTerms } from '../model/terms.ts'
import { announceSettlements } from '../settlement-events.ts'
import { insertSettlements } from '../store/settlement-store.ts'
import { findTerms } from '../terms/find-terms.ts'
import {
  type Balance,
  findDueReserves,
  type LineSums,
  lockBalances,
  type Reserve,
  readSums,
  releaseReserves,
  storeBalances,
  withholdReserves,
} from './close-store.ts'
import type { Run } from './settlement-run-store.ts'

const SETTLEMENTS_MAX = 100 // in one transaction

export const closePage = async (tx: Tx, run: Run, nowMs: number): Promise<Pick<Run, 'stage' | 'cursor'>> => {
  const sums = await readSums(tx, run, SETTLEMENTS_MAX)
  const last = sums.at(-1)
  if (last === undefined) return { stage: 'confirm', cursor: null }
  const balances = await lockBalances(tx, run.tenant_id, sums)
  const reserves = await findDueReserves(tx, run.tenant_id, sums)
  const terms = await findTerms(
    tx,
    run.tenant_id,
    sums.map((sum) => ({ merchantId: sum.merchant_id, configurationId: sum.configuration_id, day: sum.period_day })),
  )
  const made = sums.map((sum, n) => toSettlement(run, sum, { balances, reserves, terms: terms[n], nowMs }))
  const rows = made.map(({ row }) => row)
  await insertSettlements(tx, rows)
  await insertEntries(tx, rows, entriesOfMaking, nowMs)
  await storeBalances(tx, run.tenant_id, [...balances.values()])
  await withholdReserves(tx, rows)
  await releaseReserves(
    tx,
    run.tenant_id,
    made.flatMap(({ row, released }) => released.map((reserve) => ({ ...reserve, released_by: row.id }))),
  )
  await announceSettlements(tx, 'settlement.created', rows, { correlationId: run.reconciliation_id, nowMs })
  return { stage: 'close', cursor: last.cursor }
}

interface Context {
  /** Balances by chain, after the preceding settlements. */
  readonly balances: Map<string, Balance>
  readonly reserves: Map<string, Reserve[]>
  readonly terms: MerchantTerms | undefined
  readonly nowMs: number
}

const toSettlement = (
  run: Run,
  sum: LineSums,
  { balances, reserves, terms, nowMs }: Context,
): { row: SettlementRow; released: Reserve[] } => {
  const balance = balances.get(sum.chain) as Balance
  const waiting = reserves.get(sum.chain) ?? []
  // A file may be dated in the future; what is withheld until then is not released yet.
  const by = [sum.period_day, istanbulDay(nowMs)].toSorted()[0] as string
  const released = waiting.filter(({ until }) => until <= by)
  reserves.set(
    sum.chain,
    waiting.filter((reserve) => !released.includes(reserve)),
  )
  const reserve_released = released.reduce((total, { amount }) => total + amount, 0)
  const free = Math.max(sum.net_amount + reserve_released + balance.carried, 0)
  const reserve_amount = Math.min(computeBasisPoints(sum.gross_amount, terms?.reserve_basis_points ?? 0), free)
  const money = { net_amount: sum.net_amount, reserve_amount, reserve_released, carried_in: balance.carried }
  const payout = computePayout(money)
  const now = new Date(nowMs)
  const row: SettlementRow = {
    tenant_id: run.tenant_id,
    id: newId(nowMs),
    merchant_id: sum.merchant_id,
    configuration_id: sum.configuration_id,
    reconciliation_id: run.reconciliation_id,
    period_start: sum.period_day,
    period_end: sum.period_day,
    bank_code: sum.bank_code,
    currency: sum.currency,
    gross_amount: sum.gross_amount,
    refund_amount: sum.refund_amount,
    chargeback_amount: sum.chargeback_amount,
    bank_commission: sum.bank_commission,
    bank_tax: sum.bank_tax,
    platform_commission: sum.platform_commission,
    platform_tax: sum.platform_tax,
    adjustment_amount: sum.adjustment_amount,
    transaction_count: sum.transaction_count,
    refund_count: sum.refund_count,
    value_dates: sum.value_dates,
    ...money,
    ...payout,
    reserve_until: reserve_amount === 0 ? null : laterDay(sum.period_day, terms?.reserve_days ?? 0),
    ...NO_STEPS,
    status: 'pending',
    settled_at: null,
    bank_reference: null,
    notes: null,
    is_correction: balance.last_day !== null && sum.period_day <= balance.last_day,
    event_count: 1,
    completed_at: null,
    created_by: 'platform',
    created: now,
    last_modified: now,
  }
  const last_day = balance.last_day !== null && balance.last_day > sum.period_day ? balance.last_day : sum.period_day
  balances.set(sum.chain, { ...balance, carried: payout.carried_out, last_day })
  return { row, released }
}

const laterDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
