/** Cancellation requests, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { idAt } from '../../core/id.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, ifGiven, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import { type CancellationState, cancellationMachine } from '../model/cancellation-states.ts'
import type { PaymentState } from '../model/payment-states.ts'
import type { CancellationFilters } from './cancellation-schemas.ts'

/** A request with the displayed members of its payment. */
export interface CancellationRow extends Row<'cancellation_requests'> {
  status: CancellationState
  requested_people: Accountable
  reviewed_people: Accountable | null
  amount: number
  currency: string
  payment_status: PaymentState
  payment_created: Date
  masked_card_number: string
  connector_name: string | null
}

interface NewCancellation {
  tenantId: string
  id: string
  paymentId: string
  merchantId: string
  reason: string | null
  requestedBy: string
  requestedAt: string
}

/** Returns false if another request of the payment is open. */
export const insertCancellation = async (tx: Tx, request: NewCancellation): Promise<boolean> => {
  const inserted = await tx.execute(
    insertInto(
      'cancellation_requests',
      {
        tenant_id: request.tenantId,
        id: request.id,
        payment_id: request.paymentId,
        merchant_id: request.merchantId,
        status: 'pending',
        reason: request.reason,
        requested_by: request.requestedBy,
        requested_at: request.requestedAt,
      },
      sql`on conflict (payment_id, tenant_id) where status = 'pending' do nothing`,
    ),
  )
  return inserted > 0
}

const JOINED = sql`cancellation_requests r
  join payments p on ${joinByKey('p', { tenant_id: 'r.tenant_id', id: 'r.payment_id' })}
  left join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id`
const SHOWN = sql`r.*, coalesce(r.requested_people, array[r.requested_by]) as requested_people, p.amount, p.currency, p.status as payment_status, p.created as payment_created,
  p.masked_card_number, c.name as connector_name`

export const findCancellation = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null,
  lock: '' | 'for update of r' = '',
): Promise<CancellationRow | undefined> => {
  const rows = await tx.query<CancellationRow>(
    sql`select ${SHOWN} from ${JOINED} where r.tenant_id = ${tenantId} and r.id = ${id} and ${ifGiven(merchantId, sql`r.merchant_id = ${merchantId}`)} ${rawSql(lock)}`,
  )
  return rows[0]
}

/** Stores the reviewer, and the id of the void if one follows. */
export const reviewCancellation = (
  tx: Tx,
  request: Pick<CancellationRow, 'tenant_id' | 'id'>,
  review: { by: string; at: string; note: string | null; status: CancellationState; voidOperationId: string | null },
): Promise<number> =>
  tx.execute(
    updateTable(
      'cancellation_requests',
      { tenant_id: request.tenant_id, id: request.id, status: 'pending' },
      {
        reviewed_by: review.by,
        reviewed_at: review.at,
        review_note: review.note,
        status: review.status,
        void_operation_id: review.voidOperationId,
      },
    ),
  )

/** Reopens the request to any reviewer, because nothing was sent. */
export const reopenCancellation = (tx: Tx, request: Pick<CancellationRow, 'tenant_id' | 'id'>): Promise<number> =>
  tx.execute(
    updateTable(
      'cancellation_requests',
      { tenant_id: request.tenant_id, id: request.id, status: 'pending' },
      { reviewed_by: null, reviewed_at: null, review_note: null, void_operation_id: null },
    ),
  )

export const failCancellation = (
  tx: Tx,
  request: Pick<CancellationRow, 'tenant_id' | 'id'>,
  error: { code: string; message: string },
): Promise<number> =>
  tx.execute(
    updateTable(
      'cancellation_requests',
      { tenant_id: request.tenant_id, id: request.id, status: 'pending' },
      {
        status: findTarget(cancellationMachine, 'fail'),
        void_error_code: error.code,
        void_error_message: error.message,
      },
    ),
  )

/** Which requests a list covers. */
interface CancellationReach {
  readonly tenantId: string
  /** Null means every merchant of the tenant. */
  readonly merchantIds: readonly string[] | null
  /** Restricts the list to requests that wait for a person other than these. */
  readonly waitingForPeople?: Accountable | undefined
}

/** Newest first. */
export const pageOfCancellations = (
  tx: Tx,
  { tenantId, merchantIds, waitingForPeople }: CancellationReach,
  filters: CancellationFilters,
) =>
  countAndPage<CancellationRow>(
    tx,
    {
      columns: SHOWN,
      from: sql`${JOINED} where ${allOf([
        matches({
          'r.tenant_id': tenantId,
          'r.status': filters.status,
          'r.merchant_id': merchantIds,
          'r.payment_id': filters.transaction_id,
        }),
        // Ids follow `requested_at`, so a range of times is a range of the key.
        filters.from_date !== undefined && sql`r.id >= ${idAt(Date.parse(filters.from_date), 'first')}`,
        filters.to_date !== undefined && sql`r.id <= ${idAt(Date.parse(filters.to_date), 'last')}`,
        contains(['r.reason', 'r.requested_by', 'p.search_text'], filters.search_term),
        ifGiven(
          waitingForPeople,
          sql`r.status = 'pending' and r.void_operation_id is null
            and not coalesce(r.requested_people, array[r.requested_by]) && ${waitingForPeople}`,
        ),
      ])}`,
      order: sql`r.tenant_id desc, r.id desc`,
    },
    filters,
  )

export const toCancellationView = (request: CancellationRow) => ({
  id: request.id,
  transaction_id: request.payment_id,
  merchant_id: request.merchant_id,
  requested_by: request.requested_by,
  requested_at: isoTime(request.requested_at),
  reason: request.reason,
  status: request.status,
  reviewed_by: request.reviewed_by,
  reviewed_at: isoTimeOrNull(request.reviewed_at),
  review_note: request.review_note,
  void_error_code: request.void_error_code,
  void_error_message: request.void_error_message,
  transaction: {
    id: request.payment_id,
    amount: request.amount,
    currency: request.currency,
    status: request.payment_status,
    created: isoTime(request.payment_created),
    masked_card_number: request.masked_card_number,
    connector_name: request.connector_name,
  },
})
