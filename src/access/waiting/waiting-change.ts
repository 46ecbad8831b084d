/**
 * A change that counts once a second accountable person has confirmed it. The operation that requests such a change responds as
 * usual, and the old state stays in force until then.
 *
 * How to use it for another kind: where the change is made, call {@link askSecondPerson} instead of writing; add a function that carries
 * it out to the kinds of the surface. It refuses if the basis is no longer what is stored ({@link refuseOvertaken}).
 */
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Principal } from '../endpoint.ts'
import { insertWaiting, type WaitingChange } from './waiting-store.ts'

/** Note for the changelog and the audit log, added to the description of the change. */
export const WAITS_NOTE = 'waits for a second person'

export type Asked = Pick<WaitingChange, 'surface' | 'kind' | 'entity_id' | 'label' | 'basis' | 'wish' | 'changes'>

export const askSecondPerson = async (
  tx: Tx,
  { tenantId, principal, now }: { tenantId: string; principal: Pick<Principal, 'subject' | 'accountable'>; now: Date },
  asked: Asked,
): Promise<WaitingChange> => {
  const row: WaitingChange = {
    ...asked,
    tenant_id: tenantId,
    id: newId(now.getTime()),
    requested_by: principal.subject,
    requested_people: principal.accountable,
    requested_at: now,
  }
  await insertWaiting(tx, row)
  return row
}

/** Throws conflict if the state that the change was based on is no longer stored. */
export const refuseOvertaken = (isSame: boolean): void => {
  if (isSame) return
  throw new Problem('conflict', {
    detail: phrase`What this change was made of has changed since, or is gone; reject it, and ask for it again.`,
  })
}
