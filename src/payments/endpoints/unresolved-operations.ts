/** /api/v1/unresolved-operations: operations no bank can resolve, and the two people who decide their outcome. */
import { Type } from 'typebox'
import { type AuditedChange, type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { decidingPeople } from '../../access/waits-for.ts'
import { isoTime } from '../../core/clock.ts'
import { toPage } from '../../core/pagination.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import {
  type ConfirmBody,
  ConfirmOutcome,
  type ProposeBody,
  ProposeOutcome,
  UnresolvedOperation,
  UnresolvedPage,
  UnresolvedQuery,
} from '../unresolved/unresolved-schemas.ts'
import {
  confirmOutcome,
  findUnresolved,
  pageOfUnresolved,
  proposeOutcome,
  toUnresolvedView,
  type UnresolvedRow,
} from '../unresolved/unresolved-store.ts'

const PATH = '/api/v1/unresolved-operations'
const shared = {
  tag: 'UnresolvedOperations',
  params: Type.Object({ id: described(Uuid, 'Id of the unresolved operation, as the list shows it.') }),
  movesMoney: true,
} as const
type Writing<Body> = Call<{ id: string }, unknown, Body>

const listUnresolved = endpoint({
  method: 'GET',
  path: PATH,
  tag: 'UnresolvedOperations',
  summary: 'List operations that wait for people',
  description:
    'Payments, captures, voids and refunds whose bank does not know them and cannot be made to refuse them, or has been silent for half an hour. Longest waiting first; without `status` those that are not resolved.',
  allow: 'operate',
  query: UnresolvedQuery,
  answers: { 200: UnresolvedPage },
  handle: async ({ query, tenantId, merchantId, principal, read }) => {
    const waitingForPeople = decidingPeople(query, principal, 'cards', { allow: 'admin' })
    if (waitingForPeople === null) return ok(toPage([], 0, query))
    return read(async (tx) => {
      const reach = { tenantId, merchantId, waitingForPeople }
      const { rows, total } = await pageOfUnresolved(tx, reach, query)
      return ok(toPage(rows.map(toUnresolvedView), total, query))
    })
  },
})

const proposeUnresolved = endpoint({
  ...shared,
  method: 'POST',
  path: `${PATH}/:id/propose`,
  summary: 'Propose how an operation ended',
  description:
    "After a look at the bank's own records: `booked` or `not_booked`. A second person confirms it; until then a new proposal takes its place.",
  allow: 'admin',
  fourEyes: 'create',
  body: ProposeOutcome,
  answers: { 200: UnresolvedOperation },
  errors: ['invalid_state_transition'],
  handle: (call) =>
    changeUnresolved(call as Writing<ProposeBody>, (tx, row) =>
      proposeOutcome(tx, row, call.principal.subject, call.body),
    ),
})

const confirmUnresolved = endpoint({
  ...shared,
  method: 'POST',
  path: `${PATH}/:id/confirm`,
  summary: 'Confirm how an operation ended',
  description:
    'By another person than proposed it. The bank is asked once more; unless it tells otherwise the operation ends as decided, with its event, within seconds.',
  allow: 'admin',
  fourEyes: 'decide',
  body: ConfirmOutcome,
  answers: { 200: UnresolvedOperation },
  errors: ['invalid_state_transition'],
  handle: (given) => {
    const call = given as Writing<ConfirmBody>
    const { outcome, change_id: changeId } = call.body
    if (changeId === undefined && call.runtime.config.env === 'production')
      throw fieldProblem('change_id', 'required', phrase`names the proposal that is confirmed, as it was read`)
    return changeUnresolved(call, (tx, row) => {
      if (row.proposed_outcome === null) throw notAllowedProblem(phrase`No outcome has been proposed yet.`)
      if (row.proposed_outcome !== outcome)
        throw notAllowedProblem(phrase`What is proposed is ${row.proposed_outcome}.`)
      call.checkFourEyes(phrase`operation`, { create: row.proposed_people })
      if (changeId !== undefined && changeId.toLowerCase() !== row.change_id) throw proposeAgain(row)
      return confirmOutcome(tx, row, call.principal.subject)
    })
  },
})

const changeUnresolved = <Body>(
  call: Writing<Body>,
  write: (tx: Parameters<Parameters<Call['inTx']>[0]>[0], row: UnresolvedRow) => Promise<unknown>,
) =>
  call.inTx(async (tx) => {
    const { tenantId, merchantId, params } = call
    const key = { tenantId, merchantId, id: params.id }
    const before = requireUnresolved(await findUnresolved(tx, key, 'for update'))
    if (before.status === 'confirmed' || before.status === 'resolved')
      throw notAllowedProblem(phrase`It is ${before.status}.`)
    await write(tx, before)
    const after = requireUnresolved(await findUnresolved(tx, key))
    return { ...ok(toUnresolvedView(after)), change: toAuditedChange(before, after) }
  })

const notAllowedProblem = (detail: Phrase): Problem => new Problem('invalid_state_transition', { detail })

const proposeAgain = ({ proposed_by, proposed_at, note }: UnresolvedRow): Problem =>
  notAllowedProblem(
    phrase`Proposed again since it was read, by ${proposed_by ?? '-'} at ${proposed_at === null ? '-' : isoTime(proposed_at)}: ${note ?? '-'} Read its outcome and references again before you confirm them.`,
  )

const requireUnresolved = (row: UnresolvedRow | undefined): UnresolvedRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`No unresolved operation with this id is within reach of this token and merchant.`,
  })
}

const toAuditedChange = (before: UnresolvedRow, after: UnresolvedRow): AuditedChange => ({
  kind: 'unresolved_operation',
  id: after.id,
  before: toUnresolvedView(before),
  after: toUnresolvedView(after),
})

export const unresolvedEndpoints: readonly Endpoint[] = [listUnresolved, proposeUnresolved, confirmUnresolved]
