/** The event of a new transfer, with its final bytes (docs/interface/events.md#transfers). */

import { isoTime } from '../../core/clock.ts'
import { newEventId } from '../../core/id.ts'
import { buildEventBody } from '../../webhooks/events/event-body.ts'
import type { CreatedEvent, NewTransfer } from './insert-transfers.ts'

export const buildCreatedEvent = (transfer: NewTransfer): CreatedEvent => {
  const id = newEventId()
  const body = buildEventBody(id, 'transfer.created', new Date(transfer.created), {
    transfer_id: transfer.id,
    external_id: transfer.external_id,
    merchant_id: transfer.merchant_id,
    status: 'pending',
    amount: transfer.amount,
    currency: transfer.currency,
    transfer_type: transfer.request_type,
    ...(transfer.recurring_transfer_id === null ? {} : { recurring_transfer_id: transfer.recurring_transfer_id }),
    scheduled_date: isoTime(new Date(transfer.scheduled_date)),
  })
  return { id, body }
}
