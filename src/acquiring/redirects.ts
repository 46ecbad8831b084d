/**
 * One rule for all operations that change where the next payments go (docs/decisions/0431). With connectors.four_eyes such a change
 * takes effect at once only if every configuration that takes payments afterwards was confirmed by two people, as was the profile of
 * every merchant that has one at a bank. So one person can take out a failing bank at once, but cannot send payments to his own account.
 */
import type { Tx } from '../infra/database/database.ts'
import { sql } from '../infra/database/statements/sql.ts'

export interface FourEyesGuard {
  /** Returns true if a change of where a bank pays takes effect only once a second person has confirmed it. */
  wantsFourEyes(tx: Tx, tenantId: string): Promise<boolean>
}

interface Switched {
  readonly id: string
  readonly isActive: boolean
}
/** State of the switches once the change is in effect; empty for a change of anything else. */
interface AfterChange {
  readonly configuration?: Switched
  readonly connector?: Switched
}

/** Returns whether a change of routing waits for a second person. */
export const waitsAsRedirect = async (
  guard: FourEyesGuard,
  tx: Tx,
  tenantId: string,
  after: AfterChange = {},
): Promise<boolean> => (await guard.wantsFourEyes(tx, tenantId)) && (await takesUnconfirmed(tx, tenantId, after))

const takesUnconfirmed = async (tx: Tx, tenantId: string, after: AfterChange): Promise<boolean> => {
  const { configuration, connector } = after
  const rows = await tx.query(
    sql`select 1
       from connector_configurations c
       join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
      where c.tenant_id = ${tenantId} and not c.is_deleted and not k.is_deleted
        and case when c.id = ${configuration?.id ?? null} then ${configuration?.isActive ?? null} else c.is_active end
        and case when k.id = ${connector?.id ?? null} then ${connector?.isActive ?? null} else k.is_active end
        and (not c.is_confirmed or exists (
          select from merchant_bank_profiles elsewhere
            join connector_configurations at on at.tenant_id = elsewhere.tenant_id and at.id = elsewhere.configuration_id and not at.is_deleted
            join merchants m on m.tenant_id = elsewhere.tenant_id and m.id = elsewhere.merchant_id and not m.is_deleted
           where elsewhere.tenant_id = c.tenant_id and elsewhere.pending->>'action' is distinct from 'create'
             and not exists (
               select from merchant_bank_profiles here
                where here.tenant_id = c.tenant_id and here.configuration_id = c.id and here.merchant_id = elsewhere.merchant_id
                  and here.is_confirmed)))
      limit 1`,
  )
  return rows.length > 0
}
