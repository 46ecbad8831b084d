/** GET of the changes that wait for a second person, POST {id}/confirm and {id}/reject, of one surface. */

import { toPage } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Answer, type Call, type Endpoint, endpoint, ok } from '../endpoint.ts'
import { decidingPeople } from '../waits-for.ts'
import { toWaitingView, WaitingChangePage, WaitingChangeParams, WaitingChangeQuery } from './waiting-schemas.ts'
import { decideWaiting, lockWaiting, pageOfWaiting, type WaitingChange } from './waiting-store.ts'

type DecidingCall = Pick<Call<{ id: string }>, 'params' | 'principal' | 'tenantId' | 'runtime' | 'inTx'>

interface WaitingSurface {
  readonly surface: 'cards' | 'fraud'
  readonly path: string
  readonly tag: string
  readonly readRole: string
  readonly writeRole: string
  /** Runs a decision as the surface writes: with its logs, and the notification of every process. `isCarriedOut` is false if the change was rejected. */
  readonly decide: (
    call: DecidingCall,
    step: (tx: Tx, now: Date) => Promise<{ change: WaitingChange; isCarriedOut: boolean }>,
  ) => Promise<Answer>
}

export const waitingEndpoints = (surface: WaitingSurface): readonly Endpoint[] => [
  listWaiting(surface),
  confirmWaiting(surface),
  rejectWaiting(surface),
]

const listWaiting = ({ surface, path, tag, readRole, writeRole }: WaitingSurface): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'List the changes that wait for a second person',
    description: 'Newest first. What they change goes on as it was until another person confirms them.',
    allow: readRole,
    query: WaitingChangeQuery,
    answers: { 200: WaitingChangePage },
    handle: async ({ query, tenantId, principal, read }) => {
      const waitingForPeople = decidingPeople(query, principal, surface, { allow: writeRole })
      if (waitingForPeople === null) return ok(toPage([], 0, query))
      const { rows, total } = await read((tx) => pageOfWaiting(tx, { tenantId, surface, waitingForPeople }, query))
      return ok(toPage(rows.map(toWaitingView), total, query))
    },
  })

const shared = { method: 'POST', params: WaitingChangeParams, answers: { 204: null } } as const

const confirmWaiting = ({ surface, path, tag, writeRole, decide }: WaitingSurface): Endpoint =>
  endpoint({
    ...shared,
    path: `${path}/:id/confirm`,
    tag,
    summary: 'Confirm a change that waits',
    description:
      'By another accountable person than the one who asked for it; it counts from then on. 409 conflict: it waits no more, or what it was made of has changed.',
    allow: writeRole,
    fourEyes: 'decide',
    errors: ['conflict', 'four_eyes_violation'],
    handle: (call) =>
      decide(call, async (tx, now) => {
        const change = await requireWaiting(tx, call, surface)
        call.checkFourEyes(phrase`change`, { create: change.requested_people })
        await decideWaiting(tx, change, { status: 'confirmed', by: call.principal.subject, now })
        return { change, isCarriedOut: true }
      }),
  })

const rejectWaiting = ({ surface, path, tag, writeRole, decide }: WaitingSurface): Endpoint =>
  endpoint({
    ...shared,
    path: `${path}/:id/reject`,
    tag,
    summary: 'Reject a change that waits',
    description: 'Also by whoever asked for it. What counted goes on.',
    allow: writeRole,
    errors: ['conflict'],
    handle: (call) =>
      decide(call, async (tx, now) => {
        const change = await requireWaiting(tx, call, surface)
        await decideWaiting(tx, change, { status: 'rejected', by: call.principal.subject, now })
        return { change, isCarriedOut: false }
      }),
  })

const requireWaiting = async (
  tx: Tx,
  { tenantId, params: { id } }: Pick<DecidingCall, 'tenantId' | 'params'>,
  surface: string,
): Promise<WaitingChange> => {
  const row = await lockWaiting(tx, { tenantId, surface, id: id.toLowerCase() })
  if (row === undefined)
    throw new Problem('resource_not_found', {
      detail: phrase`There is no change of this id; the list shows those that wait for a second person.`,
    })
  if (row.status === 'waiting') return row
  throw new Problem('conflict', {
    detail: phrase`This change waits no more: it was confirmed, rejected or replaced by a later one.`,
  })
}
