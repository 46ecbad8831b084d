/** SQL of terms, one function per statement. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, ifGiven, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { MerchantTerms } from '../model/terms.ts'
import type { TERMS_STATES, TermsFilters } from './terms-schemas.ts'

export interface TermsRow
  extends MerchantTerms,
    Row<
      'merchant_terms',
      | 'tenant_id'
      | 'status'
      | 'notes'
      | 'created_by'
      | 'created_people'
      | 'decided_by'
      | 'decided_people'
      | 'decided_at'
      | 'created'
    > {
  readonly status: (typeof TERMS_STATES)[number]
}

/**
 * Serializes changes of terms with settling, in both directions, so that one reconciliation is settled by the same
 * terms.
 */
export const lockTerms = (tx: Tx, tenantId: string, mode: 'change' | 'use'): Promise<number> =>
  tx.execute(
    sql`select pg_advisory_xact_lock${rawSql(mode === 'use' ? '_shared' : '')}(hashtextextended('merchant_terms:' || ${tenantId}::text, 0))`,
  )

const COLUMNS = sql`tenant_id, id, merchant_id, configuration_id, bank_code, effective_from, rates, value_date_plan, blocked_days, payout_weekday,
  returns_commission, platform_basis_points, tax_basis_points, returns_platform_commission, reserve_basis_points, reserve_days,
  status, notes, created_by, created_people, decided_by, decided_people, decided_at, created`

const SHOWN = sql`*, effective_from::text as effective_from`

/** Returns false if terms of the same scope begin on that day. */
export const insertTerms = async (tx: Tx, rows: readonly TermsRow[]): Promise<boolean> => {
  const documents = rows.map((row) => ({
    ...row,
    decided_at: isoTimeOrNull(row.decided_at),
    created: isoTime(row.created),
  }))
  const inserted = await tx.execute(
    sql`insert into merchant_terms (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::merchant_terms, ${JSON.stringify(documents)}::jsonb)
     on conflict do nothing`,
  )
  return inserted === rows.length
}

export const findTermsById = async (tx: Tx, tenantId: string, id: string): Promise<TermsRow | undefined> => {
  const rows = await tx.query<TermsRow>(
    sql`select ${SHOWN} from merchant_terms where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return rows[0]
}

/**
 * `merchantId` restricts to terms that apply to this merchant, including those for all; `waitingForPeople` to what
 * waits for a person other than these.
 */
interface TermsReach {
  readonly tenantId: string
  readonly merchantId: string | null
  readonly waitingForPeople?: readonly string[] | undefined
}

/** Returns terms, newest first. */
export const pageOfTerms = (tx: Tx, { tenantId, merchantId, waitingForPeople }: TermsReach, filters: TermsFilters) =>
  countAndPage<TermsRow>(
    tx,
    {
      columns: SHOWN,
      from: sql`merchant_terms where ${allOf([
        matches({
          tenant_id: tenantId,
          merchant_id: filters.merchant_id,
          configuration_id: filters.connector_config_id,
          status: filters.status,
        }),
        ifGiven(merchantId, sql`merchant_id is null or merchant_id = ${merchantId}`),
        ifGiven(waitingForPeople, sql`status = 'pending' and not created_people && ${waitingForPeople}`),
      ])}`,
      order: sql`tenant_id desc, id desc`,
    },
    filters,
  )

export const decideTerms = (tx: Tx, row: TermsRow): Promise<number> =>
  tx.execute(
    updateTable(
      'merchant_terms',
      { tenant_id: row.tenant_id, id: row.id },
      {
        status: row.status,
        decided_by: row.decided_by,
        decided_people: row.decided_people,
        decided_at: isoTimeOrNull(row.decided_at),
      },
    ),
  )

/** Returns whether another row of the same scope is in effect from the same day. */
export const isDayTaken = async (tx: Tx, row: TermsRow): Promise<boolean> =>
  (
    await tx.query(
      sql`select 1 from merchant_terms where tenant_id = ${row.tenant_id} and status = 'effective' and effective_from = ${row.effective_from} and merchant_id is not distinct from ${row.merchant_id}
         and configuration_id is not distinct from ${row.configuration_id} and bank_code is not distinct from ${row.bank_code}`,
    )
  ).length > 0

interface Named {
  readonly has_merchant: boolean
  readonly has_configuration: boolean
}

export const findNamed = async (
  tx: Tx,
  tenantId: string,
  { merchantId, configurationId }: { merchantId: string | null; configurationId: string | null },
): Promise<Named> => {
  const [row] = await tx.query<Named>(
    sql`select ${merchantId}::uuid is null or exists (select 1 from merchants where tenant_id = ${tenantId} and id = ${merchantId}::uuid and not is_deleted) as has_merchant,
       ${configurationId}::uuid is null or exists (select 1 from connector_configurations where tenant_id = ${tenantId} and id = ${configurationId}::uuid and not is_deleted) as has_configuration`,
  )
  return row as Named
}

/** Returns tenants that never had any terms. */
export const findTenantsWithoutTerms = async (tx: Tx, tenantIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select tenant_id from unnest(${tenantIds}::uuid[]) as given (tenant_id)
      where not exists (select from merchant_terms t where t.tenant_id = given.tenant_id)`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const toTermsView = (row: TermsRow) => ({
  id: row.id,
  merchant_id: row.merchant_id,
  connector_config_id: row.configuration_id,
  bank_code: row.bank_code,
  effective_from: row.effective_from,
  rates: row.rates,
  value_date_plan: row.value_date_plan,
  blocked_days: row.blocked_days,
  payout_weekday: row.payout_weekday,
  returns_commission: row.returns_commission,
  platform_basis_points: row.platform_basis_points,
  tax_basis_points: row.tax_basis_points,
  returns_platform_commission: row.returns_platform_commission,
  reserve_basis_points: row.reserve_basis_points,
  reserve_days: row.reserve_days,
  status: row.status,
  notes: row.notes,
  created_by: row.created_by,
  decided_by: row.decided_by,
  decided_at: isoTimeOrNull(row.decided_at),
  created: isoTime(row.created),
})
