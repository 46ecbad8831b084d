/** Bank profiles of merchants, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { ifGiven, matches, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'

type SubMerchantColumns = Row<
  'merchant_bank_profiles',
  | 'sub_merchant_id'
  | 'sub_merchant_name'
  | 'sub_merchant_mcc'
  | 'sub_merchant_postal_code'
  | 'sub_merchant_city'
  | 'sub_merchant_country_code'
>

/** Columns that a write sets. */
export type ProfileColumns = SubMerchantColumns & { readonly extra_properties: Record<string, string> }

export interface PendingProfile {
  /** A second person confirms exactly what was displayed under this id. */
  readonly id: string
  readonly at: string
  /** A new profile is not used at the bank before it is confirmed. */
  readonly action: 'create' | 'update' | 'delete'
  /** The whole profile is shown and confirmed, because it was never confirmed before. If absent, only the changed members are. */
  readonly is_whole?: boolean
  readonly columns: ProfileColumns
}

interface ProfileDecision {
  pending: PendingProfile | null
  pending_by: string | null
  /** The person who confirmed the last change that waited. */
  confirmed_by: string | null
}

export interface BankProfileRow
  extends SubMerchantColumns,
    ProfileDecision,
    Row<
      'merchant_bank_profiles',
      'tenant_id' | 'id' | 'merchant_id' | 'configuration_id' | 'extra_properties' | 'created'
    > {
  extra_properties: Record<string, string>
  /** Written by the database. */
  pending_people?: Accountable | null
  is_confirmed?: boolean
  /** Name of the profile's configuration. */
  configuration_name: string
  connector_id: string
  connector_code: string
  bank_code: string | null
}

const SHOWN = sql`p.*, c.name as configuration_name, c.connector_id, k.code as connector_code, c.bank_code`
const JOINED = sql`merchant_bank_profiles p
  join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id
  join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id`

/** Newest first; those of deleted configurations are not shown. */
export const listProfiles = (tx: Tx, tenantId: string, merchantId: string): Promise<BankProfileRow[]> =>
  tx.query<BankProfileRow>(
    sql`select ${SHOWN} from ${JOINED} where p.tenant_id = ${tenantId} and p.merchant_id = ${merchantId} and not c.is_deleted order by p.id desc`,
  )

/** Returns profiles with a waiting change, newest profile first. `waitingFor` keeps those that someone other than these people decides; undefined keeps all. */
export const pageOfChangedProfiles = (
  tx: Tx,
  reach: { tenantId: string; merchantId: string | null; waitingFor: Accountable | undefined },
  page: PageRequest,
) =>
  countAndPage<BankProfileRow>(
    tx,
    {
      columns: SHOWN,
      from: sql`${JOINED} where ${matches({ 'p.tenant_id': reach.tenantId, 'p.merchant_id': reach.merchantId })} and p.pending is not null and not c.is_deleted
        and not coalesce(p.pending_people && ${reach.waitingFor ?? []}, false)`,
      order: sql`p.id desc`,
    },
    page,
  )

export const findProfile = async (
  tx: Tx,
  of: { tenantId: string; merchantId: string; id: string },
): Promise<BankProfileRow | undefined> => {
  const rows = await tx.query<BankProfileRow>(
    sql`select ${SHOWN} from ${JOINED} where p.tenant_id = ${of.tenantId} and p.merchant_id = ${of.merchantId} and p.id = ${of.id} for update of p`,
  )
  return rows[0]
}

type Written = Omit<
  BankProfileRow,
  'confirmed_by' | 'configuration_name' | 'connector_id' | 'connector_code' | 'bank_code'
>

/** Returns false if the merchant already has a profile at this configuration. */
export const insertProfile = async (tx: Tx, row: Written): Promise<boolean> =>
  (await tx.execute(
    insertInto(
      'merchant_bank_profiles',
      {
        ...pick(row, ['tenant_id', 'id', 'merchant_id', 'configuration_id', 'pending_by', ...SUB_MERCHANT]),
        extra_properties: JSON.stringify(row.extra_properties),
        created: row.created,
        last_modified: row.created,
        pending: documentOf(row.pending),
      },
      sql`on conflict (tenant_id, merchant_id, configuration_id) do nothing`,
    ),
  )) > 0

export const replaceProfile = (
  tx: Tx,
  { tenant_id, id }: Pick<BankProfileRow, 'tenant_id' | 'id'>,
  after: ProfileColumns & ProfileDecision,
  now: Date,
): Promise<number> =>
  tx.execute(
    updateTable(
      'merchant_bank_profiles',
      { tenant_id, id },
      {
        ...pick(after, ['pending_by', 'confirmed_by', ...SUB_MERCHANT]),
        extra_properties: JSON.stringify(after.extra_properties),
        last_modified: now,
        pending: documentOf(after.pending),
      },
    ),
  )

const documentOf = (pending: PendingProfile | null): string | null =>
  pending === null ? null : JSON.stringify(pending)

const SUB_MERCHANT = [
  'sub_merchant_id',
  'sub_merchant_name',
  'sub_merchant_mcc',
  'sub_merchant_postal_code',
  'sub_merchant_city',
  'sub_merchant_country_code',
] as const

export const deleteProfile = (tx: Tx, { tenant_id, id }: Pick<BankProfileRow, 'tenant_id' | 'id'>): Promise<number> =>
  tx.execute(sql`delete from merchant_bank_profiles where tenant_id = ${tenant_id} and id = ${id}`)

export const countProfiles = async (
  tx: Tx,
  tenantId: string,
  merchantIds: readonly string[] | null,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx.query<{ merchant_id: string; count: number }>(
    sql`select p.merchant_id, count(*) as count from merchant_bank_profiles p
       join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id and not c.is_deleted
      where p.tenant_id = ${tenantId} and ${ifGiven(merchantIds, sql`p.merchant_id = any(${merchantIds})`)} group by p.merchant_id`,
  )
  return new Map(rows.map(({ merchant_id, count }) => [merchant_id, count]))
}

export const merchantExists = async (tx: Tx, tenantId: string, id: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from merchants where tenant_id = ${tenantId} and id = ${id} and not is_deleted`))
    .length > 0

/** Returns undefined if the tenant has no configuration with this id. */
export const findConnectorOf = async (
  tx: Tx,
  tenantId: string,
  configurationId: string,
): Promise<string | undefined> => {
  const rows = await tx.query<{ connector_id: string }>(
    sql`select connector_id from connector_configurations where tenant_id = ${tenantId} and id = ${configurationId} and not is_deleted for share`,
  )
  return rows[0]?.connector_id
}
