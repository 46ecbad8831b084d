/** The first write of captures, voids and refunds: one step of each payment, its operation, a refund's child. */

import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { findBounds, inParts, joinByKey } from '../../infra/database/key-join.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import type { Transactions } from '../../infra/database/statements/joined-transactions.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import { FIRST_OPERATION_STATE } from '../model/operation-states.ts'
import type { StoredOperation } from '../model/operation-store.ts'
import type { OperationInsert } from './new-operation.ts'

/**
 * Parameters: rows of `new_operation`, at most one per payment, and the bounds of the payments, which must be locked.
 */
const INSERT_OPERATIONS = `
with sending as materialized (select * from unnest($1::new_operation[])),
moved as (
  update payments p set status = s.to_status, refunding = s.refunding, history = p.history || s.step, last_modified = s.created
  from sending s where ${joinByKey('p', { tenant_id: 's.tenant_id', id: 's.payment_id' })} and ${inParts('p.id', '$2', '$3')}),
child as (
  insert into payments (tenant_id, id, merchant_id, parent_id, status, operation_type, payment_type, secure_type, amount,
    currency, installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type,
    card_brand, issuer_bank_code, card_fingerprint, configuration_id, connector_code, attempt_no, verdict, extra, history,
    correlation_id, client_id, actor, caller_address, request_body, created, last_modified)
  select s.tenant_id, s.id, s.merchant_id, s.payment_id, 'processing', 'refund', p.payment_type, p.secure_type, s.amount,
    s.currency, p.installment_count, p.external_id, p.basket_id, p.bin, p.masked_card_number, p.card_holder_name,
    p.card_scheme, p.card_type, p.card_brand, p.issuer_bank_code, p.card_fingerprint, s.configuration_id, s.connector_code,
    1, p.verdict, s.extra, jsonb_build_array(jsonb_set(s.step, '{to}', '"processing"')),
    s.correlation_id, s.client_id, nullif(s.created_by, s.client_id), s.caller_address, s.request_body, s.created, s.created
  from sending s join payments p on ${joinByKey('p', { tenant_id: 's.tenant_id', id: 's.payment_id' })} and ${inParts('p.id', '$2', '$3')}
  where s.kind = 'refund')
insert into payment_operations (tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before, reason,
  reason_code, extra, cancellation_request_id, configuration_id, connector_code, attempt_no, attempt_at, lease_owner,
  lease_until, next_inquiry_at, idempotency_key, fingerprint, path, correlation_id, client_id, created_by, caller_address,
  request_body, created, last_modified, key_reference)
select tenant_id, id, payment_id, merchant_id, kind, 'processing', amount, currency, state_before, reason,
  reason_code, extra, cancellation_request_id, configuration_id, connector_code, 1, ${PLATFORM_TIME}, lease_owner,
  now() + interval '${LEASE_S} s', next_inquiry_at, idempotency_key, fingerprint, path, correlation_id,
  client_id, created_by, caller_address, request_body, created, created, key_reference
from sending
returning id, attempt_at, fencing`

export type EncodeInserts = (rows: readonly OperationInsert[]) => Buffer

const insertRows = new RowParameter<OperationInsert>('new_operation')
export const withInsertEncoder = <Result>(
  db: Transactions,
  work: (encode: EncodeInserts) => Promise<Result>,
): Promise<Result> => insertRows.with(db, work)

/** Returns the stored operations by id. */
export const insertOperations = async (
  tx: Tx,
  inserts: readonly OperationInsert[],
  encode: EncodeInserts,
): Promise<Map<string, StoredOperation>> => {
  const made = new Map<string, StoredOperation>()
  const rows = new Map(inserts.map((insert) => [insert.id, insert]))
  for (const round of splitIntoRounds(inserts)) {
    const bounds = findBounds(round.map(({ payment_id }) => payment_id))
    const inserted = await tx.query<StoredMoment>(INSERT_OPERATIONS, [encode(round), ...bounds], 'insert-operations')
    for (const moment of inserted) made.set(moment.id, toStored(rows.get(moment.id) as OperationInsert, moment))
  }
  return made
}

/** Columns of a row that only the database knows. */
type StoredMoment = Pick<StoredOperation, 'id' | 'attempt_at' | 'fencing'>

const toStored = (
  {
    to_status: _,
    refunding: __,
    step: ___,
    lease_owner: ____,
    next_inquiry_at: _____,
    created,
    ...row
  }: OperationInsert,
  moment: StoredMoment,
): StoredOperation => ({
  ...NOTHING_KNOWN,
  ...row,
  ...moment,
  status: FIRST_OPERATION_STATE,
  attempt_no: 1,
  created: new Date(created),
  is_leased: true,
})

/** Columns of an operation before any response of the bank. */
const NOTHING_KNOWN = {
  inquiry_count: 0,
  ...NO_BANK_FACTS,
  answer_status: null,
  answer_body: null,
  answer_unseen: false,
  nothing_sent: false,
  duration_ms: null,
  completed_at: null,
} as const

/** Splits rows into rounds, because one update of a payment can take only one step. */
export const splitIntoRounds = <Row extends { payment_id: string }>(rows: readonly Row[]): Row[][] => {
  const rounds: Row[][] = []
  const taken = new Map<string, number>()
  for (const row of rows) {
    const at = taken.get(row.payment_id) ?? 0
    taken.set(row.payment_id, at + 1)
    const round = rounds[at] ?? []
    round.push(row)
    rounds[at] = round
  }
  return rounds
}
