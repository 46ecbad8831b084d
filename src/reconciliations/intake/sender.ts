/** Who sends a file, and what that says about it. */
import type { Principal } from '../../access/endpoint.ts'
import { type Accountable, isCredentialConfirmed } from '../../access/four-eyes.ts'
import { BUILT_IN_ROLES, UPLOADER_ROLE } from '../../access/permissions.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { FileOrigin } from '../model/vouching.ts'

export interface Sender {
  /** As `taken_by` of files and `started_by` of their reconciliations. */
  readonly by: string
  readonly people: Accountable
  readonly origin: FileOrigin
}

/** No key and no user has this name. */
export const WATCHED_FOLDER: Sender = { by: 'bank-files', people: [], origin: 'folder' }

/** A key speaks for the bank where it may send files and nothing else, and a second person has confirmed it; everybody else for himself. */
export const senderOf = async (tx: Tx, tenantId: string, principal: Principal): Promise<Sender> => {
  const { subject: by, accountable: people } = principal
  const isMachine = sendsOnly(principal) && (await isConfirmedKey(tx, tenantId, by))
  return { by, people, origin: isMachine ? 'machine' : 'person' }
}

const sendsOnly = (principal: Principal): boolean => {
  const roles = [...principal.roles].filter((role) => BUILT_IN_ROLES.has(role))
  return roles.every((role) => role === UPLOADER_ROLE) && isCredentialConfirmed(principal)
}

/** Also where nobody else could have confirmed it when it was made, somebody knows the secret alone: that is no second person's word. */
const isConfirmedKey = async (tx: Tx, tenantId: string, clientId: string): Promise<boolean> => {
  const rows = await tx.query(
    `select 1 from clients where tenant_id = $1 and client_id = $2 and changed_people is null and needs_confirmation is not true`,
    [tenantId, clientId],
  )
  return rows.length > 0
}
