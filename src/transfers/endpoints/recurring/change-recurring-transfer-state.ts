/** DELETE /api/v1/recurringtransfers/{id}, and pause and resume below it. */
import type { Effect } from '../../../access/effect.ts'
import { type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { type Phrase, phrase } from '../../../core/phrases/phrase.ts'
import { Problem } from '../../../core/problem.ts'
import { edgeFor } from '../../../core/state-machine.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import {
  lockExistingRecurringTransfer,
  RECURRING_TRANSFERS_PATH,
  RECURRING_TRANSFERS_TAG,
  RecurringTransferParams,
  recurringTransferStateConflict,
  toRecurringTransferScope,
} from '../../recurring/recurring-transfer-requests.ts'
import { auditedRecurringTransferChange } from '../../recurring/recurring-transfer-response.ts'
import {
  type DisplayedRecurringTransfer,
  toNextRunColumns,
  toSchedule,
} from '../../recurring/recurring-transfer-row.ts'
import { DoneEnvelope } from '../../recurring/recurring-transfer-schemas.ts'
import { type RecurringTransferTrigger, recurringTransferMachine } from '../../recurring/recurring-transfer-states.ts'
import { updateRecurringTransferRow } from '../../recurring/recurring-transfer-store.ts'
import { nextRun } from '../../recurring/run-schedule.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'

interface RecurringTransferStateChange {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly effect: Effect
  readonly trigger: RecurringTransferTrigger
  /** The name of the change in a refusal. */
  readonly done: Phrase
}

const PLAN_STATE_CHANGES: readonly RecurringTransferStateChange[] = [
  {
    method: 'DELETE',
    path: `${RECURRING_TRANSFERS_PATH}/:id`,
    summary: 'Cancel a recurring transfer',
    description: 'For good. Transfers it has made stay as they are, pending ones included.',
    effect: 'stops',
    trigger: 'cancel',
    done: phrase`cancelled`,
  },
  {
    method: 'POST',
    path: `${RECURRING_TRANSFERS_PATH}/:id/pause`,
    summary: 'Pause a recurring transfer',
    description: 'Runs missed while it is paused are not made up.',
    effect: 'stops',
    trigger: 'pause',
    done: phrase`paused`,
  },
  {
    method: 'POST',
    path: `${RECURRING_TRANSFERS_PATH}/:id/resume`,
    summary: 'Resume a recurring transfer',
    description: 'Goes on with the first run from now on. Refused when its end_date leaves none: change that first.',
    effect: 'proposes',
    trigger: 'resume',
    done: phrase`resumed`,
  },
]

export const recurringTransferStateEndpoints = (services: Pick<TransferServices, 'runtime'>): Endpoint[] =>
  PLAN_STATE_CHANGES.map((each) => planStateEndpoint(services, each))

const planStateEndpoint = (
  services: Pick<TransferServices, 'runtime'>,
  { trigger, done, ...words }: RecurringTransferStateChange,
): Endpoint =>
  endpoint({
    ...words,
    tag: RECURRING_TRANSFERS_TAG,
    allow: 'manage',
    params: RecurringTransferParams,
    answers: { 200: DoneEnvelope },
    errors: ['invalid_state_transition'],
    handle: (call) =>
      call.inTx(async (tx) => {
        const before = await lockExistingRecurringTransfer(tx, toRecurringTransferScope(call), call.params.id)
        const edge = edgeFor(recurringTransferMachine, before.status, trigger)
        if (edge === undefined) throw recurringTransferStateConflict(before, done)
        const nowMs = services.runtime.clock.ms()
        const changes = {
          status: edge.to,
          ...toNextRunColumns(edge.to === 'active' ? nextRunFromNow(before, nowMs) : null),
          last_modified: new Date(nowMs),
        }
        await updateRecurringTransferRow(tx, before, changes)
        return { ...okEnveloped(true), change: auditedRecurringTransferChange(before, { ...before, ...changes }) }
      }),
  })

const nextRunFromNow = (plan: DisplayedRecurringTransfer, nowMs: number) => {
  const startMs = plan.start_date.getTime()
  const run = nextRun(toSchedule(plan), { notBeforeMs: Math.max(startMs, nowMs), afterDay: plan.last_run_day })
  if (run !== null) return run
  throw new Problem('invalid_state_transition', {
    detail: phrase`No run of this plan is left before its end_date; set a later one with PUT, then resume it.`,
  })
}
