/** The sender of a file, and how far it can be trusted. */
import type { Principal } from '../../access/endpoint.ts'
import { type Accountable, isCredentialConfirmed } from '../../access/four-eyes.ts'
import { BUILT_IN_ROLES, UPLOADER_ROLE } from '../../access/permissions.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { FileOrigin } from '../model/vouching.ts'

export interface Sender {
  /** Value of `taken_by` of files and `started_by` of their reconciliations. */
  readonly by: string
  readonly people: Accountable
  readonly origin: FileOrigin
}

/** No key and no user can have this name. */
export const WATCHED_FOLDER: Sender = { by: 'bank-files', people: [], origin: 'folder' }

/**
 * A key counts as the bank if it may only send files and a second person has confirmed it; every other sender counts as
 * a person.
 */
export const findSender = async (tx: Tx, tenantId: string, principal: Principal): Promise<Sender> => {
  const { subject: by, accountable: people } = principal
  const isMachine = sendsOnly(principal) && (await isConfirmedKey(tx, tenantId, by))
  return { by, people, origin: isMachine ? 'machine' : 'person' }
}

const sendsOnly = (principal: Principal): boolean => {
  const roles = [...principal.roles].filter((role) => BUILT_IN_ROLES.has(role))
  return roles.every((role) => role === UPLOADER_ROLE) && isCredentialConfirmed(principal)
}

/**
 * Requires a second person even if there was none when the key was created, because then one person knows the secret.
 */
const isConfirmedKey = async (tx: Tx, tenantId: string, clientId: string): Promise<boolean> => {
  const rows = await tx.query(
    sql`select 1 from clients where tenant_id = ${tenantId} and client_id = ${clientId} and changed_people is null and needs_confirmation is not true`,
  )
  return rows.length > 0
}
