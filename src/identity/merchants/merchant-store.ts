/** SQL of merchants, as their operations read and change them. */
import { sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { MerchantFilters, MerchantStatusName } from './merchant-schemas.ts'

export interface MerchantRow {
  tenant_id: string
  id: string
  external_id: string | null
  name: string
  legal_name: string | null
  tax_id: string | null
  tax_office: string | null
  bkm_member_id: string | null
  email: string | null
  contact_phone: string | null
  city: string | null
  district: string | null
  address: string | null
  url: string | null
  default_mcc: string | null
  parent_id: string | null
  is_active: boolean
  is_deleted: boolean
  status: MerchantStatusName
  /** Noted when a change asks for it: something that money hangs on names it. */
  has_been_used: boolean
  /** Value that a first person requested, and who that is; null if there is no request. */
  external_id_asked: string | null
  external_id_asked_by: string | null
  /** Set by the database. */
  external_id_asked_people: Accountable | null
  external_id_agreed_by: string | null
  created: Date
  last_modified: Date
}
export interface NamedMerchant extends MerchantRow {
  parent_name: string | null
}
const db = queryBuilder<{ merchants: MerchantRow }>()

const PARENT_NAME = sql<string | null>`
  (select p.name from merchants p where p.tenant_id = merchants.tenant_id and p.id = merchants.parent_id)`.as(
  'parent_name',
)

/** Newest first; `ownId` restricts the page to one merchant. */
export const pageOfMerchants = (
  tx: Tx,
  tenantId: string,
  filters: MerchantFilters & { readonly waitingFor: Accountable | undefined },
  ownId: string | null,
): Promise<{ rows: NamedMerchant[]; total: number }> => {
  const { status, search_term } = filters
  let list = db
    .selectFrom('merchants')
    .selectAll()
    .select(PARENT_NAME)
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
  if (ownId !== null) list = list.where('id', '=', ownId)
  if (!filters.include_inactive) list = list.where('is_active', '=', true)
  if (status !== undefined) list = list.where('status', 'in', status)
  if (filters.waitingFor !== undefined)
    list = list
      .where('external_id_asked_by', 'is not', null)
      .where(sql<boolean>`not coalesce(external_id_asked_people && ${filters.waitingFor}::text[], false)`)
  if (search_term) {
    const part = toLikePattern(search_term)
    const columns = ['name', 'legal_name', 'external_id', 'tax_id', 'email'] as const
    list = list.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', part))))
  }
  return countAndPage(tx, list, { limit: limitOf(filters), offset: offsetOf(filters) })
}

export const merchantById = async (tx: Tx, tenantId: string, id: string): Promise<NamedMerchant | undefined> =>
  (
    await tx.query<NamedMerchant>(
      `select m.*, p.name as parent_name
         from merchants m left join merchants p on p.tenant_id = m.tenant_id and p.id = m.parent_id
        where m.tenant_id = $1 and m.id = $2 and not m.is_deleted`,
      [tenantId, id],
    )
  )[0]

/** Waits for other changes of the merchant and holds them off until this one is committed. */
export const lockMerchant = async (tx: Tx, tenantId: string, id: string): Promise<NamedMerchant | undefined> => {
  await tx.execute('select from merchants where tenant_id = $1 and id = $2 for update', [tenantId, id])
  return merchantById(tx, tenantId, id)
}

/** Merchants that payments can be taken for. */
export const countActiveMerchants = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from merchants
     where tenant_id = $1 and is_active and not is_deleted and status = 'approved'`,
    [tenantId],
  )
  return row?.count ?? 0
}

/** The merchant and all above it, locked; empty when there is none. */
export const holdLine = async (tx: Tx, tenantId: string, id: string): Promise<string[]> => {
  const line: string[] = []
  for (let next: string | null = id; next !== null && !line.includes(next); ) {
    const rows: { parent_id: string | null }[] = await tx.query(
      'select parent_id from merchants where tenant_id = $1 and id = $2 and not is_deleted for share',
      [tenantId, next],
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
    `select 1 from merchants where tenant_id = $1 and external_id = $2 and id <> $3 and not is_deleted
     union all
     select 1 from retired_external_ids where tenant_id = $1 and external_id = $2 and merchant_id <> $3`,
    [tenantId, externalId, besideId],
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
    `select (select count(*) from clients where tenant_id = $1 and not is_deleted
              and (merchant_id = $2 or awaited ->> 'merchant_id' = $2::text)) as keys,
            (select count(*) from users where tenant_id = $1 and not is_deleted
              and (merchant_id = $2 or awaited ->> 'merchant_id' = $2::text)) as users,
            (select count(*) from merchants where tenant_id = $1 and parent_id = $2 and not is_deleted) as children`,
    [tenantId, id],
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
const FIRST_COLUMN_AT = 3 // after tenant_id and id
const PLACES = COLUMNS.map((_, at) => `$${at + FIRST_COLUMN_AT}`)
const valuesOf = (row: MerchantRow): unknown[] => [row.tenant_id, row.id, ...COLUMNS.map((column) => row[column])]

/** Returns false when the external id is taken. */
export const insertMerchant = async (tx: Tx, row: MerchantRow): Promise<boolean> =>
  (await tx.execute(
    `insert into merchants (tenant_id, id, ${COLUMNS.join(', ')}) values ($1, $2, ${PLACES.join(', ')})
     on conflict (tenant_id, external_id) where not is_deleted do nothing`,
    valuesOf(row),
  )) > 0

export const writeMerchant = (tx: Tx, row: MerchantRow): Promise<number> =>
  tx.execute(
    `update merchants set (${COLUMNS.join(', ')}) = (${PLACES.join(', ')}) where tenant_id = $1 and id = $2`,
    valuesOf(row),
  )
