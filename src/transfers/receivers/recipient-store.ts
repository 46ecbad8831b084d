/** SQL of recipients. */
import type { TaxIdType } from '../../core/tax-id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { RecipientFilters } from '../schemas/receiver-schemas.ts'
import type { MerchantScope } from './receiver-account-store.ts'

export interface RecipientRow extends Row<'recipients'> {
  tax_id_type: TaxIdType | null
  extra: Record<string, string> | null
}
/** A recipient with the members of its default account. */
export interface DisplayedRecipient extends RecipientRow {
  iban: string | null
  account_number: string | null
  masked_card_no: string | null
  card_token: string | null
  account_bank_code: string | null
}

const DISPLAYED = sql`r.*, a.iban, a.account_number, a.masked_card_no, a.card_token, a.bank_code as account_bank_code`

const displayedRecipients = ({ tenantId, merchantId }: MerchantScope): Sql => sql`
  recipients r
  left join receiver_accounts a on a.tenant_id = r.tenant_id and a.recipient_id = r.id and a.is_default and not a.is_deleted
  where ${matches({ 'r.tenant_id': tenantId, 'r.merchant_id': merchantId })} and not r.is_deleted`

export const findRecipient = async (
  tx: Tx,
  scope: MerchantScope,
  id: string,
): Promise<DisplayedRecipient | undefined> => {
  const [row] = await tx.query<DisplayedRecipient>(
    sql`select ${DISPLAYED} from ${displayedRecipients(scope)} and r.id = ${id}`,
  )
  return row
}

/** Serializes changes of a recipient and its accounts, so that there is one default, and each IBAN once. */
export const lockRecipient = async (
  tx: Tx,
  scope: MerchantScope,
  id: string,
): Promise<DisplayedRecipient | undefined> => {
  await tx.execute(
    sql`select 1 from recipients where tenant_id = ${scope.tenantId} and id = ${id} and not is_deleted for update`,
  )
  return findRecipient(tx, scope, id)
}

/** Returns recipients, newest first. `bankCode` null matches no account. */
export const pageOfRecipients = (
  tx: Tx,
  scope: MerchantScope,
  filters: Omit<RecipientFilters, 'bank_id'> & { bankCode?: string | null },
) =>
  countAndPage<DisplayedRecipient>(
    tx,
    {
      columns: DISPLAYED,
      from: sql`${displayedRecipients(scope)} and ${allOf(conditions(scope.tenantId, filters))}`,
      order: sql`r.created desc, r.id desc`,
    },
    filters,
  )

type Filters = Parameters<typeof pageOfRecipients>[2]
const SEARCHED = ['holder_name', 'first_name', 'last_name', 'description', 'label', 'external_id', 'email', 'phone']

const conditions = (tenantId: string, filters: Filters) => {
  const { account_number, iban, bankCode } = filters
  const hasAccount = (column: string, value: string | null): Sql =>
    sql`exists (select from receiver_accounts o where o.tenant_id = ${tenantId} and o.recipient_id = r.id
      and not o.is_deleted and ${rawSql(`o.${column}`)} = ${value})`
  return [
    ...(['first_name', 'last_name', 'holder_name'] as const).map((name) => contains([`r.${name}`], filters[name])),
    contains(
      SEARCHED.map((column) => `r.${column}`),
      filters.search_term,
    ),
    filters.extra_properties_search_term
      ? sql`exists (select from jsonb_each_text(r.extra) as e (name, value)
          where ${contains(['e.value'], filters.extra_properties_search_term)})`
      : undefined,
    matches({ 'r.is_active': filters.is_active }),
    account_number ? hasAccount('account_number', account_number) : undefined,
    iban ? hasAccount('iban', iban.replaceAll(' ', '').toUpperCase()) : undefined,
    bankCode !== undefined && sql`r.bank_code = ${bankCode} or ${hasAccount('bank_code', bankCode)}`,
  ]
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

/** Returns false if the external id is taken. */
export const insertRecipient = async (tx: Tx, row: RecipientRow): Promise<boolean> => {
  const { tenant_id, id } = row
  const isNew = sql`on conflict (tenant_id, merchant_id, external_id) where not is_deleted do nothing`
  return (await tx.execute(insertInto('recipients', { tenant_id, id, ...pick(row, COLUMNS) }, isNew))) > 0
}

export const updateRecipientRow = (tx: Tx, row: RecipientRow): Promise<number> =>
  tx.execute(updateTable('recipients', { tenant_id: row.tenant_id, id: row.id }, pick(row, COLUMNS)))

/** Deletes its accounts, too. Sealed values are erased, because transfers have their own copies. */
export const deleteRecipientRow = async (tx: Tx, { tenant_id, id }: RecipientRow, now: Date): Promise<void> => {
  await tx.execute(
    updateTable(
      'recipients',
      { tenant_id, id },
      { is_deleted: true, is_active: false, tax_id_sealed: null, last_modified: now },
    ),
  )
  await tx.execute(
    updateTable(
      'receiver_accounts',
      { tenant_id, recipient_id: id },
      { is_deleted: true, is_active: false, card_sealed: null, last_modified: now },
      sql`and not is_deleted`,
    ),
  )
}
