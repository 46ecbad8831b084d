/** A chargeback as it is answered. */
import { isoTime, isoTimeOrNull } from '../core/clock.ts'
import type { ChargebackRow } from './chargeback-store.ts'
import { alarmAt } from './deadline.ts'

const SAID = { win: 'won', lose: 'lost' } as const

export const toChargebackView = (row: ChargebackRow, merchantName: string | null, nowMs: number) => ({
  id: row.id,
  transaction_id: row.payment_id,
  amount: row.amount,
  currency: row.currency,
  reason: row.reason,
  reason_code: row.reason_code,
  bank_reference_no: row.bank_reference_no,
  status: row.status,
  response_deadline: isoTime(row.response_deadline),
  resolved_at: isoTimeOrNull(row.resolved_at),
  merchant_response: row.merchant_response,
  notes: row.notes,
  created: isoTime(row.created),
  merchant_name: merchantName,
  masked_card_number: row.masked_card_number,
  transaction_amount: row.payment_amount,
  merchant_id: row.merchant_id,
  deadline_alarm: alarmAt(row, nowMs),
  awaits: row.asked_action && SAID[row.asked_action],
  asked_by: row.asked_by,
  ended_by: row.ended_by,
})
