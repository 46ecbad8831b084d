/** POST of assign, and GET of assignees: the person who reviews an open alert. Any person with the role may still decide it. */
import { type Answer, type Call, endpoint, ok } from '../../access/endpoint.ts'
import { isSamePerson } from '../../access/four-eyes.ts'
import { isUuid } from '../../core/id.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type Assignee, findAssignees } from '../alerts/alert-assignees.ts'
import { type AlertRouteScope, alertNotFound, findVisibleAlert } from '../alerts/alert-route-scope.ts'
import { AlertAssignees, AlertParams, AssignAlert, type AssignBody, FraudAlert, isMe } from '../alerts/alert-schemas.ts'
import { alertStateAt, lockAlert, recordAssignee, toAlertResponse } from '../alerts/alert-store.ts'

export const listAssignees = (routes: AlertRouteScope) =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/assignees`,
    tag: routes.tag,
    summary: 'List who may be assigned alerts',
    description: 'The people of your realm who may decide alerts, by name.',
    allow: routes.role,
    answers: { 200: AlertAssignees },
    async handle(call) {
      const people = await peopleOf(routes, call, null)
      return ok(people.map(({ id, name }) => ({ id, name })))
    },
  })

export const assignAlert = (routes: AlertRouteScope) =>
  endpoint({
    method: 'POST',
    path: `${routes.path}/:id/assign`,
    tag: routes.tag,
    summary: 'Assign a fraud alert',
    description:
      'To a person of your realm who may decide it, to yourself (`me`), or to nobody (null). It says who looks at it; others may decide it all the same.',
    allow: routes.role,
    effect: 'notes',
    isOpenToBound: true,
    params: AlertParams,
    body: AssignAlert,
    answers: { 200: FraudAlert },
    errors: ['invalid_state_transition', 'validation_failed'],
    async handle(call) {
      // A missing resource is 404 whatever the body.
      const { tenant_id: tenantId, id } = await findVisibleAlert(routes, call)
      const wanted = await findWanted(routes, call)
      return call.inTxOf(tenantId, async (tx): Promise<Answer> => {
        const now = call.runtime.clock.now()
        const before = await lockAlert(tx, tenantId, id)
        if (before === undefined) throw alertNotFound(routes)
        const state = alertStateAt(before, now)
        if (state !== 'open')
          throw new Problem('invalid_state_transition', {
            detail: phrase`The alert is ${state}; only an open one is assigned.`,
          })
        if (wanted !== null && wanted.merchant_id !== null && wanted.merchant_id !== before.merchant_id)
          throw noDecider()
        if (wanted !== null && isSamePerson(before.makers, wanted.people))
          throw refused(phrase`made what waits: another person decides it`)
        const after = { ...before, assignee: wanted?.id ?? null }
        if (after.assignee !== before.assignee) await recordAssignee(tx, after)
        const shown = toAlertResponse(after, now)
        return {
          ...ok(shown),
          change: { kind: 'fraud_alert', id: before.id, before: toAlertResponse(before, now), after: shown },
        }
      })
    },
  })

type AssignCall = Call<{ id: string }, unknown, AssignBody>
type Wanted = Omit<Assignee, 'name'> & { people: readonly string[] }

/** Returns null to unassign. Callers who assign the alert to themselves may decide it, since this endpoint requires the same role. */
const findWanted = async (routes: AlertRouteScope, call: AssignCall): Promise<Wanted | null> => {
  const { body, principal } = call
  if (body.assigned_to === undefined) return null
  const { subject, accountable } = principal
  if (isMe(body.assigned_to) || body.assigned_to === subject)
    return { id: subject, merchant_id: routes.merchantOf(call), people: accountable }
  const [person] = isUuid(body.assigned_to) ? await peopleOf(routes, call, body.assigned_to.toLowerCase()) : []
  if (person === undefined) throw noDecider()
  return { ...person, people: [person.id] }
}

const peopleOf = (
  routes: AlertRouteScope,
  call: Pick<Call, 'runtime' | 'principal'>,
  id: string | null,
): Promise<Assignee[]> => {
  const { realmId } = call.principal
  const of = { role: routes.role, merchantId: routes.merchantOf(call), id }
  return call.runtime.db.transaction({ of: realmId, mode: 'read' }, (tx) => findAssignees(tx, realmId, of))
}

const noDecider = (): Problem => refused(phrase`names no person of this realm who may decide this alert`)
const refused = (message: Phrase): Problem =>
  new Problem('validation_failed', {
    detail: phrase`assigned_to ${message}.`,
    errors: [{ field: 'assigned_to', code: 'unknown_value', message }],
  })
