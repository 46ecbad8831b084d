/** SQL of receiver accounts. */
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, fetchRows, queryBuilder } from '../../infra/database/query-builder.ts'

/** `merchantId` restricts it to one merchant; null means the whole tenant. */
export interface MerchantScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

/** Where money goes: an IBAN or account number, or a card. */
export interface ReceiverAccountTarget {
  bank_code: string | null
  iban: string | null
  account_number: string | null
  masked_card_no: string | null
  card_token: string | null
  card_key: string | null
  card_sealed: Buffer | null
}
export interface ReceiverAccountRow extends ReceiverAccountTarget {
  tenant_id: string
  id: string
  merchant_id: string
  recipient_id: string
  holder_name: string
  description: string | null
  label: string | null
  external_id: string | null
  extra: Record<string, string> | null
  is_default: boolean
  is_active: boolean
  is_deleted: boolean
  /** Who wrote it last; null for the program. The database records who is accountable for its target. */
  changed_by: string | null
  created: Date
  last_modified: Date
}

const db = queryBuilder<{ receiver_accounts: ReceiverAccountRow }>()

const selectLive = ({ tenantId, merchantId }: MerchantScope) =>
  db
    .selectFrom('receiver_accounts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId as string))

export const findReceiverAccount = async (
  tx: Tx,
  scope: MerchantScope,
  id: string,
): Promise<ReceiverAccountRow | undefined> => {
  const [row] = await fetchRows(tx, selectLive(scope).where('id', '=', id))
  return row
}

export const findReceiverAccountByToken = async (
  tx: Tx,
  scope: MerchantScope,
  token: string,
): Promise<ReceiverAccountRow | undefined> => {
  const [row] = await fetchRows(tx, selectLive(scope).where('card_token', '=', token))
  return row
}

/** Returns accounts, newest first. `bankCode` null matches no account. */
export const pageOfReceiverAccounts = (
  tx: Tx,
  scope: MerchantScope,
  filters: { bankCode?: string | null; recipient_id?: string | undefined },
  page: { limit: number; offset: number },
) => {
  let list = selectLive(scope).orderBy('created', 'desc').orderBy('id', 'desc')
  if (filters.bankCode !== undefined) list = list.where('bank_code', '=', filters.bankCode)
  if (filters.recipient_id !== undefined) list = list.where('recipient_id', '=', filters.recipient_id)
  return countAndPage(tx, list, page)
}

/** Returns accounts of one recipient, whose row must be locked. */
export const findAccountsOfRecipient = (tx: Tx, tenantId: string, recipientId: string): Promise<ReceiverAccountRow[]> =>
  fetchRows(tx, selectLive({ tenantId, merchantId: null }).where('recipient_id', '=', recipientId))

/** Includes deleted ones. */
export const hasEverHadAccount = async (tx: Tx, tenantId: string, recipientId: string): Promise<boolean> =>
  (
    await tx.query('select 1 from receiver_accounts where tenant_id = $1 and recipient_id = $2 limit 1', [
      tenantId,
      recipientId,
    ])
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
const FIRST_COLUMN_AT = 3 // after tenant_id and id
const PLACES = COLUMNS.map((_, at) => `$${at + FIRST_COLUMN_AT}`)
const valuesOf = (row: ReceiverAccountRow): unknown[] => [
  row.tenant_id,
  row.id,
  ...COLUMNS.map((column) => row[column]),
]

/** A new default replaces the previous one. */
export const insertReceiverAccount = async (tx: Tx, row: ReceiverAccountRow): Promise<void> => {
  if (row.is_default) await clearOtherDefault(tx, row)
  await tx.execute(
    `insert into receiver_accounts (tenant_id, id, ${COLUMNS.join(', ')}) values ($1, $2, ${PLACES.join(', ')})`,
    valuesOf(row),
  )
}

export const updateReceiverAccountRow = async (tx: Tx, row: ReceiverAccountRow): Promise<void> => {
  if (row.is_default && !row.is_deleted) await clearOtherDefault(tx, row)
  await tx.execute(
    `update receiver_accounts set (${COLUMNS.join(', ')}) = (${PLACES.join(', ')}) where tenant_id = $1 and id = $2`,
    valuesOf(row),
  )
}

const clearOtherDefault = (
  tx: Tx,
  { tenant_id, recipient_id, id, last_modified }: ReceiverAccountRow,
): Promise<number> =>
  tx.execute(
    `update receiver_accounts set is_default = false, last_modified = $4
      where tenant_id = $1 and recipient_id = $2 and id <> $3 and is_default and not is_deleted`,
    [tenant_id, recipient_id, id, last_modified],
  )

/** Renames the accounts that have the recipient's name. */
export const renameReceiverAccounts = (
  tx: Tx,
  before: { tenant_id: string; id: string; holder_name: string },
  after: { holder_name: string; changed_by: string; last_modified: Date },
): Promise<number> =>
  tx.execute(
    `update receiver_accounts set holder_name = $4, last_modified = $5, changed_by = $6
      where tenant_id = $1 and recipient_id = $2 and holder_name = $3 and $3 <> $4 and not is_deleted`,
    [before.tenant_id, before.id, before.holder_name, after.holder_name, after.last_modified, after.changed_by],
  )
