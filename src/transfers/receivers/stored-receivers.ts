/** Reads of stored recipients and receiver accounts that the creation of a transfer needs. */
import type { Tx } from '../../infra/database/database.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

/** A receiver account with the members of its recipient. */
export interface StoredReceiver
  extends Row<
    'receiver_accounts',
    | 'recipient_id'
    | 'merchant_id'
    | 'holder_name'
    | 'bank_code'
    | 'iban'
    | 'account_number'
    | 'masked_card_no'
    | 'card_token'
    | 'card_key'
    | 'card_sealed'
    | 'is_active'
    | 'is_default'
  > {
  receiver_account_id: string
  tax_id_sealed: Buffer | null
  /** True if both it and its recipient are active. */
  is_active: boolean
}

const STORED = `
select a.id as receiver_account_id, a.recipient_id, a.merchant_id, a.holder_name, a.bank_code, a.iban, a.account_number,
  a.masked_card_no, a.card_token, a.card_key, a.card_sealed, r.tax_id_sealed, a.is_active and r.is_active as is_active, a.is_default
from receiver_accounts a
join recipients r on r.tenant_id = a.tenant_id and r.id = a.recipient_id and not r.is_deleted
where a.tenant_id = $1 and a.merchant_id = $2 and not a.is_deleted`

interface NamedReceivers {
  recipientIds: readonly string[]
  receiverAccountIds: readonly string[]
  cardTokens: readonly string[]
}

/** Returns accounts named by any of their names, and the default accounts of the recipients. */
export const findStoredReceivers = (
  tx: Tx,
  tenantId: string,
  merchantId: string,
  named: NamedReceivers,
): Promise<StoredReceiver[]> =>
  tx.query<StoredReceiver>(
    `${STORED} and (a.id = any($3::uuid[]) or a.card_token = any($4::text[]) or (a.recipient_id = any($5::uuid[]) and a.is_default))`,
    [tenantId, merchantId, named.receiverAccountIds, named.cardTokens, named.recipientIds],
    'stored-receivers',
  )

/** Returns recipients that exist, whether or not they have an account. */
export const findKnownRecipients = async (
  tx: Tx,
  tenantId: string,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, { is_active: boolean }>> => {
  const rows = await tx.query<{ id: string; is_active: boolean }>(
    `select id, is_active from recipients
      where tenant_id = $1 and merchant_id = $2 and id = any($3::uuid[]) and not is_deleted`,
    [tenantId, merchantId, ids],
    'known-recipients',
  )
  return new Map(rows.map((row) => [row.id, row]))
}
