/** Events of settlements, written in the transaction of the change and numbered per settlement. */
import { isoTime } from '../core/clock.ts'
import { newEventId } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { buildEventBody } from '../webhooks/events/event-body.ts'
import { EVENT_OUTBOX_CTES } from '../webhooks/events/event-outbox.ts'
import { findPeriod } from './model/days.ts'
import type { SettlementRow } from './model/settlement-row.ts'

/** The rows are given in their state after the event, including their count. Wake the deliveries after the commit. */
export const announceSettlements = async (
  tx: Tx,
  type: 'settlement.created' | 'settlement.completed',
  rows: readonly SettlementRow[],
  { correlationId, nowMs }: { correlationId: string; nowMs: number },
): Promise<void> => {
  if (rows.length === 0) return
  const events = rows.map((row) => {
    const id = newEventId()
    return {
      tenant_id: row.tenant_id,
      resource_id: row.id,
      sequence: row.event_count,
      id,
      merchant_id: row.merchant_id,
      body: buildBody(id, type, row, nowMs),
    }
  })
  await tx.query(ANNOUNCE, [JSON.stringify(events), type, correlationId, isoTime(nowMs)])
}

const ANNOUNCE = `
with announced as (
  select tenant_id, resource_id, sequence, id, 'cards' as surface, $2::text as type, merchant_id, null::uuid as transaction_id, body,
    $3::text as correlation_id, $4::timestamptz as created
  from jsonb_to_recordset($1::jsonb) as e(tenant_id uuid, resource_id uuid, sequence integer, id text, merchant_id uuid, body text)),
${EVENT_OUTBOX_CTES}
select 1`

const buildBody = (
  id: string,
  type: 'settlement.created' | 'settlement.completed',
  row: SettlementRow,
  nowMs: number,
): string => {
  const { start, end } = findPeriod(row)
  const about = {
    transaction_id: null,
    status: null,
    amount: row.net_amount,
    currency: row.currency,
    merchant_id: row.merchant_id,
    provider_transaction_id: null,
    auth_code: null,
    error_code: null,
    error_message: null,
    masked_card_number: null,
    card_brand: null,
    sequence: null,
    external_id: null,
    settlement_id: row.id,
    period_start: isoTime(start),
    period_end: isoTime(end - 1),
    total_amount: row.gross_amount,
    transaction_count: row.transaction_count,
    settlement_status: row.status,
  }
  if (type === 'settlement.created') return buildEventBody(id, type, nowMs, about)
  return buildEventBody(id, type, nowMs, {
    ...about,
    settled_at: isoTime(row.settled_at ?? nowMs),
    bank_reference: row.bank_reference,
  })
}
