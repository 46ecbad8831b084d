/** Reads of transfers. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { TransferRow } from '../model/transfer.ts'
import type { TransferFilters } from '../schemas/transfer-schemas.ts'

interface Tables {
  transfers: TransferRow
}
const db = queryBuilder<Tables>()

/** `merchantId`: only that merchant's. Newest first. */
export const pageOfTransfers = (tx: Tx, tenantId: string, merchantId: string | null, filters: TransferFilters) =>
  countAndPage(
    tx,
    db
      .selectFrom('transfers')
      .selectAll()
      .where((eb) => eb.and(conditions(eb, tenantId, merchantId, filters)))
      .orderBy('tenant_id', 'desc')
      .orderBy('id', 'desc'),
    { limit: limitOf(filters), offset: offsetOf(filters) },
  )

export const findTransfer = async (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  id: string,
): Promise<TransferRow | undefined> => {
  const [row] = await tx.query<TransferRow>(
    'select * from transfers where tenant_id = $1 and id = $2 and ($3::uuid is null or merchant_id = $3)',
    [tenantId, id, merchantId],
  )
  return row
}

const conditions = (
  eb: ExpressionBuilder<Tables, 'transfers'>,
  tenantId: string,
  merchantId: string | null,
  filters: TransferFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId)]
  const equal = <
    C extends 'status' | 'currency' | 'merchant_id' | 'recipient_id' | 'receiver_account_id' | 'external_id',
  >(
    column: C,
    value: string | null | undefined,
  ): void => {
    if (value !== undefined && value !== null) all.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal('merchant_id', merchantId)
  equal('merchant_id', filters.merchant_id)
  equal('status', filters.status)
  equal('currency', filters.currency)
  equal('recipient_id', filters.recipient_id)
  equal('receiver_account_id', filters.receiver_account_id)
  equal('external_id', filters.external_id)
  const from = filters.from_date ?? filters.start_date
  const to = filters.to_date ?? filters.end_date
  // Ids follow `created`: a range of times is a range of the key.
  if (from !== undefined) all.push(eb('id', '>=', idAt(Date.parse(from), 'first')))
  if (to !== undefined) all.push(eb('id', '<=', idAt(Date.parse(to), 'last')))
  if (filters.transfer_type !== undefined) all.push(eb('request_type', '=', filters.transfer_type))
  const account = filters.connector_account_id ?? filters.source_account_id
  if (account !== undefined) all.push(eb('source_account_id', '=', account))
  if (filters.min_amount !== undefined) all.push(eb('amount', '>=', filters.min_amount))
  if (filters.max_amount !== undefined) all.push(eb('amount', '<=', filters.max_amount))
  if (filters.iban !== undefined) all.push(eb('iban', '=', filters.iban.replaceAll(' ', '').toUpperCase()))
  if (filters.search_term) {
    const part = toLikePattern(filters.search_term)
    all.push(
      sql<boolean>`(external_id ilike ${part} or receipt_no ilike ${part} or description ilike ${part} or holder_name ilike ${part})`,
    )
  }
  return all
}
