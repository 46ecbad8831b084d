/**
 * The last day up to which a scope (merchant, configuration or bank) is settled or being settled: by the days of its
 * settlements, and those of their movements, because these decide which terms apply.
 */
import type { Tx } from '../../infra/database/database.ts'
import type { TermsRow } from './terms-store.ts'

/**
 * Returns null if nothing of it is settled. Call it under the lock of terms, so that no settlement begins meanwhile.
 */
export const findLastSettledDay = async (
  tx: Tx,
  { tenant_id, merchant_id, configuration_id, bank_code }: TermsRow,
): Promise<string | null> => {
  const [row] = await tx.query<{ day: string | null }>(
    `select greatest(
       (select max(greatest(b.last_day, b.last_movement_day)) from settlement_balances b
         left join connector_configurations c on c.tenant_id = b.tenant_id and c.id = b.configuration_id
        where b.tenant_id = $1 and ($2::uuid is null or b.merchant_id = $2) and ($3::uuid is null or b.configuration_id = $3)
          and ($4::text is null or c.bank_code = $4)),
       (select max(greatest(r.last_day, (r.created at time zone 'Europe/Istanbul')::date)) from settlement_runs r where r.tenant_id = $1 and r.stage <> 'done'))::text as day`,
    [tenant_id, merchant_id, configuration_id, bank_code],
  )
  return row?.day ?? null
}
