/** POST of approve and reject: one person decides an open alert, and what waits for it goes on or ends. */
import { type Answer, type Call, endpoint, ok } from '../../access/endpoint.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime } from '../../core/clock.ts'
import { Problem } from '../../core/problem.ts'
import type { AlertDecision, DecidedAlert, EffectsOfAlerts } from '../alerts/alert-decision-handler.ts'
import { AlertParams, FraudAlert, ResolveAlert, type ResolveBody } from '../alerts/alert-schemas.ts'
import type { AlertSide } from './alert-route-scope.ts'
import { type AlertRow, alertBody, closeAlert, lockAlert, stateAt } from '../alerts/alert-store.ts'
import { carryOut } from '../alerts/apply-alert-decision.ts'

type Verb = 'approve' | 'reject'
type DecideCall = Call<{ id: string }, unknown, ResolveBody>

const WORDS = {
  approve: {
    decision: 'approved',
    summary: 'Approve a fraud alert',
    description:
      'A card payment goes to the bank at once, and the usual events tell its outcome; a transfer may be approved now.',
  },
  reject: {
    decision: 'rejected',
    summary: 'Reject a fraud alert',
    description: 'A card payment fails with `fraud_blocked` and is announced; a transfer is rejected.',
  },
} as const

export const decideAlert = (side: AlertSide, verb: Verb, effects: EffectsOfAlerts) => {
  const { decision, summary, description } = WORDS[verb]
  return endpoint({
    method: 'POST',
    path: `${side.path}/:id/${verb}`,
    tag: side.tag,
    summary,
    description: `${description} Not by the person who made what waits. Of several people at once one decides, the others get 409.`,
    allow: side.role,
    fourEyes: 'decide',
    isOpenToBound: true,
    params: AlertParams,
    body: ResolveAlert,
    isBodyOptional: true,
    answers: { 200: FraudAlert },
    errors: ['invalid_state_transition'],
    async handle(call) {
      const tenantId = await side.tenantOf(call, call.params.id)
      if (tenantId === undefined) throw noAlert(side)
      const merchantId = side.merchantOf(call)
      let decided: DecidedAlert | undefined
      const answer = await call.inTxOf(tenantId, async (tx): Promise<Answer> => {
        decided = undefined
        const now = call.house.clock.now()
        const before = await lockAlert(tx, tenantId, call.params.id)
        if (before === undefined || (merchantId !== null && before.merchant_id !== merchantId)) throw noAlert(side)
        if (stateAt(before, now) !== 'open') throw closedAlready(before, now)
        call.checkFourEyes(before.process === 'para_transferi' ? 'transfer' : 'payment', { create: before.makers })
        const after = decidedRow(before, decision, call, now)
        await closeAlert(tx, after)
        const waits = (await effects[before.process]?.settle(tx, before, decision, call.principal.subject)) ?? false
        if (!waits && verb === 'approve') throw nothingWaits(before)
        if (waits) decided = before
        const change = {
          kind: 'fraud_alert',
          id: before.id,
          before: alertBody(before, now),
          after: alertBody(after, now),
        }
        return { ...ok(alertBody(after, now)), change }
      })
      if (decided !== undefined) await carryOut(call.house.log, effects, decided, decision)
      return answer
    },
  })
}

const decidedRow = (
  before: AlertRow,
  decision: AlertDecision,
  { body, principal }: Pick<DecideCall, 'body' | 'principal'>,
  now: Date,
): AlertRow => ({
  ...before,
  status: decision,
  assigned_to: principal.subject,
  reviewed_by: principal.subject,
  reviewed_at: now,
  notes: body.notes ? maskCardNumbers(body.notes) : null,
})

const noAlert = ({ path }: AlertSide): Problem =>
  new Problem('resource_not_found', { detail: `There is no alert with this id; GET ${path} lists them.` })

const closedAlready = (alert: AlertRow, now: Date): Problem =>
  new Problem('invalid_state_transition', {
    detail:
      alert.status === 'expired' && alert.expires_at.getTime() > now.getTime()
        ? `The alert is expired: what waited for it was voided, and nobody decides it any more.`
        : alert.reviewed_by === null || alert.reviewed_at === null
          ? `The alert is ${stateAt(alert, now)} since ${isoTime(alert.expires_at)}: nobody decided it in time.`
          : `The alert is ${alert.status}: ${alert.reviewed_by} decided it at ${isoTime(alert.reviewed_at)}.`,
  })

const nothingWaits = ({ process, check_id }: AlertRow): Problem =>
  new Problem('invalid_state_transition', {
    detail: `The ${process === 'para_transferi' ? 'transfer' : 'payment'} ${check_id} has ended meanwhile: nothing waits for an approval any more. Reject the alert to close it.`,
  })
