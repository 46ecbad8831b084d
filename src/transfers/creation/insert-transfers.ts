/** The durable write of new transfers: their rows and their first events in one statement. */
import { type CheckRows, type EncodeChecks, withCheckCtes, withCheckRowEncoder } from '../../fraud/checks/check-rows.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import type { Receiver, TransferCurrency, TransferStep, TransferType } from '../model/transfer.ts'
import { GENERATIONS } from '../model/transfer-reference.ts'

export interface NewTransfer extends Receiver {
  tenant_id: string
  id: string
  merchant_id: string
  external_id: string | null
  description: string | null
  request_type: TransferType
  amount: number
  currency: TransferCurrency
  requested_account_id: string
  scheduled_date: string
  verdict: string
  is_held: boolean
  created_by: string
  recurring_transfer_id: string | null
  terms_by: string | null
  history: readonly TransferStep[]
  extra: Record<string, string> | null
  correlation_id: string
  client_id: string
  /** Reference of the first transfer with its key; null without one. */
  key_reference: string | null
  /** Platform clock, ISO 8601. */
  created: string
}
/** Transfers with their fraud decisions, each with the rows of its check. */
export interface DecidedTransfers {
  readonly transfers: readonly NewTransfer[]
  readonly checks: readonly CheckRows[]
}
export interface CreatedEvent {
  id: string
  body: string
}

/**
 * In the order of the external ids, so that two calls that claim the same ones wait for each other and never deadlock.
 *
 * A transfer takes over the reference of the one before it with its key if that one has ended and was never due at a bank, so no
 * bank knows it: after a restore each transfer that a bank may know follows one that it may know. A reference that another
 * transfer has meanwhile is null here, which its column refuses.
 */
const INSERT = withCheckCtes(
  5,
  (ctes) => `
with preceded as (
  select n.*, last.generation as last_generation,
    (select t.id from transfers t where t.tenant_id = n.tenant_id and t.id = last.transfer_id
      and t.status in ('failed', 'rejected') and t.attempt_at is null) as unsent_id
  from unnest($1::new_transfer[]) n left join lateral (
    select r.transfer_id, ('x' || right(r.key_reference::text, 2))::bit(8)::integer as generation from transfer_references r
    where r.tenant_id = n.tenant_id and r.key_reference >= n.key_reference
      and r.key_reference <= (substr(n.key_reference::text, 1, 34) || 'ff')::uuid
    order by r.key_reference desc limit 1) last on true),
numbered as (
  select *, case when unsent_id is null then coalesce(last_generation + 1, 0) else last_generation end as generation from preceded),
fresh as (
  insert into transfers (tenant_id, id, merchant_id, status, external_id, description, request_type, amount, currency,
    requested_account_id, source_account_id, receiver_account_id, recipient_id, receiver_key, holder_name, bank_code, iban,
    account_number, masked_card_no, card_token, card_sealed, tax_id_sealed, scheduled_date, verdict, is_held, created_by,
    recurring_transfer_id, terms_by, sequence, history, extra, correlation_id, client_id, created, last_modified, key_reference)
  select tenant_id, id, merchant_id, 'pending', external_id, description, request_type, amount, currency,
    requested_account_id, requested_account_id, receiver_account_id, recipient_id, receiver_key, holder_name, bank_code, iban,
    account_number, masked_card_no, card_token, card_sealed, tax_id_sealed, scheduled_date, verdict, is_held, created_by,
    recurring_transfer_id, terms_by, 1, history, extra, correlation_id, client_id, created, created,
    case when generation < ${GENERATIONS} then (substr(key_reference::text, 1, 34) || lpad(to_hex(generation), 2, '0'))::uuid end
  from numbered order by external_id, id
  on conflict do nothing
  returning tenant_id, id, merchant_id, correlation_id, created, key_reference),
named as (
  insert into transfer_references (tenant_id, key_reference, transfer_id)
  select tenant_id, key_reference, id from fresh where key_reference is not null
  on conflict (tenant_id, key_reference) do update set transfer_id = case
    when transfer_references.transfer_id = (select n.unsent_id from numbered n where n.id = excluded.transfer_id)
    then excluded.transfer_id end),
announced as (
  select f.tenant_id, f.id as resource_id, 1 as sequence, e.event_id as id, 'transfers' as surface,
    'transfer.created' as type, f.merchant_id, null::uuid as transaction_id, e.body, f.correlation_id, f.created
  from fresh f join unnest($2::uuid[], $3::text[], $4::text[]) as e (transfer_id, event_id, body)
    on e.transfer_id = f.id),
${ctes},
${EVENT_OUTBOX_CTES}
select id from fresh`,
)

const transferRows = new RowParameter<NewTransfer>('new_transfer')
/** Encodes transfers and their checks. */
export interface EncodeTransfers {
  readonly transfers: (rows: readonly NewTransfer[]) => Buffer
  readonly checks: EncodeChecks
}

/**
 * Runs `work` with the encoder of {@link insertTransfers}. Call it outside the transaction, since it may query the
 * database.
 */
export const withTransferRowEncoder = <T>(db: Database, work: (encode: EncodeTransfers) => Promise<T>): Promise<T> =>
  transferRows.with(db, (transfers) => withCheckRowEncoder(db, (checks) => work({ transfers, checks })))

/** Returns the transfers that were not created because a live transfer has their external id. */
export const insertTransfers = async (
  tx: Tx,
  encode: EncodeTransfers,
  { transfers: rows, checks }: DecidedTransfers,
  events: readonly CreatedEvent[],
): Promise<NewTransfer[]> => {
  const { form, values } = encode.checks(checks)
  const made = await tx.query<{ id: string }>(
    INSERT[form],
    [
      encode.transfers(rows),
      rows.map((row) => row.id),
      events.map((event) => event.id),
      events.map((event) => event.body),
      ...values,
    ],
    `insert-transfers-${form}`,
  )
  const ids = new Set(made.map((row) => row.id))
  return rows.filter((row) => !ids.has(row.id))
}
