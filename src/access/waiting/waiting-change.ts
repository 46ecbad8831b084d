/**
 * A change that counts once a second accountable person has confirmed it. Where one waits, the operation that asks for it answers as
 * it does elsewhere, and what it would change goes on as it was.
 *
 * How to use it for another kind: where the change is made, call {@link askSecondPerson} instead of writing; say in the kinds of the
 * surface how it is carried out. That refuses where the basis is no longer what is stored ({@link refuseOvertaken}).
 */
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Principal } from '../endpoint.ts'
import { insertWaiting, type WaitingChange } from './waiting-store.ts'

/** Beside what a change does in the changelog and the audit log. */
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

/** Throws conflict where what the change was made of is stored no more. */
export const refuseOvertaken = (isSame: boolean): void => {
  if (isSame) return
  throw new Problem('conflict', {
    detail: phrase`What this change was made of has changed since, or is gone; reject it, and ask for it again.`,
  })
}
