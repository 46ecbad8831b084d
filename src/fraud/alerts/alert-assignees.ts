/** The people an alert can be assigned to: those of the caller's realm who may decide alerts. */
import { rolesAllowed } from '../../access/permissions.ts'
import type { Tx } from '../../infra/database/database.ts'
import { matches, sql } from '../../infra/database/statements/sql.ts'

export interface Assignee {
  id: string
  name: string
  /** The one merchant whose alerts this person decides; null for every merchant. */
  merchant_id: string | null
}

/** Far more than decide alerts anywhere. */
const ASSIGNEES_MAX = 500

/** Sorted by name. `role` is the class that decides, `id` selects only this person, `merchantId` only people bound to that merchant. */
export const findAssignees = (
  tx: Tx,
  realmId: string,
  { role, merchantId, id = null }: { role: string; merchantId: string | null; id?: string | null },
): Promise<Assignee[]> => {
  const roles = [...rolesAllowed('fraud', role)]
  return tx.query<Assignee>(
    sql`select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as name, u.merchant_id
       from users u
      where u.enabled and not u.pending_approval and not u.is_deleted
        and (u.roles && ${roles} or exists (select from tenant_roles t
              where t.tenant_id = u.tenant_id and t.name = any(u.roles) and t.includes && ${roles}))
        and ${matches({ 'u.tenant_id': realmId, 'u.merchant_id': merchantId, 'u.id': id })}
      order by name, u.id limit ${ASSIGNEES_MAX}`,
  )
}
