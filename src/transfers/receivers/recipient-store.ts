/** SQL of recipients. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { TaxIdType } from '../../core/tax-id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { RecipientFilters } from '../schemas/receiver-schemas.ts'
import type { MerchantScope, ReceiverAccountRow } from './receiver-account-store.ts'

export interface RecipientRow {
  tenant_id: string
  id: string
  merchant_id: string
  holder_name: string
  first_name: string | null
  last_name: string | null
  description: string | null
  bank_code: string | null
  tax_id_sealed: Buffer | null
  tax_id_last4: string | null
  tax_id_type: TaxIdType | null
  email: string | null
  phone: string | null
  label: string | null
  external_id: string | null
  extra: Record<string, string> | null
  is_active: boolean
  is_deleted: boolean
  created: Date
  last_modified: Date
}
/** A recipient with the members of its default account. */
export interface DisplayedRecipient extends RecipientRow {
  iban: string | null
  account_number: string | null
  masked_card_no: string | null
  card_token: string | null
  account_bank_code: string | null
}

interface Tables {
  recipients: RecipientRow
  receiver_accounts: ReceiverAccountRow
}
const db = queryBuilder<Tables>()

const selectDisplayed = ({ tenantId, merchantId }: MerchantScope) =>
  db
    .selectFrom('recipients as r')
    .leftJoin('receiver_accounts as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'r.tenant_id')
        .onRef('a.recipient_id', '=', 'r.id')
        .on('a.is_default', '=', true)
        .on('a.is_deleted', '=', false),
    )
    .selectAll('r')
    .select(['a.iban', 'a.account_number', 'a.masked_card_no', 'a.card_token', 'a.bank_code as account_bank_code'])
    .where('r.tenant_id', '=', tenantId)
    .where('r.is_deleted', '=', false)
    .$if(merchantId !== null, (query) => query.where('r.merchant_id', '=', merchantId as string))

export const findRecipient = async (
  tx: Tx,
  scope: MerchantScope,
  id: string,
): Promise<DisplayedRecipient | undefined> => {
  const [row] = await fetchRows(tx, selectDisplayed(scope).where('r.id', '=', id))
  return row
}

/** Serializes changes of a recipient and its accounts, so that there is one default, and each IBAN once. */
export const lockRecipient = async (
  tx: Tx,
  scope: MerchantScope,
  id: string,
): Promise<DisplayedRecipient | undefined> => {
  await tx.execute('select 1 from recipients where tenant_id = $1 and id = $2 and not is_deleted for update', [
    scope.tenantId,
    id,
  ])
  return findRecipient(tx, scope, id)
}

/** Returns recipients, newest first. `bankCode` null matches no account. */
export const pageOfRecipients = (
  tx: Tx,
  scope: MerchantScope,
  filters: Omit<RecipientFilters, 'bank_id'> & { bankCode?: string | null },
  page: { limit: number; offset: number },
) =>
  countAndPage(
    tx,
    selectDisplayed(scope)
      .where((eb) => eb.and(conditions(eb, scope.tenantId, filters)))
      .orderBy('r.created', 'desc')
      .orderBy('r.id', 'desc'),
    page,
  )

type Filters = Parameters<typeof pageOfRecipients>[2]
const SEARCHED = ['holder_name', 'first_name', 'last_name', 'description', 'label', 'external_id', 'email', 'phone']

const conditions = (
  eb: ExpressionBuilder<Tables & { r: RecipientRow; a: ReceiverAccountRow | null }, 'r'>,
  tenantId: string,
  filters: Filters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  const contains = (column: string, text: string) =>
    sql<boolean>`${sql.ref(`r.${column}`)} ilike ${toLikePattern(text)}`
  for (const name of ['first_name', 'last_name', 'holder_name'] as const)
    if (filters[name]) all.push(contains(name, filters[name]))
  if (filters.search_term) {
    const { search_term } = filters
    all.push(eb.or(SEARCHED.map((column) => contains(column, search_term))))
  }
  if (filters.extra_properties_search_term)
    all.push(sql<boolean>`exists (select from jsonb_each_text(r.extra) as e (name, value)
      where e.value ilike ${toLikePattern(filters.extra_properties_search_term)})`)
  if (filters.is_active !== undefined) all.push(eb('r.is_active', '=', filters.is_active))
  const hasAccount = (column: string, value: string | null) =>
    sql<boolean>`exists (select from receiver_accounts o where o.tenant_id = ${tenantId} and o.recipient_id = r.id
      and not o.is_deleted and ${sql.ref(`o.${column}`)} = ${value})`
  if (filters.account_number) all.push(hasAccount('account_number', filters.account_number))
  if (filters.iban) all.push(hasAccount('iban', filters.iban.replaceAll(' ', '').toUpperCase()))
  if (filters.bankCode !== undefined)
    all.push(sql<boolean>`(r.bank_code = ${filters.bankCode} or ${hasAccount('bank_code', filters.bankCode)})`)
  return all
}

const COLUMNS = [
  'merchant_id',
  'holder_name',
  'first_name',
  'last_name',
  'description',
  'bank_code',
  'tax_id_sealed',
  'tax_id_last4',
  'tax_id_type',
  'email',
  'phone',
  'label',
  'external_id',
  'extra',
  'is_active',
  'is_deleted',
  'created',
  'last_modified',
] as const satisfies readonly (keyof RecipientRow)[]
const FIRST_COLUMN_AT = 3 // after tenant_id and id
const PLACES = COLUMNS.map((_, at) => `$${at + FIRST_COLUMN_AT}`)
const valuesOf = (row: RecipientRow): unknown[] => [row.tenant_id, row.id, ...COLUMNS.map((column) => row[column])]

/** Returns false if the external id is taken. */
export const insertRecipient = async (tx: Tx, row: RecipientRow): Promise<boolean> =>
  (await tx.execute(
    `insert into recipients (tenant_id, id, ${COLUMNS.join(', ')}) values ($1, $2, ${PLACES.join(', ')})
     on conflict (tenant_id, merchant_id, external_id) where not is_deleted do nothing`,
    valuesOf(row),
  )) > 0

export const updateRecipientRow = (tx: Tx, row: RecipientRow): Promise<number> =>
  tx.execute(
    `update recipients set (${COLUMNS.join(', ')}) = (${PLACES.join(', ')}) where tenant_id = $1 and id = $2`,
    valuesOf(row),
  )

/** Deletes its accounts, too. Sealed values are erased, because transfers have their own copies. */
export const deleteRecipientRow = async (tx: Tx, { tenant_id, id }: RecipientRow, now: Date): Promise<void> => {
  await tx.execute(
    `update recipients set is_deleted = true, is_active = false, tax_id_sealed = null, last_modified = $3
      where tenant_id = $1 and id = $2`,
    [tenant_id, id, now],
  )
  await tx.execute(
    `update receiver_accounts set is_deleted = true, is_active = false, card_sealed = null, last_modified = $3
      where tenant_id = $1 and recipient_id = $2 and not is_deleted`,
    [tenant_id, id, now],
  )
}
