/** A settlement as it is stored, and as the interface shows it. */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { SettlementState } from './settlement-states.ts'

export interface ValueDateSum {
  /** Null if the holidays of its year are not known. */
  readonly value_date: string | null
  readonly amount: number
}

/**
 * Actors who took the steps that need two people; the database records the people behind the actors (migrations/0018).
 */
interface SettlementSteps
  extends Row<
    'settlements',
    | 'stated_by'
    | 'stated_people'
    | 'confirmed_by'
    | 'confirmed_at'
    | 'settling_by'
    | 'settling_people'
    | 'settling_at'
    | 'settled_by'
    | 'is_word_renewed'
  > {
  /**
   * Who entered the amounts: the person who made it, or the one who reconciled the payments without a second person.
   * Null if it was made from what more than one person confirmed.
   */
  readonly stated_by: string | null
  readonly stated_people: Accountable | null
  /** Who first requested that it is settled; the second person is `settled_by`. */
  readonly settling_by: string | null
  readonly settling_people: Accountable | null
  /**
   * The request to settle was repeated with another reference, or taken back, so the second person has to name the
   * reference being confirmed.
   */
  readonly is_word_renewed: boolean
}

export const NO_STEPS: SettlementSteps = {
  stated_by: null,
  stated_people: null,
  confirmed_by: null,
  confirmed_at: null,
  settling_by: null,
  settling_people: null,
  settling_at: null,
  settled_by: null,
  is_word_renewed: false,
}

export interface SettlementRow
  extends SettlementSteps,
    Omit<
      Row<'settlements'>,
      | 'stated_by'
      | 'stated_people'
      | 'confirmed_by'
      | 'confirmed_people'
      | 'confirmed_at'
      | 'settling_by'
      | 'settling_people'
      | 'settling_at'
      | 'settled_by'
      | 'settled_people'
      | 'is_word_renewed'
    > {
  /** YYYY-MM-DD in Istanbul. */
  readonly period_start: string
  readonly status: SettlementState
  /** Null if a person made it. */
  readonly reconciliation_id: string | null
  readonly value_dates: readonly ValueDateSum[]
}

/** Returns what remains of a net amount for the payout; a negative rest is carried to the next settlement. */
export const computePayout = (
  row: Pick<SettlementRow, 'net_amount' | 'reserve_amount' | 'reserve_released' | 'carried_in'>,
): Pick<SettlementRow, 'payout_amount' | 'carried_out'> => {
  const rest = row.net_amount - row.reserve_amount + row.reserve_released + row.carried_in
  return { payout_amount: Math.max(rest, 0), carried_out: Math.min(rest, 0) }
}

export const AWAITED = ['confirmation', 'settled'] as const

/** Returns what waits for a second person: amounts that only one person entered, or the request to settle. */
export const findAwaitedStep = (
  row: Pick<SettlementRow, 'status' | keyof SettlementSteps>,
): { readonly what: (typeof AWAITED)[number]; readonly by: string | null } | null => {
  if (row.status === 'settled' || row.status === 'failed') return null
  if (row.stated_by !== null && row.confirmed_by === null) return { what: 'confirmation', by: row.stated_by }
  return row.settling_by === null ? null : { what: 'settled', by: row.settling_by }
}

/** Returns everything but the value dates, which a list leaves out. */
export const toSettlementView = (row: SettlementRow, merchantName: string | null) => ({
  id: row.id,
  merchant_id: row.merchant_id,
  merchant_name: merchantName,
  period_start: row.period_start,
  period_end: row.period_end,
  bank_code: row.bank_code,
  currency: row.currency,
  gross_amount: row.gross_amount,
  refund_amount: row.refund_amount,
  bank_commission: row.bank_commission,
  platform_commission: row.platform_commission,
  net_amount: row.net_amount,
  transaction_count: row.transaction_count,
  refund_count: row.refund_count,
  status: row.status,
  settled_at: isoTimeOrNull(row.settled_at),
  bank_reference: row.bank_reference,
  notes: row.notes,
  created: isoTime(row.created),
  connector_config_id: row.configuration_id,
  reconciliation_id: row.reconciliation_id,
  chargeback_amount: row.chargeback_amount,
  bank_tax: row.bank_tax,
  platform_tax: row.platform_tax,
  adjustment_amount: row.adjustment_amount,
  reserve_amount: row.reserve_amount,
  reserve_until: row.reserve_until,
  reserve_released: row.reserve_released,
  carried_in: row.carried_in,
  payout_amount: row.payout_amount,
  carried_out: row.carried_out,
  is_correction: row.is_correction,
  completed_at: isoTimeOrNull(row.completed_at),
  value_dates: row.value_dates,
  awaits: findAwaitedStep(row)?.what ?? null,
  asked_by: findAwaitedStep(row)?.by ?? null,
  confirmed_by: row.confirmed_by,
  settled_by: row.settled_by,
})
