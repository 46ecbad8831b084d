/**
 * Recipients that are this person: they are exported; on erasure they are deleted with their accounts, and their
 * identifying data is removed.
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
import type { Row } from '../../infra/database/statements/write-rows.ts'
import { taxIdSealingContext } from '../model/tax-id-sealing.ts'
import { deleteRecipientRow, type RecipientRow } from '../receivers/recipient-store.ts'

const GONE = '***'
const LAST_SHOWN = 4 // digits of a tax id that are stored in clear

type Account = Row<'receiver_accounts', 'recipient_id' | 'iban' | 'account_number' | 'bank_code' | 'masked_card_no'>

export const personalDataOfRecipients: PersonDataSource = {
  kind: 'recipients',
  async find(lot): Promise<FoundPersonData> {
    const { rows, next } = await findRows(lot)
    const accounts = await lot.tx.query<Account>(
      `select recipient_id, iban, account_number, bank_code, masked_card_no from receiver_accounts
       where tenant_id = $1 and recipient_id = any($2::uuid[])`,
      [lot.tenantId, rows.map(({ id }) => id)],
    )
    return { records: rows.map((row) => shown(row, accounts)), next }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const { rows, next } = await findRows(lot)
    const now = lot.runtime.clock.now()
    for (const row of rows) if (!row.is_deleted) await deleteRecipientRow(lot.tx, row, now)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      await lot.tx.execute(ERASE, [lot.tenantId, ids, now])
      await lot.tx.execute(ERASE_ACCOUNTS, [lot.tenantId, ids, now])
    }
    return { erased: ids.length, kept: {}, next }
  },
}

const findRows = async (lot: PersonDataBatch): Promise<{ rows: RecipientRow[]; next: string | null }> => {
  const { tx, tenantId, sought, after } = lot
  const next = await findBatchEnd(lot, 'recipients')
  const condition = sought.mark === 'email' ? 'lower(email) = $4' : 'tax_id_sealed is not null and tax_id_last4 = $4'
  const rows = await tx.query<RecipientRow>(
    `select * from recipients where tenant_id = $1 and ${IN_BATCH} and ${condition}`,
    [tenantId, after ?? ZERO_ID, next, sought.mark === 'email' ? sought.text : sought.text.slice(-LAST_SHOWN)],
  )
  return { rows: sought.mark === 'email' ? rows : await withTaxId(lot, rows), next }
}

const withTaxId = async (
  { runtime, tx, tenantId, sought }: PersonDataBatch,
  rows: RecipientRow[],
): Promise<RecipientRow[]> => {
  const found: RecipientRow[] = []
  for (const row of rows) {
    const place = taxIdSealingContext('recipients', row.id)
    if ((await runtime.sealer.open(tenantId, place, row.tax_id_sealed as Buffer, tx)) === sought.text) found.push(row)
  }
  return found
}

const ERASE = `
  update recipients set holder_name = '${GONE}', first_name = null, last_name = null, description = null, email = null,
    phone = null, label = null, extra = null, tax_id_sealed = null, tax_id_last4 = null, tax_id_type = null, last_modified = $3
  where tenant_id = $1 and id = any($2::uuid[])`

/** An account must keep a number or a card, even as a placeholder. */
const ERASE_ACCOUNTS = `
  update receiver_accounts set holder_name = '${GONE}', description = null, label = null, extra = null, card_key = null,
    card_sealed = null, iban = null, account_number = case when card_token is null then '${GONE}' end, last_modified = $3
  where tenant_id = $1 and recipient_id = any($2::uuid[])`

const shown = (row: RecipientRow, accounts: readonly Account[]): object => ({
  recipient_id: row.id,
  created: isoTime(row.created),
  holder_name: row.holder_name,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone: row.phone,
  tax_id_last4: row.tax_id_last4,
  description: row.description,
  label: row.label,
  is_deleted: row.is_deleted,
  accounts: accounts
    .filter((account) => account.recipient_id === row.id)
    .map(({ recipient_id: _, ...account }) => account),
})
