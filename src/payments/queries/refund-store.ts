/** Refunds with the names of their ids. */
import type { CardScheme } from '../../core/card-number.ts'
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant, joinByKey } from '../../infra/database/key-join.ts'
import { ifGiven, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'

export type NamedRefund = OperationRow & {
  original_amount: number
  merchant_name: string | null
  merchant_external_id: string | null
  configuration_name: string | null
  basket_id: string | null
  masked_card_number: string
  card_scheme: CardScheme
  payment_created: Date
}

const NAMED = sql`select ${rawSql(
  OPERATION_COLUMNS.split(',')
    .map((column) => `o.${column.trim()}`)
    .join(', '),
)}, p.amount as original_amount, p.basket_id, p.masked_card_number, p.card_scheme, p.created as payment_created,
    m.name as merchant_name, m.external_id as merchant_external_id, c.name as configuration_name
  from payment_operations o
  join payments p on ${joinByKey('p', { tenant_id: 'o.tenant_id', id: 'o.payment_id' })}
  left join merchants m on m.tenant_id = o.tenant_id and m.id = o.merchant_id
  left join connector_configurations c on c.tenant_id = o.tenant_id and c.id = o.configuration_id`

/** Returns refunds in the order of the ids given. */
export const findNamedRefunds = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<NamedRefund[]> => {
  const rows = await tx.query<NamedRefund>(sql`${NAMED} where o.tenant_id = ${tenantId} and o.id = any(${ids}::uuid[])`)
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Returns undefined if it is not a refund of this merchant. */
export const findNamedRefund = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null,
): Promise<NamedRefund | undefined> => {
  const rows = await tx.query<NamedRefund>(
    sql`${NAMED} where o.tenant_id = ${tenantId} and o.id = ${id} and o.kind = 'refund' and ${ifGiven(merchantId, sql`o.merchant_id = ${merchantId}`)}`,
  )
  return rows[0]
}

/** Returns the ids of a payment's refunds, which are also the ids of their rows among the transactions. */
export const findRefundIds = async (tx: Tx, tenantId: string, paymentId: string): Promise<string[]> => {
  const rows = await tx.query<Pick<OperationRow, 'id' | 'kind'>>(
    `select id, kind from payment_operations where ${isOfTenant('tenant_id')} and payment_id = $2`,
    [tenantId, paymentId],
  )
  return rows.filter(({ kind }) => kind === 'refund').map(({ id }) => id)
}

/** Returns the other refunds of the same payment, oldest first. */
export const findSiblingRefunds = (
  tx: Tx,
  refund: Pick<NamedRefund, 'tenant_id' | 'id' | 'payment_id'>,
): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    sql`select ${rawSql(OPERATION_COLUMNS)} from payment_operations
     where tenant_id = ${refund.tenant_id} and payment_id = ${refund.payment_id} and kind = 'refund' and id <> ${refund.id} order by id`,
  )
