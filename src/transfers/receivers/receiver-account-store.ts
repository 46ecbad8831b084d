/** SQL of receiver accounts. */
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, matches, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'

/** `merchantId` restricts it to one merchant; null means the whole tenant. */
export interface MerchantScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

/** Where money goes: an IBAN or account number, or a card. */
export type ReceiverAccountTarget = Row<
  'receiver_accounts',
  'bank_code' | 'iban' | 'account_number' | 'masked_card_no' | 'card_token' | 'card_key' | 'card_sealed'
>
export interface ReceiverAccountRow
  extends ReceiverAccountTarget,
    Row<
      'receiver_accounts',
      | 'tenant_id'
      | 'id'
      | 'merchant_id'
      | 'recipient_id'
      | 'holder_name'
      | 'description'
      | 'label'
      | 'external_id'
      | 'extra'
      | 'is_default'
      | 'is_active'
      | 'is_deleted'
      | 'changed_by'
      | 'created'
      | 'last_modified'
    > {
  extra: Record<string, string> | null
  /** Who wrote it last; null for the program. The database records who is accountable for its target. */
  changed_by: string | null
}

const liveAccounts = ({ tenantId, merchantId }: MerchantScope): Sql =>
  sql`receiver_accounts where ${matches({ tenant_id: tenantId, merchant_id: merchantId })} and not is_deleted`

export const findReceiverAccount = async (
  tx: Tx,
  scope: MerchantScope,
  id: string,
): Promise<ReceiverAccountRow | undefined> => {
  const [row] = await tx.query<ReceiverAccountRow>(sql`select * from ${liveAccounts(scope)} and id = ${id}`)
  return row
}

export const findReceiverAccountByToken = async (
  tx: Tx,
  scope: MerchantScope,
  token: string,
): Promise<ReceiverAccountRow | undefined> => {
  const [row] = await tx.query<ReceiverAccountRow>(sql`select * from ${liveAccounts(scope)} and card_token = ${token}`)
  return row
}

/** Returns accounts, newest first. `bankCode` null matches no account. */
export const pageOfReceiverAccounts = (
  tx: Tx,
  scope: MerchantScope,
  { bankCode, recipient_id }: { bankCode?: string | null; recipient_id?: string | undefined },
  page: PageRequest,
) => {
  const wanted = allOf([matches({ recipient_id }), bankCode !== undefined && sql`bank_code = ${bankCode}`])
  return countAndPage<ReceiverAccountRow>(
    tx,
    { columns: sql`*`, from: sql`${liveAccounts(scope)} and ${wanted}`, order: sql`created desc, id desc` },
    page,
  )
}

/** Returns accounts of one recipient, whose row must be locked. */
export const findAccountsOfRecipient = (tx: Tx, tenantId: string, recipientId: string): Promise<ReceiverAccountRow[]> =>
  tx.query<ReceiverAccountRow>(
    sql`select * from ${liveAccounts({ tenantId, merchantId: null })} and recipient_id = ${recipientId}`,
  )

/** Includes deleted ones. */
export const hasEverHadAccount = async (tx: Tx, tenantId: string, recipientId: string): Promise<boolean> =>
  (
    await tx.query(
      sql`select 1 from receiver_accounts where tenant_id = ${tenantId} and recipient_id = ${recipientId} limit 1`,
    )
  ).length > 0

const COLUMNS = [
  'merchant_id',
  'recipient_id',
  'holder_name',
  'bank_code',
  'iban',
  'account_number',
  'masked_card_no',
  'card_token',
  'card_key',
  'card_sealed',
  'description',
  'label',
  'external_id',
  'extra',
  'is_default',
  'is_active',
  'is_deleted',
  'changed_by',
  'created',
  'last_modified',
] as const satisfies readonly (keyof ReceiverAccountRow)[]

/** A new default replaces the previous one. */
export const insertReceiverAccount = async (tx: Tx, row: ReceiverAccountRow): Promise<void> => {
  if (row.is_default) await clearOtherDefault(tx, row)
  const { tenant_id, id } = row
  await tx.execute(insertInto('receiver_accounts', { tenant_id, id, ...pick(row, COLUMNS) }))
}

export const updateReceiverAccountRow = async (tx: Tx, row: ReceiverAccountRow): Promise<void> => {
  if (row.is_default && !row.is_deleted) await clearOtherDefault(tx, row)
  const { tenant_id, id } = row
  await tx.execute(updateTable('receiver_accounts', { tenant_id, id }, pick(row, COLUMNS)))
}

const clearOtherDefault = (
  tx: Tx,
  { tenant_id, recipient_id, id, last_modified }: ReceiverAccountRow,
): Promise<number> =>
  tx.execute(
    sql`update receiver_accounts set is_default = false, last_modified = ${last_modified}
      where tenant_id = ${tenant_id} and recipient_id = ${recipient_id} and id <> ${id} and is_default and not is_deleted`,
  )

/** Renames the accounts that have the recipient's name. */
export const renameReceiverAccounts = (
  tx: Tx,
  before: { tenant_id: string; id: string; holder_name: string },
  after: { holder_name: string; changed_by: string; last_modified: Date },
): Promise<number> =>
  tx.execute(
    updateTable(
      'receiver_accounts',
      { tenant_id: before.tenant_id, recipient_id: before.id, holder_name: before.holder_name },
      { holder_name: after.holder_name, last_modified: after.last_modified, changed_by: after.changed_by },
      sql`and ${before.holder_name} <> ${after.holder_name} and not is_deleted`,
    ),
  )
