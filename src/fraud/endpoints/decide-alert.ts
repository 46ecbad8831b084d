/** POST of approve and reject: one person decides an open alert, and the payment or transfer under review continues or ends. */

import { type Answer, type Call, endpoint, ok } from '../../access/endpoint.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { AlertDecisionHandlers, DecidedAlert } from '../alerts/alert-decision-handler.ts'
import { type AlertRouteScope, alertNotFound } from '../alerts/alert-route-scope.ts'
import { AlertParams, FraudAlert, ResolveAlert, type ResolveBody } from '../alerts/alert-schemas.ts'
import { alertMachine } from '../alerts/alert-states.ts'
import { type AlertRow, alertStateAt, lockAlert, recordAlertDecision, toAlertResponse } from '../alerts/alert-store.ts'
import { applyAlertDecision } from '../alerts/apply-alert-decision.ts'

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

export const decideAlert = (routes: AlertRouteScope, verb: Verb, decisionHandlers: AlertDecisionHandlers) => {
  const { decision, summary, description } = WORDS[verb]
  return endpoint({
    method: 'POST',
    path: `${routes.path}/:id/${verb}`,
    tag: routes.tag,
    summary,
    description: `${description} Not by the person who made what waits. Of several people at once one decides, the others get 409.`,
    allow: routes.role,
    fourEyes: 'decide',
    isOpenToBound: true,
    params: AlertParams,
    body: ResolveAlert,
    isBodyOptional: true,
    answers: { 200: FraudAlert },
    errors: ['invalid_state_transition'],
    async handle(call) {
      const tenantId = await routes.tenantOf(call, call.params.id)
      if (tenantId === undefined) throw alertNotFound(routes)
      const merchantId = routes.merchantOf(call)
      let decided: DecidedAlert | undefined
      const answer = await call.inTxOf(tenantId, async (tx): Promise<Answer> => {
        decided = undefined
        const now = call.runtime.clock.now()
        const before = await lockAlert(tx, tenantId, call.params.id)
        if (before === undefined || (merchantId !== null && before.merchant_id !== merchantId))
          throw alertNotFound(routes)
        if (alertStateAt(before, now) !== 'open') throw alertAlreadyDecided(before, now)
        const isTransfer = before.process === 'para_transferi'
        // A shop sells with the key that the platform made for it; a payment that is released goes to the shop's bank.
        call.checkFourEyes(isTransfer ? phrase`transfer` : phrase`payment`, { create: before.makers }, !isTransfer)
        const after = toDecidedRow(before, verb, call, now)
        await recordAlertDecision(tx, after)
        const waits =
          (await decisionHandlers[before.process]?.recordDecision(tx, before, decision, call.principal.subject)) ??
          false
        if (!waits && verb === 'approve') throw transactionNoLongerHeld(before)
        if (waits) decided = before
        const change = {
          kind: 'fraud_alert',
          id: before.id,
          before: toAlertResponse(before, now),
          after: toAlertResponse(after, now),
        }
        return { ...ok(toAlertResponse(after, now)), change }
      })
      if (decided !== undefined) await applyAlertDecision(call.runtime.log, decisionHandlers, decided, decision)
      return answer
    },
  })
}

const toDecidedRow = (
  before: AlertRow,
  verb: Verb,
  { body, principal }: Pick<DecideCall, 'body' | 'principal'>,
  now: Date,
): AlertRow => ({
  ...before,
  status: findTarget(alertMachine, verb),
  assigned_to: principal.subject,
  reviewed_by: principal.subject,
  reviewed_at: now,
  notes: body.notes ? maskCardNumbers(body.notes) : null,
})

const alertAlreadyDecided = (alert: AlertRow, now: Date): Problem =>
  new Problem('invalid_state_transition', {
    detail:
      alert.status === 'expired' && alert.expires_at.getTime() > now.getTime()
        ? phrase`The alert is expired: what waited for it was voided, and nobody decides it any more.`
        : alert.reviewed_by === null || alert.reviewed_at === null
          ? phrase`The alert is ${alertStateAt(alert, now)} since ${isoTime(alert.expires_at)}: nobody decided it in time.`
          : phrase`The alert is ${alert.status}: ${alert.reviewed_by} decided it at ${isoTime(alert.reviewed_at)}.`,
  })

const transactionNoLongerHeld = ({ process, check_id }: AlertRow): Problem =>
  new Problem('invalid_state_transition', {
    detail:
      process === 'para_transferi'
        ? phrase`The transfer ${check_id} has ended meanwhile: nothing waits for an approval any more. Reject the alert to close it.`
        : phrase`The payment ${check_id} has ended meanwhile: nothing waits for an approval any more. Reject the alert to close it.`,
  })
