/**
 * Operators end what no inquiry could end: a step of the state table with its row of history and its journal entry,
 * without an event. The bank is asked once more first, as before a decision of two people in the list of unresolved
 * operations, because its response takes precedence over theirs.
 */

import type { Observation } from '../../connectors/attempt.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { edgeFor } from '../../core/state-machine.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { NO_BANK_FACTS, toBankReferences } from '../model/bank-facts.ts'
import type { OperationRow, OperationTransition } from '../model/operation.ts'
import { findOperation } from '../model/operation-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type PaymentState, type PaymentTrigger, paymentMachine } from '../model/payment-states.ts'
import { findPayment } from '../model/payment-store.ts'
import type { OperationServices } from '../operations/operation-recorder.ts'
import { takeOperationStep } from '../operations/take-operation-step.ts'
import { inquireSoon } from '../unresolved/unresolved-store.ts'
import { askAboutOperation, askAboutPayment } from './inquire-at-bank.ts'

interface Forced {
  readonly tenantId: string
  /** Id of a payment or a refund. */
  readonly transactionId: string
  readonly status: 'completed' | 'failed' | 'canceled'
  readonly references: { readonly providerTransactionId: string | null }
}

/** `already` means that it is in that state. Any other result says why it cannot be. */
export type ForceStatus = (
  forced: Forced,
) => Promise<{ done: 'applied' | 'already' } | { done: 'refused'; why: Phrase }>

const FORCED_BY_PERSON = 'A person ended it as a reconciliation showed'
const TRIGGERS: Readonly<Record<Forced['status'], readonly PaymentTrigger[]>> = {
  completed: ['sell'],
  failed: ['decline', 'refuse_3d'],
  canceled: ['force_cancel'],
}

export const createForceStatus =
  (services: OperationServices): ForceStatus =>
  async (forced) => {
    const { tenantId, transactionId } = forced
    const { payment, operation } = await services.runtime.db.transaction({ of: tenantId }, async (tx) => ({
      payment: await findPayment(tx, tenantId, transactionId),
      operation: await findOpenOperation(tx, tenantId, transactionId),
    }))
    if (payment === undefined) return { done: 'refused', why: phrase`the transaction is not known` }
    if (payment.status === forced.status) return { done: 'already' }
    if (operation !== undefined) return forceOperation(services, payment, operation, forced)
    const trigger = TRIGGERS[forced.status].find((each) => edgeFor(paymentMachine, payment.status, each) !== undefined)
    if (trigger === undefined || payment.status === 'created') return notFrom(payment.status, forced.status)
    if (isDenied(await askAboutPayment(services, payment), forced.status === 'completed'))
      return askAgain(services, tenantId, payment.id)
    return forcePayment(services, payment, trigger, forced)
  }

const notFrom = (from: PaymentState, to: string) =>
  ({ done: 'refused', why: phrase`${from} is no state that can be forced to ${to}` }) as const
const TAKEN = { done: 'refused', why: phrase`its outcome became known meanwhile; read it again` } as const

/** The bank's response matters only if it knows the outcome: if it does not, or does not respond, people decide. */
const isDenied = (observed: Observation['kind'] | undefined, isBooked: boolean): boolean =>
  observed === (isBooked ? 'declined' : 'approved')

/** Makes the next inquiry due at once, which records the bank's response. */
const askAgain = async ({ runtime }: OperationServices, tenant_id: string, id: string) => {
  await runtime.db.transaction({ of: tenant_id }, (tx) => inquireSoon(tx, { tenant_id, id }))
  return { done: 'refused', why: phrase`the bank says otherwise, and its answer is recorded; read it again` } as const
}

const forcePayment = async (
  services: StepServices,
  payment: PaymentRow,
  trigger: PaymentTrigger,
  { status, references }: Forced,
) => {
  const failure = status === 'failed' ? { error_code: 'bank_timeout', error_message: FORCED_BY_PERSON } : {}
  const transition = { trigger, provider_transaction_id: references.providerTransactionId, ...failure }
  const update = await takePaymentStep(services, payment, transition, { changes: { events: [], event_count: 0 } })
  return update === undefined ? TAKEN : ({ done: 'applied' } as const)
}

/**
 * Ends the operation: returns the payment to the state before a capture or void or moves it to the state after, or ends
 * the refund.
 */
const forceOperation = async (
  services: OperationServices,
  payment: PaymentRow,
  operation: OperationRow,
  forced: Forced,
) => {
  const isAccepted = ACCEPTED[operation.kind] === forced.status
  const isBack = operation.kind === 'refund' ? forced.status === 'failed' : operation.state_before === forced.status
  if (!isAccepted && !isBack) return notFrom(payment.status, forced.status)
  if (isDenied(await askAboutOperation(services, payment, operation), isAccepted))
    return askAgain(services, operation.tenant_id, operation.id)
  const transition: OperationTransition = isAccepted
    ? { kind: 'accepted', references: { ...toBankReferences(NO_BANK_FACTS), ...forced.references }, bankCode: null }
    : { kind: 'refused', storedCode: 'bank_timeout', bankCode: null, message: FORCED_BY_PERSON }
  const taken = await takeOperationStep(services, operation, transition, { isSilent: true })
  return taken === undefined ? TAKEN : ({ done: 'applied' } as const)
}
const ACCEPTED = { capture: 'completed', void: 'canceled', refund: 'completed' } as const

/**
 * Finds the refund with this id, or the capture or void in progress; a payment with refunds in progress ends with each
 * of them.
 */
const findOpenOperation = async (
  tx: Parameters<typeof findOperation>[0],
  tenantId: string,
  transactionId: string,
): Promise<OperationRow | undefined> => {
  const rows = await tx.query<{ id: string }>(
    sql`select o.id from payment_operations o where o.payment_id = ${transactionId} and o.tenant_id = ${tenantId} and o.status = 'processing' and o.kind <> 'refund'
     union all select o.id from payment_operations o where o.tenant_id = ${tenantId} and o.id = ${transactionId} and o.status = 'processing'`,
  )
  return rows[0] && findOperation(tx, tenantId, rows[0].id)
}
