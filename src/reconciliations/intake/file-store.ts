/** SQL of banks' files, one function per statement. */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { parseBankReference } from '../../payments/model/payment.ts'
import type { DayHeader, DayItem } from '../day-files/day-file.ts'

export interface FileRow {
  tenant_id: string
  id: string
  sha256: string
  form: string
  bank: string
  merchant_number: string
  currency: string
  day: string
  number: number
  configuration_id: string
  covers_until: Date
  row_count: number
  gross: number
  commission: number
  net: number
  status: 'loading' | 'taken'
  reconciliation_id: string | null
  taken_by: string
  taken_at: Date
}

/** The same bytes, or the same file of the same day. */
export const findSameFile = async (
  tx: Tx,
  tenantId: string,
  sha256: string,
  { bank, merchant, currency, day, number }: DayHeader,
): Promise<FileRow | undefined> => {
  const rows = await tx.query<FileRow>(
    `select *, day::text as day from bank_files where tenant_id = $1 and (sha256 = $2
       or bank = $3 and merchant_number = $4 and currency = $5 and day = $6 and number = $7) order by status desc for update`,
    [tenantId, sha256, bank, merchant, currency, day, number],
  )
  return rows[0]
}

export const findFile = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for share' | 'for update' = '',
): Promise<FileRow | undefined> => {
  const rows = await tx.query<FileRow>(
    `select *, day::text as day from bank_files where tenant_id = $1 and id = $2 ${lock}`,
    [tenantId, id],
  )
  return rows[0]
}

type BegunFile = Omit<FileRow, 'reconciliation_id' | 'taken_at' | 'status' | 'covers_until'> & { covers_until: string }

/** 0: it is there. */
export const insertFile = (tx: Tx, file: BegunFile): Promise<number> =>
  tx.execute(
    `insert into bank_files (tenant_id, id, sha256, form, bank, merchant_number, currency, day, number, configuration_id, covers_until, row_count,
       gross, commission, net, status, taken_by, taken_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'loading', $16, ${PLATFORM_TIME})
     on conflict do nothing`,
    [
      file.tenant_id,
      file.id,
      file.sha256,
      file.form,
      file.bank,
      file.merchant_number,
      file.currency,
      file.day,
      file.number,
      file.configuration_id,
      file.covers_until,
      file.row_count,
      file.gross,
      file.commission,
      file.net,
      file.taken_by,
    ],
  )

/** Other bytes of the same day and number, in place of those that were never taken whole. */
export const replaceUnfinished = async (tx: Tx, file: BegunFile): Promise<void> => {
  await tx.execute(
    `update bank_files set sha256 = $3, form = $4, configuration_id = $5, covers_until = $6, row_count = $7, gross = $8, commission = $9,
       net = $10, taken_by = $11, taken_at = ${PLATFORM_TIME}
     where tenant_id = $1 and id = $2 and status = 'loading'`,
    [
      file.tenant_id,
      file.id,
      file.sha256,
      file.form,
      file.configuration_id,
      file.covers_until,
      file.row_count,
      file.gross,
      file.commission,
      file.net,
      file.taken_by,
    ],
  )
  await tx.execute('delete from bank_file_rows where tenant_id = $1 and file_id = $2', [file.tenant_id, file.id])
}

type Kept = Exclude<DayItem, { kind: 'header' }>

/** What a process that ended had begun to load is loaded again: a row that is there is the same. */
export const insertFileRows = (tx: Tx, tenantId: string, fileId: string, items: readonly Kept[]): Promise<number> =>
  tx.execute(
    `insert into bank_file_rows (tenant_id, file_id, line, kind, order_id, payment_id, provider_transaction_id, host_reference, auth_code, at,
       masked_card, scheme, card_type, is_on_us, installment, installments, gross, basis_points, commission, tax, net, blocked_days, value_date)
     select $1, $2, line, kind, order_id, payment_id, provider_transaction_id, host_reference, auth_code, at, masked_card, scheme, card_type,
       is_on_us, installment, installments, gross, basis_points, commission, tax, net, blocked_days, value_date
     from jsonb_to_recordset($3::jsonb) as t(line integer, kind text, order_id text, payment_id uuid, provider_transaction_id text,
       host_reference text, auth_code text, at timestamptz, masked_card text, scheme text, card_type text, is_on_us boolean, installment smallint,
       installments smallint, gross bigint, basis_points integer, commission bigint, tax bigint, net bigint, blocked_days integer, value_date date)
     on conflict do nothing`,
    [tenantId, fileId, JSON.stringify(items.map(toColumns))],
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

export const endLoading = (tx: Tx, tenantId: string, id: string, reconciliationId: string): Promise<number> =>
  tx.execute(`update bank_files set status = 'taken', reconciliation_id = $3 where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
    reconciliationId,
  ])

/** Until when the file before covers: where this one begins. Null: there is none of the days before. */
export const coveredBefore = async (
  tx: Tx,
  { tenant_id, bank, merchant_number, currency, day, number }: FileRow,
): Promise<Date | null> => {
  const [row] = await tx.query<{ until: Date | null }>(
    `select max(covers_until) as until from bank_files where tenant_id = $1 and bank = $2 and merchant_number = $3 and currency = $4
       and status = 'taken' and (day, number) < ($5::date, $6) and day >= $5::date - 7`,
    [tenant_id, bank, merchant_number, currency, day, number],
  )
  return row?.until ?? null
}

/** The configurations under which the bank knows a merchant by this number. */
export const configurationsOfNumber = (
  tx: Tx,
  tenantId: string,
  number: string,
  wanted: string | null,
): Promise<{ id: string; bank_code: string | null }[]> =>
  tx.query(
    `select id, bank_code from connector_configurations where tenant_id = $1 and (store_id = $2 or terminal_id = $2) and not is_deleted
       and ($3::uuid is null or id = $3) order by is_active desc, id`,
    [tenantId, number, wanted],
  )

export const toFileView = (file: FileRow) => ({
  id: file.id,
  sha256: file.sha256,
  form: file.form,
  bank: file.bank,
  merchant_number: file.merchant_number,
  currency: file.currency,
  day: file.day,
  number: file.number,
  connector_config_id: file.configuration_id,
  row_count: file.row_count,
  gross: file.gross,
  commission: file.commission,
  net: file.net,
  reconciliation_id: file.reconciliation_id,
  taken_by: file.taken_by,
  taken_at: isoTime(file.taken_at),
})
