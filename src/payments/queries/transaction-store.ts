/** Rows of transactions with the names of their ids, and the bank exchange of a transaction. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'
import { ifGiven, rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { PaymentRow } from '../model/payment.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'

/** Names of the ids of a transaction, read with its row. */
export interface TransactionNames {
  merchant_name: string | null
  external_merchant_id: string | null
  configuration_name: string | null
  issuer_bank_name: string | null
  issuer_bank_logo_url: string | null
  rates: Record<string, string> | null
  /** As the bank sent it after a challenge. */
  md_status: string | null
}

const NAMED = sql`select ${rawSql(
  PAYMENT_COLUMNS.split(',')
    .map((column) => `p.${column.trim()}`)
    .join(', '),
)}, m.name as merchant_name, m.external_id as external_merchant_id, c.name as configuration_name,
    b.name as issuer_bank_name, b.logo_url as issuer_bank_logo_url, c.extra_properties as rates, t.md_status
  from payments p
  left join merchants m on m.tenant_id = p.tenant_id and m.id = p.merchant_id
  left join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id
  left join three_d_sessions t on t.tenant_id = p.tenant_id and t.payment_id = p.id
  left join banks b on b.code = p.issuer_bank_code`

/** Returns payments in the order of the ids given. */
export const findNamedPayments = async (
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<(PaymentRow & TransactionNames)[]> => {
  const rows = await tx.query<PaymentRow & TransactionNames>(
    sql`${NAMED} where p.tenant_id = ${tenantId} and p.id = any(${ids}::uuid[])`,
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/**
 * Throws 404. A hint about the archive is derived only from the id, so it reveals nothing about existing or former
 * payments.
 */
export const requireNamedPayment = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null,
): Promise<PaymentRow & TransactionNames> => {
  const [payment] = await tx.query<PaymentRow & TransactionNames>(
    sql`${NAMED} where p.tenant_id = ${tenantId} and p.id = ${id} and ${ifGiven(merchantId, sql`p.merchant_id = ${merchantId}`)}`,
  )
  if (payment) return payment
  const [away] = await tx.query<{ month: string }>(
    sql`select to_char((ends - interval '1 day') at time zone 'Europe/Istanbul', 'YYYY-MM') as month from archived_months
      where state in ('out', 'coming', 'loaded') and 'payments' = any (tables)
        and ${id}::uuid < first_key_at(ends) and (begins is null or ${id}::uuid >= first_key_at(begins)) limit 1`,
  )
  throw new Problem('resource_not_found', {
    detail: away
      ? phrase`No transaction with this id is within reach of this token and merchant. Those of its time are in the archive (${away.month}); the operator of the platform can bring them back.`
      : phrase`No transaction with this id is within reach of this token and merchant.`,
  })
}

interface RawExchange {
  request_body: string | null
  response_body: string | null
}
/** Returns the bank exchange, last attempt first. */
export const findRawExchanges = (tx: Tx, tenantId: string, transactionId: string): Promise<RawExchange[]> =>
  tx.query<RawExchange>(
    `select request_body, response_body from api_request_logs
     where ${isOfTenant('tenant_id')} and transaction_id = $2 order by id desc`,
    [tenantId, transactionId],
  )
