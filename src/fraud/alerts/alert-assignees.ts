/** The people an alert can be assigned to: those of the caller's realm who may decide alerts. */
import { rolesAllowed } from '../../access/permissions.ts'
import type { Tx } from '../../infra/database/database.ts'

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
): Promise<Assignee[]> =>
  tx.query<Assignee>(
    `select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as name, u.merchant_id
       from users u
      where u.tenant_id = $1 and u.enabled and not u.pending_approval and not u.is_deleted
        and (u.roles && $2::text[] or exists (select from tenant_roles t
              where t.tenant_id = u.tenant_id and t.name = any(u.roles) and t.includes && $2::text[]))
        and ($3::uuid is null or u.merchant_id = $3) and ($4::uuid is null or u.id = $4)
      order by name, u.id limit ${ASSIGNEES_MAX}`,
    [realmId, [...rolesAllowed('fraud', role)], merchantId, id],
  )
