/**
 * The last day up to which a scope (merchant, configuration or bank) is settled or being settled: by the days of its
 * settlements, and those of their movements, because these decide which terms apply.
 */
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import type { TermsRow } from './terms-store.ts'

/**
 * Returns null if nothing of it is settled. Call it under the lock of terms, so that no settlement begins meanwhile.
 */
export const findLastSettledDay = async (
  tx: Tx,
  { tenant_id, merchant_id, configuration_id, bank_code }: TermsRow,
): Promise<string | null> => {
  const [row] = await tx.query<{ day: string | null }>(
    sql`select greatest(
       (select max(greatest(b.last_day, b.last_movement_day)) from settlement_balances b
         left join connector_configurations c on c.tenant_id = b.tenant_id and c.id = b.configuration_id
        where b.tenant_id = ${tenant_id} and ${ifGiven(merchant_id, sql`b.merchant_id = ${merchant_id}`)} and ${ifGiven(configuration_id, sql`b.configuration_id = ${configuration_id}`)}
          and ${ifGiven(bank_code, sql`c.bank_code = ${bank_code}`)}),
       (select max(greatest(r.last_day, (r.created at time zone 'Europe/Istanbul')::date)) from settlement_runs r where r.tenant_id = ${tenant_id} and r.stage <> 'done'))::text as day`,
  )
  return row?.day ?? null
}
