/** DELETE /api/v1/recurringtransfers/{id}, and pause and resume below it. */
import { type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { edgeFor } from '../../../core/state-machine.ts'
import { Problem } from '../../../core/problem.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import { nextColumns, type ShownPlan, scheduleOf } from '../../recurring/plan-row.ts'
import { planChange } from '../../recurring/plan-response.ts'
import { lockedPlan, scopeOf, wrongState } from './plan-requests.ts'
import { DoneEnvelope } from '../../recurring/plan-schemas.ts'
import { type PlanTrigger, planMachine } from '../../recurring/plan-states.ts'
import { changePlan } from '../../recurring/plan-store.ts'
import { PATH, PlanParams, TAG } from './read-plans.ts'
import { nextRun } from '../../recurring/run-schedule.ts'

interface Switch {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly trigger: PlanTrigger
  /** As a refusal says it. */
  readonly done: string
}

const SWITCHES: readonly Switch[] = [
  {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Cancel a recurring transfer',
    description: 'For good. Transfers it has made stay as they are, pending ones included.',
    trigger: 'cancel',
    done: 'cancelled',
  },
  {
    method: 'POST',
    path: `${PATH}/:id/pause`,
    summary: 'Pause a recurring transfer',
    description: 'Runs missed while it is paused are not made up.',
    trigger: 'pause',
    done: 'paused',
  },
  {
    method: 'POST',
    path: `${PATH}/:id/resume`,
    summary: 'Resume a recurring transfer',
    description: 'Goes on with the first run from now on. Refused when its end_date leaves none: change that first.',
    trigger: 'resume',
    done: 'resumed',
  },
]

export const switchesOfPlans = (desk: TransferParts): Endpoint[] => SWITCHES.map((each) => switchPlan(desk, each))

const switchPlan = (desk: TransferParts, { trigger, done, ...words }: Switch): Endpoint =>
  endpoint({
    ...words,
    tag: TAG,
    allow: 'manage',
    params: PlanParams,
    answers: { 200: DoneEnvelope },
    errors: ['invalid_state_transition'],
    handle: (call) =>
      call.inTx(async (tx) => {
        const before = await lockedPlan(tx, scopeOf(call), call.params.id)
        const edge = edgeFor(planMachine, before.status, trigger)
        if (edge === undefined) throw wrongState(before, done)
        const nowMs = desk.house.clock.ms()
        const changes = {
          status: edge.to,
          ...nextColumns(edge.to === 'active' ? nextFromNow(before, nowMs) : null),
          last_modified: new Date(nowMs),
        }
        await changePlan(tx, before, changes)
        return { ...okEnveloped(true), change: planChange(before, { ...before, ...changes }) }
      }),
  })

const nextFromNow = (plan: ShownPlan, nowMs: number) => {
  const startMs = plan.start_date.getTime()
  const run = nextRun(scheduleOf(plan), { notBeforeMs: Math.max(startMs, nowMs), afterDay: plan.last_run_day })
  if (run !== null) return run
  throw new Problem('invalid_state_transition', {
    detail: 'No run of this plan is left before its end_date; set a later one with PUT, then resume it.',
  })
}
