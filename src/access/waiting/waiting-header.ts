/**
 * The header Waits-For: a change that needs two people gets the usual response, so the response has to state that it has no effect
 * yet. It is read from the entries of the audit log, which every such change writes.
 */
import type { Answer, AuditedChange } from '../endpoint.ts'
import { WAITS_NOTE } from './waiting-change.ts'

/** Members by which a resource says that something of it waits. */
const WAITING = [
  ...['awaits', 'awaited', 'awaited_external_id', 'awaiting_action', 'awaits_activation', 'counting_value'],
] as const
/** A credential of which this is true decides nothing yet. */
const UNCONFIRMED = ['needs_confirmation', 'needsConfirmation'] as const
/** Members of such a credential that take effect at once, and members that only describe it. */
const COUNTS_AT_ONCE: ReadonlySet<string> = new Set([
  ...['display_name', 'name', 'contact_email', 'firstName', 'lastName', 'companyName'],
  ...['change_id', 'changeId', 'waitingMembers', 'last_modified', 'last_used_at'],
])

type State = Readonly<Record<string, unknown>>

/** `answer` with the header where a change of it waits for a second person. */
export const withWaitingHeader = (answer: Answer): Answer =>
  [answer.change ?? []].flat().some(waits)
    ? { ...answer, headers: { ...answer.headers, 'waits-for': 'second-person' } }
    : answer

const waits = ({ kind, before, after }: AuditedChange): boolean => {
  const [was, is] = [(before ?? {}) as State, (after ?? {}) as State]
  const isNew = (member: string): boolean => JSON.stringify(is[member]) !== JSON.stringify(was[member])
  return (
    is.note === WAITS_NOTE ||
    (kind === 'merchant_terms' && is.status === 'pending') ||
    WAITING.some((member) => Boolean(is[member]) && isNew(member)) ||
    (UNCONFIRMED.some((mark) => is[mark] === true) &&
      Object.keys(is).some((member) => !COUNTS_AT_ONCE.has(member) && isNew(member)))
  )
}
