/** SQL of merchants, as their operations read and change them. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { MerchantFilters, MerchantStatusName } from './merchant-schemas.ts'

export interface MerchantRow extends Omit<Row<'merchants'>, 'external_id_agreed_people'> {
  status: MerchantStatusName
  /** Noted when a change asks for it: something that money hangs on names it. */
  has_been_used: boolean
  /** Value that a first person requested, and who that is; null if there is no request. */
  external_id_asked: string | null
  /** Set by the database. */
  external_id_asked_people: Accountable | null
}
export interface NamedMerchant extends MerchantRow {
  parent_name: string | null
}
const NAMED = sql`m.*, p.name as parent_name`
const NAMED_FROM = sql`merchants m left join merchants p on p.tenant_id = m.tenant_id and p.id = m.parent_id`

/** Newest first; `ownId` restricts the page to one merchant. */
export const pageOfMerchants = (
  tx: Tx,
  tenantId: string,
  filters: MerchantFilters & { readonly waitingFor: Accountable | undefined },
  ownId: string | null,
): Promise<{ rows: NamedMerchant[]; total: number }> => {
  const { status, search_term, waitingFor } = filters
  const wanted = allOf([
    matches({ 'm.tenant_id': tenantId, 'm.is_deleted': false, 'm.id': ownId, 'm.status': status }),
    !filters.include_inactive && sql`m.is_active`,
    waitingFor &&
      sql`m.external_id_asked_by is not null and not coalesce(m.external_id_asked_people && ${waitingFor}::text[], false)`,
    contains(['m.name', 'm.legal_name', 'm.external_id', 'm.tax_id', 'm.email'], search_term),
  ])
  return countAndPage(
    tx,
    { columns: NAMED, from: sql`${NAMED_FROM} where ${wanted}`, order: sql`m.created desc, m.id desc` },
    filters,
  )
}

export const merchantById = async (tx: Tx, tenantId: string, id: string): Promise<NamedMerchant | undefined> =>
  (
    await tx.query<NamedMerchant>(
      sql`select ${NAMED} from ${NAMED_FROM} where m.tenant_id = ${tenantId} and m.id = ${id} and not m.is_deleted`,
    )
  )[0]

/** Waits for other changes of the merchant and holds them off until this one is committed. */
export const lockMerchant = async (tx: Tx, tenantId: string, id: string): Promise<NamedMerchant | undefined> => {
  await tx.execute(sql`select from merchants where tenant_id = ${tenantId} and id = ${id} for update`)
  return merchantById(tx, tenantId, id)
}

/** Merchants that payments can be taken for. */
export const countActiveMerchants = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from merchants
     where tenant_id = ${tenantId} and is_active and not is_deleted and status = 'approved'`,
  )
  return row?.count ?? 0
}

/** The merchant and all above it, locked; empty when there is none. */
export const holdLine = async (tx: Tx, tenantId: string, id: string): Promise<string[]> => {
  const line: string[] = []
  for (let next: string | null = id; next !== null && !line.includes(next); ) {
    const rows: { parent_id: string | null }[] = await tx.query(
      sql`select parent_id from merchants where tenant_id = ${tenantId} and id = ${next} and not is_deleted for share`,
    )
    if (rows[0] === undefined) break
    line.push(next)
    next = rows[0].parent_id
  }
  return line
}

/** Returns true if another merchant has it now, or was used under it. */
export const isExternalIdTaken = async (
  tx: Tx,
  tenantId: string,
  externalId: string,
  besideId: string,
): Promise<boolean> => {
  const rows = await tx.query(
    sql`select 1 from merchants where tenant_id = ${tenantId} and external_id = ${externalId} and id <> ${besideId} and not is_deleted
     union all
     select 1 from retired_external_ids where tenant_id = ${tenantId} and external_id = ${externalId} and merchant_id <> ${besideId}`,
  )
  return rows.length > 0
}

/** Returns the uses that prevent its deletion: API keys and users bound to it, merchants below it. */
export const usesOfMerchant = async (
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<{ keys: number; users: number; children: number }> => {
  const [uses] = await tx.query<{ keys: number; users: number; children: number }>(
    sql`select (select count(*) from clients where tenant_id = ${tenantId} and not is_deleted
              and (merchant_id = ${id} or awaited ->> 'merchant_id' = ${id}::text)) as keys,
            (select count(*) from users where tenant_id = ${tenantId} and not is_deleted
              and (merchant_id = ${id} or awaited ->> 'merchant_id' = ${id}::text)) as users,
            (select count(*) from merchants where tenant_id = ${tenantId} and parent_id = ${id} and not is_deleted) as children`,
  )
  return uses ?? { keys: 0, users: 0, children: 0 }
}

const COLUMNS = [
  'external_id',
  'name',
  'legal_name',
  'tax_id',
  'tax_office',
  'bkm_member_id',
  'email',
  'contact_phone',
  'city',
  'district',
  'address',
  'url',
  'default_mcc',
  'parent_id',
  'is_active',
  'is_deleted',
  'status',
  'has_been_used',
  'external_id_asked',
  'external_id_asked_by',
  'external_id_agreed_by',
  'created',
  'last_modified',
] as const satisfies readonly (keyof MerchantRow)[]

/** Returns false when the external id is taken. */
export const insertMerchant = async (tx: Tx, row: MerchantRow): Promise<boolean> => {
  const { tenant_id, id } = row
  const isNew = sql`on conflict (tenant_id, external_id) where not is_deleted do nothing`
  return (await tx.execute(insertInto('merchants', { tenant_id, id, ...pick(row, COLUMNS) }, isNew))) > 0
}

export const writeMerchant = (tx: Tx, row: MerchantRow): Promise<number> =>
  tx.execute(updateTable('merchants', { tenant_id: row.tenant_id, id: row.id }, pick(row, COLUMNS)))
