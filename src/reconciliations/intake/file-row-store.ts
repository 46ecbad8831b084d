/** SQL of the rows of banks' files. */
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { parseBankReference } from '../../payments/model/bank-reference.ts'
import { idsOfReferenceDay } from '../../payments/model/reference-store.ts'
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

/** A derived reference names a payment that {@link nameKeyedRows} looks for. */
const idNamedBy = (orderId: string): string | null => {
  const named = parseBankReference(orderId)
  return named !== undefined && 'id' in named ? named.id : null
}

/** Finds the payments of rows with derived references: once for all rows of a day, since no index serves them. */
export const nameKeyedRows = async (tx: Tx, tenantId: string, fileId: string): Promise<void> => {
  const days = await tx.query<{ day: string }>(
    sql`select distinct substr(order_id, 2, 4) as day from bank_file_rows where tenant_id = ${tenantId} and file_id = ${fileId} and ${KEYED}`,
  )
  for (const { day } of days) {
    const { first, last } = idsOfReferenceDay(day)
    await tx.execute(
      sql`update bank_file_rows r set payment_id = p.id from payments p
        where r.tenant_id = ${tenantId} and r.file_id = ${fileId} and r.${KEYED} and substr(r.order_id, 2, 4) = ${day}
          and p.tenant_id = ${tenantId} and p.id >= ${first} and p.id <= ${last} and p.key_reference = case when r.${KEYED} then substr(r.order_id, 2, 32)::uuid end`,
    )
  }
  if (days.length > 0) await nameKnownAgain(tx, tenantId, fileId)
}

/** Finds payments that were known again after a restore, on a later day than their references say. */
const nameKnownAgain = (tx: Tx, tenantId: string, fileId: string): Promise<number> =>
  tx.execute(
    sql`update bank_file_rows r set payment_id = f.subject_id from restore_findings f
      where r.tenant_id = ${tenantId} and r.file_id = ${fileId} and r.${KEYED} and r.payment_id is null
        and f.tenant_id = ${tenantId} and f.kind = 'payment' and f.subject_id is not null and substr(f.reference, 1, 33) = substr(r.order_id, 1, 33)`,
  )

/** Also the condition of the case above: without it, any text might be read as a uuid. */
const KEYED = rawSql(`order_id ~ '^K[0-9a-f]{32}[0-9]{2}$'`)

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
    payment_id: idNamedBy(orderId),
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
