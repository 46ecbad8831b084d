/**
 * Asks the banks before a payment is sent, while a restored database requires it: a charge that a bank has already is
 * recorded as the outcome of this payment; if a bank gives no answer, nothing is sent.
 */
import type { Answer } from '../../access/endpoint.ts'
import type { Configuration } from '../../connectors/attempt.ts'
import { money } from '../../core/money.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { noteFinding, type RestoreFinding } from '../../infra/database/promotions/restore-findings.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { INQUIRY_FIRST_MS, inquiryWaitMs } from '../model/inquiry-schedule.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { Recalled } from './banks-to-ask.ts'
import type { Caller } from './caller.ts'
import { findLostCharge, type LostCharge } from './find-lost-charge.ts'
import { leavesNothing } from './found-operations.ts'
import { toLoggedExchanges } from './logged-exchanges.ts'
import type { StepServices } from './payment-services.ts'
import { readPaymentOutcome } from './read-payment-outcome.ts'
import { respondToStep } from './stored-answer.ts'
import { takePaymentStep } from './take-payment-step.ts'
import { toUnsentTransition, unsentPaymentProblem } from './unsent-payment.ts'

interface Recall extends Recalled {
  payment: Leased<PreparedPayment>
  caller: Caller
  /** The payment would be sent now, whatever state it waits in. */
  isDue?: true
  /** The backup has it as sent: it is asked about until its outcome is known, and never sent again. */
  isSent?: true
}

/** The payment is to be sent, or its answer is known. */
type AfterRecall = { readonly payment: Leased<PreparedPayment> } | { readonly answer: Answer }

/** This process holds the payment's lease. Throws the problem of an unsent payment. */
export const recallPayment = async (
  services: StepServices,
  period: LostPeriod,
  recall: Recall,
): Promise<AfterRecall> => {
  const lost = await findLostCharge(services, period, recall)
  switch (lost.kind) {
    case 'nothing':
      if (isHeld(recall)) return { payment: recall.payment }
      await listUnheard(services, period, recall.payment, lost.unheard)
      return renewLease(services, recall.payment)
    case 'charged':
      return { answer: await recordLost(services, period, recall, lost) }
    case 'declined':
      return recall.isSent ? recall : { answer: await recordLost(services, period, recall, lost) }
    case 'silent':
      return recall.isSent ? askLater(services, recall, lost) : waitForBank(services, period, recall, lost)
    case 'unaskable':
      return recall.isSent ? recall : { answer: await waitForPeople(services, period, recall) }
  }
}

/** Such a payment waits for a person or its date, or a rule refuses it: nothing is sent now. */
const isHeld = ({ isDue, payment: { status, secure_type } }: Recall): boolean =>
  isDue === undefined && status === 'created' && secure_type === 'non_3d'

const renewLease = async (services: StepServices, payment: PreparedPayment): Promise<AfterRecall> => {
  const renewed = await services.leases.renew(payment)
  return renewed === undefined ? { answer: await respondToStep(services, payment, undefined) } : { payment: renewed }
}

/** An unused bank may be unavailable and still have it: the payment is sent, and people compare it there. */
const listUnheard = async (
  { runtime }: StepServices,
  period: LostPeriod,
  payment: PreparedPayment,
  unheard: readonly Configuration[],
): Promise<void> => {
  if (unheard.length === 0) return
  const finding = { ...toFinding(period, payment), outcome: 'listed', subjectId: payment.id } as const
  await runtime.db.transaction({ of: payment.tenant_id }, (tx) => noteFinding(tx, finding, runtime.clock.now()))
  for (const { id } of unheard)
    runtime.log.warn('restore.bank_unheard', { transaction_id: payment.id, configuration_id: id })
}

type Found = Extract<LostCharge, { kind: 'charged' | 'declined' }>

/** The payment becomes the one that the bank knows; from there on it is recorded as any other outcome. */
const recordLost = async (
  services: StepServices,
  period: LostPeriod,
  { payment: prepared, caller }: Recall,
  found: Found,
): Promise<Answer> => {
  const { at, exchanges, observation, outcome } = found
  const payment = { ...prepared, ...at }
  const finding = { ...toFinding(period, payment), outcome: 'known_again', subjectId: payment.id } as const
  if (!(await adopt(services, prepared, at, finding))) return respondToStep(services, prepared, undefined)
  const cleared = payment.status === 'created' ? await clear(services, payment) : payment
  if (cleared === undefined) return respondToStep(services, prepared, undefined)
  const transition = await readPaymentOutcome(services, cleared, outcome, services.runtime.clock.ms())
  const logged = await toLoggedExchanges(services, cleared, exchanges, observation)
  services.runtime.log.warn('restore.payment_found', {
    transaction_id: payment.id,
    reference: finding.reference,
    observed: found.kind,
  })
  const operations = found.kind === 'charged' ? found.operations : []
  if (operations.length === 0) {
    const update = await takePaymentStep(services, cleared, transition, { logged, caller })
    return respondToStep(services, cleared, update)
  }
  // The answer tells what has become of the payment; one of which the bank holds nothing is never announced as paid.
  const unannounced = leavesNothing(operations, payment.amount) ? { events: [], event_count: 0 } : {}
  const changes = { answer_status: null, answer_body: null, ...unannounced }
  const atBank = { restoreId: period.restoreId, payment: cleared, operations }
  await takePaymentStep(services, cleared, transition, { logged, caller, changes, found: atBank })
  return respondToStep(services, cleared, undefined)
}

