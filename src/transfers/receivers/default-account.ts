/** Decides who may make another account the default of a recipient. */
import type { Call } from '../../access/endpoint.ts'
import { isAllowed, rolesAllowed } from '../../access/permissions.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { hasEverHadAccount } from './receiver-account-store.ts'
import type { RecipientRow } from './recipient-store.ts'

/**
 * Transfers and plans by recipient go to the default account, so a caller that may not change their destination may not
 * add a new default.
 */
export const checkMayBecomeDefault = async (
  tx: Tx,
  { principal }: Pick<Call, 'principal'>,
  { tenant_id, id }: Pick<RecipientRow, 'tenant_id' | 'id'>,
): Promise<void> => {
  if (isAllowed('transfers', MOVES_DEFAULT, principal.roles)) return
  if (!(await hasEverHadAccount(tx, tenant_id, id))) return
  const needed = [...rolesAllowed('transfers', MOVES_DEFAULT)].join(', ')
  throw new Problem('forbidden', {
    detail: phrase`Another account becomes the default of a recipient only by one of the roles ${needed}.`,
  })
}
const MOVES_DEFAULT = 'manage'
