/** Rules and blacklist entries belong to a tenant, or to the platform for all: decides the owner of a new one, and how each is written. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, fieldProblem, Problem } from '../../core/problem.ts'
import { isTenant } from '../../identity/api-keys/key-references-store.ts'
import { asPlatform, type Tx } from '../../infra/database/database.ts'
import type { Topic } from '../../infra/database/notifications.ts'

/** A tenant, or the platform (null). */
export type Owner = string | null

interface Named {
  scope?: 'global' | 'tenant'
  tenant_id?: string
}

/** Returns the owner of one that the platform makes. */
export const ownerNamedByPlatform = ({ scope, tenant_id }: Named, what: Phrase): Owner => {
  if (scope === undefined) throw fieldProblem('scope', 'required', phrase`says whose it is: global or tenant`)
  if ((scope === 'tenant') === (tenant_id !== undefined)) return tenant_id ?? null
  throw scope === 'tenant'
    ? tenantProblem('required', phrase`names the tenant of ${what} of scope tenant`)
    : tenantProblem('mismatch', phrase`must be left out: ${what} of scope global counts for every tenant`)
}

/** Returns the owner of one that a tenant makes. */
export const ownerForTenant = (tenantId: string, { scope }: Named): Owner => {
  if (scope === 'global') throw globalScopeForbidden()
  return tenantId
}

export const globalScopeForbidden = (): Problem =>
  new Problem('forbidden', { detail: phrase`What is of scope global is the platform’s to change.` })

/** Throws if a new one names an unknown tenant; the realm of the platform's own people is no tenant either. */
export const checkOwner = async (tx: Tx, owner: Owner): Promise<void> => {
  if (owner !== null && !(await isTenant(tx, owner)))
    throw tenantProblem('unknown_value', phrase`names no tenant of this platform`)
}

const tenantProblem = (code: FieldError['code'], message: Phrase): Problem =>
  new Problem('validation_failed', {
    detail: phrase`tenant_id ${message}.`,
    errors: [{ field: 'tenant_id', code, message }],
  })

/** Runs one transaction on the owner's data; in force at the next check, here and in every other process. */
export const writeAsOwner = async (
  { runtime, inTx, inTxOf }: Pick<Call, 'runtime' | 'inTx' | 'inTxOf'>,
  { owner, topic }: { owner: Owner; topic: Topic },
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await (owner === null ? inTx((tx) => asPlatform(tx, () => work(tx))) : inTxOf(owner, work))
  runtime.notifications.publish(topic, owner ?? '')
  return answer
}
