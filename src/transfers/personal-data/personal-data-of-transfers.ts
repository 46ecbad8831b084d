/**
 * Transfers to a person are exported but not erased, because the law requires a record of who was paid, and on which
 * account.
 */
import {
  type ErasedPersonData,
  type FoundPersonData,
  findBatchEnd,
  IN_BATCH,
  type PersonDataBatch,
  type PersonDataSource,
} from '../../access/person-data.ts'
import { isoTime } from '../../core/clock.ts'
import { ZERO_ID } from '../../core/id.ts'
import type { Row as TableRow } from '../../infra/database/statements/write-rows.ts'
import { taxIdSealingContext } from '../model/tax-id-sealing.ts'

type Row = TableRow<
  'transfers',
  | 'id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'holder_name'
  | 'iban'
  | 'account_number'
  | 'masked_card_no'
  | 'description'
  | 'tax_id_sealed'
  | 'created'
>

export const personalDataOfTransfers: PersonDataSource = {
  kind: 'transfers',
  async find(lot): Promise<FoundPersonData> {
    const { rows, next } = await findRows(lot)
    return { records: rows.map(shown), next }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const { rows, next } = await findRows(lot)
    return { erased: 0, kept: rows.length > 0 ? { payment_record: rows.length } : {}, next }
  },
}

const findRows = async (lot: PersonDataBatch): Promise<{ rows: Row[]; next: string | null }> => {
  const { tx, tenantId, sought, after } = lot
  const next = await findBatchEnd(lot, 'transfers')
  const isByMail = sought.mark === 'email'
  const condition = isByMail
    ? 'recipient_id in (select r.id from recipients r where r.tenant_id = $1 and lower(r.email) = $4)'
    : 'tax_id_sealed is not null and $4::text is not null'
  const rows = await tx.query<Row>(
    `select id, status, amount, currency, holder_name, iban, account_number, masked_card_no, description, tax_id_sealed, created
     from transfers where tenant_id = $1 and ${IN_BATCH} and ${condition}`,
    [tenantId, after ?? ZERO_ID, next, sought.text],
  )
  return { rows: isByMail ? rows : await withTaxId(lot, rows), next }
}

const withTaxId = async ({ runtime, tx, tenantId, sought }: PersonDataBatch, rows: readonly Row[]): Promise<Row[]> => {
  const found: Row[] = []
  for (const row of rows) {
    const place = taxIdSealingContext('transfers', row.id)
    if ((await runtime.sealer.open(tenantId, place, row.tax_id_sealed as Buffer, tx)) === sought.text) found.push(row)
  }
  return found
}

const shown = ({ tax_id_sealed: _, id, created, ...row }: Row): object => ({
  transfer_id: id,
  created: isoTime(created),
  ...row,
})
