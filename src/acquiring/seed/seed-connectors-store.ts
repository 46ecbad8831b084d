/** SQL that writes the banks of many sandbox tenants at once. */
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { sql } from '../../infra/database/statements/sql.ts'

type SeedRow = Readonly<Record<string, unknown>>

/** Rows by table; columns a row leaves out are null. */
export interface SandboxBanks {
  connectors: readonly SeedRow[]
  connector_configurations: readonly SeedRow[]
  routing_rules: readonly SeedRow[]
  connector_error_codes: readonly SeedRow[]
  test_cards: readonly SeedRow[]
}

export const tenantsWithoutBank = async (tx: Tx, code: string, tenantIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select tenant_id from unnest(${tenantIds}::uuid[]) as given (tenant_id)
      where not exists (select from connectors k where k.tenant_id = given.tenant_id and k.code = ${code})
      order by tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Returns the tenants that lack any of these banks. */
export const tenantsWithoutBanks = async (tx: Tx, codes: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select r.tenant_id from realms r left join connectors k on k.tenant_id = r.tenant_id and k.code = any(${codes}::text[])
      where r.kind = 'tenant' group by r.tenant_id having count(distinct k.code) < ${codes.length} order by r.tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}

const OF_FRESH = 'join fresh using (tenant_id)'

/** Writes all or nothing of a tenant: the loser of the race for its connector writes none of its rows. */
export const insertSandboxBanks = async (tx: Tx, banks: SandboxBanks): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `with fresh as (
       ${buildDocumentInsert('connectors', banks.connectors)}
       on conflict do nothing returning tenant_id
     ), configurations as (
       ${buildDocumentInsert('connector_configurations', banks.connector_configurations, '$2', OF_FRESH)}
     ), rules as (
       ${buildDocumentInsert('routing_rules', banks.routing_rules, '$3', OF_FRESH)}
     ), codes as (
       ${buildDocumentInsert('connector_error_codes', banks.connector_error_codes, '$4', OF_FRESH)}
     ), cards as (
       ${buildDocumentInsert('test_cards', banks.test_cards, '$5', OF_FRESH)}
     )
     select tenant_id from fresh`,
    [
      JSON.stringify(banks.connectors),
      JSON.stringify(banks.connector_configurations),
      JSON.stringify(banks.routing_rules),
      JSON.stringify(banks.connector_error_codes),
      JSON.stringify(banks.test_cards),
    ],
  )
  return rows.map((row) => row.tenant_id)
}

/** Demo addresses on loopback follow the bank simulator; returns how many there were to move. */
export const moveDemoAddresses = (
  tx: Tx,
  { code, endpoint, path, page }: { code: string; endpoint: string; path: string; page: string | null },
): Promise<number> =>
  tx.execute(
    sql`update connector_configurations c
        set api_endpoint_url = ${endpoint}, three_d_secure_endpoint_url = ${page}
       from connectors k
      where k.tenant_id = c.tenant_id and k.id = c.connector_id and k.code = ${code}
        and c.api_endpoint_url like 'http://127.0.0.1:%' || ${path} and c.api_endpoint_url <> ${endpoint}`,
  )
