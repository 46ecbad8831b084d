/** Reads of captures, voids and refunds, and the lock on their payments; one function per statement. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { findBounds, inParts, isOfTenant, joinByKey } from '../../infra/database/key-join.ts'
import { rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { OPERATION_COLUMNS, type OperationRow } from './operation.ts'
import type { PaymentRow } from './payment.ts'
import { PAYMENT_COLUMNS } from './payment-store.ts'

/** A stored operation, and whether a process is working on it right now. */
export type StoredOperation = OperationRow & { is_leased: boolean }

/** Columns that a capture, void or refund reads of its payment before it is locked; they no longer change by then. */
export type OperatedPayment = Pick<
  PaymentRow,
  'tenant_id' | 'id' | 'merchant_id' | 'configuration_id' | 'connector_code'
>

export interface PaymentReach {
  tenantId: string
  paymentId: string
  /** Null means any merchant's. */
  merchantId: string | null
}

/** Parameters: tenants, ids, and the bounds of the ids. */
export const OPERATED_PAYMENTS = `
select p.tenant_id, p.id, p.merchant_id, p.configuration_id, p.connector_code
  from unnest($1::uuid[], $2::uuid[]) as w(t, i) join payments p on ${joinByKey('p', { tenant_id: 'w.t', id: 'w.i' })}
   and ${inParts('p.id', '$3', '$4')}`

/** Reads several payments at once; undefined for one that is not within reach. */
export const readOperatedPayments = async (
  db: Database,
  wanted: readonly PaymentReach[],
): Promise<(OperatedPayment | undefined)[]> => {
  const tenants = wanted.map(({ tenantId }) => tenantId)
  const payments = wanted.map(({ paymentId }) => paymentId)
  const rows = await db.batch<OperatedPayment>(tenants, {
    name: 'operated-payments',
    text: OPERATED_PAYMENTS,
    values: [tenants, payments, ...findBounds(payments)],
    joinsByIndex: true,
    onlyReads: true,
  })
  const byKey = new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, row]))
  return wanted.map(({ tenantId, paymentId, merchantId }) => {
    const payment = byKey.get(`${tenantId} ${paymentId.toLowerCase()}`)
    return merchantId === null || payment?.merchant_id === merchantId ? payment : undefined
  })
}

const QUALIFIED_PAYMENT_COLUMNS = PAYMENT_COLUMNS.split(',')
  .map((column) => `p.${column.trim()}`)
  .join(', ')

/** Locks the payments in the order of their keys; returns them by id. */
export const lockPayments = async (
  tx: Tx,
  wanted: readonly { tenant_id: string; payment_id: string }[],
): Promise<Map<string, PaymentRow>> => {
  const ids = wanted.map((each) => each.payment_id)
  const rows = await tx.query<PaymentRow>(
    `select ${QUALIFIED_PAYMENT_COLUMNS} from (select distinct * from unnest($1::uuid[], $2::uuid[]) as u(t, i)) w
     join payments p on ${joinByKey('p', { tenant_id: 'w.t', id: 'w.i' })} and ${inParts('p.id', '$3', '$4')}
     order by w.t, w.i for update of p`,
    [wanted.map((each) => each.tenant_id), ids, ...findBounds(ids)],
    'lock-payments',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Finds an operation by its whole key. With only the tenant, on the statistics of a small table, the index of
 * correlation ids would look as cheap, because the tenant is its second column.
 */
export const operationByKey = (
  table: string,
  { tenant_id, ...key }: Readonly<Record<'tenant_id' | 'payment_id' | 'id', string>>,
): string => `${joinByKey(table, key)} and ${isOfTenant(`${table}.tenant_id`, tenant_id)}`

/** Locks operations that are still open under the given fencing number. */
export const lockOperations = async (
  tx: Tx,
  wanted: readonly { tenant_id: string; operation_id: string; payment_id: string; fencing: number }[],
): Promise<Map<string, OperationRow>> => {
  const payments = wanted.map((each) => each.payment_id)
  const rows = await tx.query<OperationRow>(
    `select ${OPERATION_COLUMNS} from payment_operations o
     join unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[]) as w(t, i, p, f)
       on ${operationByKey('o', { tenant_id: 'w.t', id: 'w.i', payment_id: 'w.p' })} and o.fencing = w.f and o.status = 'processing'
       and ${inParts('o.payment_id', '$5', '$6')}
     order by w.t, w.i for update of o`,
    [
      wanted.map((each) => each.tenant_id),
      wanted.map((each) => each.operation_id),
      payments,
      wanted.map((each) => each.fencing),
      ...findBounds(payments),
    ],
    'lock-operations',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const findOperation = async (tx: Tx, tenantId: string, id: string): Promise<StoredOperation | undefined> => {
  const rows = await tx.query<StoredOperation>(
    `select ${OPERATION_COLUMNS}, coalesce(lease_until > now(), false) as is_leased from payment_operations
     where tenant_id = $1 and id = $2`,
    [tenantId, id],
    'find-operation',
  )
  return rows[0]
}

/** Operations of one payment, oldest first. */
export const findOperationsOfPayment = (tx: Tx, tenantId: string, paymentId: string): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    sql`select ${rawSql(OPERATION_COLUMNS)} from payment_operations where tenant_id = ${tenantId} and payment_id = ${paymentId} order by id`,
  )

/**
 * Rows `w` of a tenant, a key and its claim. The claim is made before the join: within a condition that a row of the table takes part in,
 * row security keeps a function from the index, and the claims of the whole tenant are read.
 */
export const keysWithClaims = (tenants: string, keys: string): Sql =>
  rawSql(
    `(select t, k, operation_claim(k) as claim from unnest(${tenants}::uuid[], ${keys}::text[]) as given(t, k) offset 0) w`,
  )

/** Deletes claims of these keys that have no operation; otherwise their callers would be refused permanently. */
export const dropEmptyOperationClaims = (
  tx: Tx,
  keys: readonly { tenant_id: string; key: string }[],
): Promise<number> =>
  tx.execute(
    `delete from idempotency_claims c using ${keysWithClaims('$1', '$2')}
      where ${joinByKey('c', { tenant_id: 'w.t', claim: 'w.claim' })}
        and not exists (select from payment_operations o
          where ${operationByKey('o', { tenant_id: 'c.tenant_id', payment_id: 'c.payment_id', id: 'c.holder' })} and o.idempotency_key = w.k)`,
    [keys.map(({ tenant_id }) => tenant_id), keys.map(({ key }) => key)],
  )
