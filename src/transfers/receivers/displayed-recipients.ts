/** The recipients that plans refer to, including deleted ones, since a plan keeps naming whom it paid. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { type BankOf, toRecipientResponse } from './receiver-responses.ts'
import type { DisplayedRecipient } from './recipient-store.ts'

export const findDisplayedRecipients = async (
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  bankOf: BankOf,
): Promise<Map<string, ReturnType<typeof toRecipientResponse>>> => {
  const rows = await tx.query<DisplayedRecipient>(
    sql`select r.*, a.iban, a.account_number, a.masked_card_no, a.card_token, a.bank_code as account_bank_code
     from recipients r left join receiver_accounts a
       on a.tenant_id = r.tenant_id and a.recipient_id = r.id and a.is_default and not a.is_deleted
     where r.tenant_id = ${tenantId} and r.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, toRecipientResponse(row, bankOf)]))
}
