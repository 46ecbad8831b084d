/** The audit entries of one call: those of its change, or one that records at least that it was carried out. */
import type { Tx } from '../../infra/database/database.ts'
import { auditKind, auditOperation, isAdministrative } from '../audit/administrative-operations.ts'
import { type AuditServices, appendAudit } from '../audit/append-audit.ts'
import type { NewEntry } from '../audit/audit-entry.ts'
import { ownMerchantId } from '../callers/request-merchant.ts'
import type { Answer, AuditedChange, Endpoint, Principal } from '../endpoint.ts'

/** The call as its entries record it. */
interface CallFacts {
  readonly spec: Endpoint
  readonly principal: Principal | null
  readonly merchantId: string | null
  readonly correlationId: string
  readonly address: string
  readonly params: unknown
  readonly body: unknown
}

export interface CallAudit {
  /** Last statements of the transaction of the change. */
  answered(tx: Tx, tenantId: string, answer: Answer): Promise<void>
  /** Returns the entries for a transaction that appends those of several calls together; call `told` once it has committed. */
  entriesOf(tenantId: string, answer: Answer): NewEntry[]
  markCommitted(): void
  /** Records a step that has a separate transaction, before there is an answer. */
  step(tx: Tx, tenantId: string, change: AuditedChange): Promise<void>
  /** Returns true if the call has changed something that no transaction recorded. */
  isOwed(answer: Answer): boolean
}

export const createCallAudit = (services: AuditServices, facts: CallFacts): CallAudit => {
  let isTold = false // by a step, or by a transaction that returned a response
  const entriesOf = (tenantId: string, answer: Answer): NewEntry[] => {
    if (answer.isReplay || answer.status >= 400) return []
    const changes = listChanges(answer)
    if (changes.length === 0 && (isTold || !isAdministrative(facts.spec))) return []
    return toEntries(facts, tenantId, changes, answer)
  }
  const markCommitted = (): void => {
    isTold = true
  }
  return {
    async answered(tx, tenantId, answer) {
      const entries = entriesOf(tenantId, answer)
      if (entries.length === 0) return
      await appendAudit(services, tx, entries)
      markCommitted()
    },
    entriesOf,
    markCommitted,
    async step(tx, tenantId, change) {
      await appendAudit(services, tx, toEntries(facts, tenantId, [change], null))
      markCommitted()
    },
    isOwed: (answer) =>
      !isTold && facts.principal !== null && !answer.isReplay && answer.status < 400 && isAdministrative(facts.spec),
  }
}

const listChanges = ({ change }: Answer): readonly AuditedChange[] =>
  change === undefined ? [] : Array.isArray(change) ? change : [change as AuditedChange]

const toEntries = (
  facts: CallFacts,
  tenantId: string,
  changes: readonly AuditedChange[],
  answer: Answer | null,
): NewEntry[] => {
  const recorded = changes.length > 0 ? changes : [toldByRequest(facts, answer)]
  return recorded.map(({ kind, id, before, after }) => ({
    ...toAuditedCaller(facts),
    tenantId,
    outcome: 'done' as const,
    code: null,
    kind,
    targetId: id,
    before,
    after,
  }))
}

/** The caller, the operation and the address. */
export const toAuditedCaller = (facts: Omit<CallFacts, 'params' | 'body'>) => ({
  actor: facts.principal?.subject ?? null,
  realm: facts.principal?.realm ?? null,
  operation: auditOperation(facts.spec),
  merchantId: facts.merchantId ?? (facts.principal && ownMerchantId(facts.principal)),
  correlationId: facts.correlationId,
  address: facts.address,
})

/** The operation reports no change: its target is in the path or in the response, the request in the body. */
const toldByRequest = ({ spec, params, body }: CallFacts, answer: Answer | null) => ({
  kind: auditKind(spec.tag),
  id: firstText(params) ?? idOf(answer?.body),
  before: null,
  after: (body ?? null) as object | null,
})

/** Returns the id in `/routing-rules/{id}/score`; a version in the path is not an id. */
const firstText = (params: unknown): string | null => {
  const { version: _, ...names } = (params ?? {}) as Record<string, unknown>
  const values = Object.values(names).filter((value) => typeof value === 'string')
  return (values.at(-1) as string | undefined) ?? null
}

const idOf = (body: unknown): string | null => {
  if (typeof body === 'string') return body
  const id = (body as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : null
}
