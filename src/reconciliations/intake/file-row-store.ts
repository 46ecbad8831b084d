/** SQL of the rows of banks' files. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { parseBankReference } from '../../payments/model/payment.ts'
import type { DayItem } from '../day-files/day-file.ts'

type Kept = Exclude<DayItem, { kind: 'header' }>

/** A load that was interrupted is repeated, so a row that exists is the same row. */
export const insertFileRows = (tx: Tx, tenantId: string, fileId: string, items: readonly Kept[]): Promise<number> =>
  tx.execute(
    sql`insert into bank_file_rows (tenant_id, file_id, line, kind, order_id, payment_id, provider_transaction_id, host_reference, auth_code, at,
       masked_card, scheme, card_type, is_on_us, installment, installments, gross, basis_points, commission, tax, net, blocked_days, value_date)
     select ${tenantId}, ${fileId}, line, kind, order_id, payment_id, provider_transaction_id, host_reference, auth_code, at, masked_card, scheme, card_type,
       is_on_us, installment, installments, gross, basis_points, commission, tax, net, blocked_days, value_date
     from jsonb_to_recordset(${JSON.stringify(items.map(toColumns))}::jsonb) as t(line integer, kind text, order_id text, payment_id uuid, provider_transaction_id text,
       host_reference text, auth_code text, at timestamptz, masked_card text, scheme text, card_type text, is_on_us boolean, installment smallint,
       installments smallint, gross bigint, basis_points integer, commission bigint, tax bigint, net bigint, blocked_days integer, value_date date)
     on conflict do nothing`,
  )

const toColumns = (item: Kept) => {
  if (item.kind === 'payout') {
    const { line, amount, valueDate } = item.payout
    return { line, kind: 'PAYOUT', gross: 0, commission: 0, tax: 0, net: amount, value_date: valueDate }
  }
  const { line, orderId, providerTransactionId, installment, installments, net, valueDate } =
    item.kind === 'row' ? item.row : item.release
  const order = {
    line,
    order_id: orderId,
    payment_id: parseBankReference(orderId) ?? null,
    provider_transaction_id: providerTransactionId,
    installment,
    installments,
    net,
    value_date: valueDate,
  }
  if (item.kind === 'release') return { ...order, kind: 'RELEASE', gross: 0, commission: 0, tax: 0 }
  const { row } = item
  return {
    ...order,
    kind: row.kind,
    host_reference: row.hostReference,
    auth_code: row.authCode,
    at: row.at,
    masked_card: row.maskedCard,
    scheme: row.scheme,
    card_type: row.cardType,
    is_on_us: row.isOnUs,
    gross: row.gross,
    basis_points: row.commissionBasisPoints,
    commission: row.commission,
    tax: row.tax,
    blocked_days: row.blockedDays,
  }
}