const toFinding = ({ restoreId }: LostPeriod, payment: PreparedPayment): Omit<RestoreFinding, 'outcome'> => ({
  tenantId: payment.tenant_id,
  restoreId,
  kind: 'payment',
  reference: toBankReference(payment, payment.attempt_no),
  foundBy: 'repeat',
  amount: money(payment.amount, payment.currency),
})

/** Gives the row the reference under which its bank knows it. Returns false if another process has taken the row over. */
const adopt = (
  { runtime }: StepServices,
  { tenant_id, id, fencing, status }: PreparedPayment,
  at: Found['at'],
  finding: RestoreFinding,
): Promise<boolean> =>
  runtime.db.transaction({ of: tenant_id }, async (tx) => {
    const adopted = await tx.execute(
      sql`update payments set key_reference = ${at.key_reference}, attempt_no = ${at.attempt_no}, configuration_id = ${at.configuration_id},
         connector_code = ${at.connector_code} where tenant_id = ${tenant_id} and id = ${id} and fencing = ${fencing} and status = ${status}`,
    )
    if (adopted > 0) await noteFinding(tx, finding, runtime.clock.now())
    return adopted > 0
  })

/** A payment that waits for its challenge, or that a rule stops, has been charged nevertheless. */
const clear = async (services: StepServices, payment: PreparedPayment): Promise<PreparedPayment | undefined> => {
  const transition: PaymentTransition = {
    trigger: 'clear',
    next_inquiry_ms: services.runtime.clock.ms() + INQUIRY_FIRST_MS,
    note: { message: 'Its bank had it already, from before the database was restored' },
  }
  const changes = { answer_status: null, answer_body: null, keeps_lease: true, inquiry_count: 0 }
  const update = await takePaymentStep(services, payment, transition, { changes })
  return update && { ...payment, status: update.to_status }
}

const NOT_ASKED = {
  error_code: 'bank_system_error',
  error_message: 'The bank could not be asked whether it has the payment from before the database was restored',
} as const

/** A repeat of the key, or the next inquiry, asks again. */
const waitForBank = async (
  services: StepServices,
  period: LostPeriod,
  recall: Recall,
  lost: Extract<LostCharge, { kind: 'silent' }>,
): Promise<AfterRecall> => {
  const { payment, caller } = recall
  if (isHeld(recall)) return { payment }
  await listDifferent(services, period, payment, lost)
  const logged = await toLoggedExchanges(services, payment, lost.exchanges, lost.observation)
  const transition =
    payment.verdict === 'approve'
      ? toUnsentTransition(payment, NOT_ASKED, services.runtime.clock.ms())
      : { trigger: 'refuse' as const, ...NOT_ASKED }
  const update = await takePaymentStep(services, payment, transition, { logged, caller })
  if (update === undefined || payment.verdict !== 'approve')
    return { answer: await respondToStep(services, payment, update) }
  if (caller.arrivedAt === null) return { answer: { status: 202 } }
  throw unsentPaymentProblem({ ...payment, error_code: NOT_ASKED.error_code })
}

const askLater = async (
  services: StepServices,
  { payment, caller }: Recall,
  lost: Extract<LostCharge, { kind: 'silent' }>,
): Promise<AfterRecall> => {
  const logged = await toLoggedExchanges(services, payment, lost.exchanges, lost.observation)
  const next_inquiry_ms = services.runtime.clock.ms() + inquiryWaitMs(payment.inquiry_count + 1)
  const update = await takePaymentStep(services, payment, { trigger: undefined, next_inquiry_ms }, { logged, caller })
  return { answer: await respondToStep(services, payment, update) }
}

/** An order that the bank has, but otherwise than it is asked for now, is work for people. */
const listDifferent = async (
  { runtime, banks }: StepServices,
  period: LostPeriod,
  payment: PreparedPayment,
  { at, attempt, connector }: Extract<LostCharge, { kind: 'silent' }>,
): Promise<void> => {
  const order = await banks.connectors.lookUp(connector, attempt, undefined)
  if (order === 'not_found' || order === 'no_answer') return
  const finding = { ...toFinding(period, { ...payment, ...at }), outcome: 'listed', amount: order.amount } as const
  await runtime.db.transaction({ of: payment.tenant_id }, (tx) => noteFinding(tx, finding, runtime.clock.now()))
}

/** Only people can say whether it was charged: it is open as after a lost answer, and counted separately. */
const waitForPeople = async (
  services: StepServices,
  period: LostPeriod,
  { payment: prepared, caller }: Recall,
): Promise<Answer> => {
  const { runtime } = services
  const payment = prepared.status === 'created' ? await clear(services, prepared) : prepared
  if (payment === undefined) return respondToStep(services, prepared, undefined)
  const finding = { ...toFinding(period, payment), outcome: 'listed', subjectId: payment.id } as const
  await runtime.db.transaction({ of: payment.tenant_id }, (tx) => noteFinding(tx, finding, runtime.clock.now()))
  const note = { message: 'Its bank cannot be asked whether it had it before the database was restored' }
  const transition = { trigger: undefined, note, next_inquiry_ms: runtime.clock.ms() + INQUIRY_FIRST_MS }
  const update = await takePaymentStep(services, payment, transition, {
    caller,
    changes: { inquiry_count: prepared.inquiry_count },
  })
  return respondToStep(services, payment, update)
}
