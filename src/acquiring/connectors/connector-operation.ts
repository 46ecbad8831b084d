/** Common to every write of a tenant's banks: the change, its changelog entry, and the notification of every process. */
import type { Answer, AuditedChange, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { addChanges, type Change } from '../changelog/changelog.ts'
import type { ConnectorRow, Counted } from './connector-store.ts'

type WriteCall = Pick<Call, 'runtime' | 'tenantId' | 'inTx' | 'principal'>

/** `work` returns its changes together with its response. The next payment sees the change, in every process. */
export const writeTenantBanks = async (
  { runtime, tenantId, inTx, principal }: WriteCall,
  work: (tx: Tx, now: Date) => Promise<{ answer: Answer; changes: readonly Change[] }>,
): Promise<Answer> => {
  const answer = await inTx(async (tx) => {
    const now = runtime.clock.now()
    const done = await work(tx, now)
    await addChanges(tx, { tenantId, actor: principal.subject, now }, done.changes)
    return { change: done.changes.map(auditedChange), ...done.answer }
  })
  runtime.notifications.publish('connectors', tenantId)
  return answer
}

/** Returns the changed members as the changelog stores them, where secrets are already masked. */
const auditedChange = ({ kind, entityId, action, diff, note }: Change): AuditedChange => {
  const side = (name: 'before' | 'after') => Object.fromEntries(diff.map((each) => [each.field, each[name]]))
  return {
    kind,
    id: entityId,
    before: action === 'created' ? null : side('before'),
    after: action === 'deleted' ? null : { ...(note === undefined ? {} : { action, note }), ...side('after') },
  }
}

export const requireConnector = (row: Counted | undefined): Counted => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no connector with this id; GET /api/v1/connectors lists them.`,
  })
}

/** Returns the members that the changelog compares. */
export const auditedConnectorFields = ({ name, code, type, is_active, extra_properties }: ConnectorRow) => ({
  name,
  code,
  type,
  is_active,
  extra_properties_dict: extra_properties,
})
