/** Applies a bank notification through the same guarded record as inquiries: the first one concludes, and none concludes twice. */

import type { TransferObservation } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import { targetOf } from '../../core/state-machine.ts'
import { buildTransferOrder, findServingBank, findSourceAccountOf } from '../bank/bank-order.ts'
import { type TransferTransition, transitionOfObservation } from '../dispatch/bank-outcome-to-transition.ts'
import { buildTransferUpdate } from '../dispatch/build-transfer-update.ts'
import type { DispatchServices } from '../dispatch/dispatch-services.ts'
import { toAttemptStanding, toRequestLogs } from '../dispatch/run-attempt.ts'
import type { TransferStep } from '../model/transfer.ts'
import { transferMachine } from '../model/transfer-states.ts'
import { assessNotification, bankMessageOf, type NotificationAssessment, toTakenOrder } from './assess-notification.ts'
import { notificationDetails } from './notification-claims.ts'
import type { BankNotificationBody, BankNotificationStatus } from './notification-schemas.ts'
import {
  appendHistoryNote,
  findNotifiedTransfer,
  insertNotification,
  type NotificationLogEntry,
  type NotifiedTransfer,
  scheduleInquiryNow,
} from './notification-store.ts'

export interface NotificationResult {
  readonly status: BankNotificationStatus
  readonly reason: string
  /** The notification did not resolve it: the bank is asked next. */
  readonly isInquiryPending?: true
}
type ReceivedNotification = Pick<NotificationLogEntry, 'signature' | 'receivedAt' | 'event' | 'userId' | 'body'>

/** An inquiry, the response of the call and a copy of the notification may come in between: each resolves it or is seen at the next attempt. */
const ATTEMPTS_MAX = 5

/** `wake`: there is something to ask. */
export const applyNotification = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  named: NotifiedTransfer,
  body: BankNotificationBody,
  heard: ReceivedNotification,
  wake: () => void,
): Promise<NotificationResult> => {
  const { db } = services.runtime
  let transfer = named
  for (let look = 1; ; look++) {
    const judgement = assessNotification(body, transfer)
    const settled = await applyAssessment(services, transfer, body, judgement)
    if (settled !== undefined) return logNotification(services, transfer, body, heard, settled, wake)
    if (look === ATTEMPTS_MAX)
      return logNotification(
        services,
        transfer,
        body,
        heard,
        { status: 'accepted', reason: 'overtaken', isInquiryPending: true },
        wake,
      )
    const { tenant_id, id } = transfer
    transfer = (await db.inTenant(tenant_id, (tx) => findNotifiedTransfer(tx, tenant_id, id))) ?? transfer
  }
}

/** Undefined: another process was first, so it is assessed again. */
const applyAssessment = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  transfer: NotifiedTransfer,
  body: BankNotificationBody,
  { kind, reason, ...judgement }: NotificationAssessment,
): Promise<NotificationResult | undefined> => {
  if (kind === 'duplicate') return { status: 'duplicate', reason }
  if (kind === 'ignored' || kind === 'noted') return { status: 'ignored', reason }
  // The call under way brings what is missing, or asks for it.
  if (kind === 'doubted' || (kind === 'confirm' && transfer.is_leased))
    return { status: 'accepted', reason, isInquiryPending: true }
  if (kind === 'believed' && 'observation' in judgement)
    return (await recordObservation(services, transfer, judgement.observation, []))
      ? { status: 'accepted', reason }
      : undefined
  return confirmWithBank(services, transfer, body)
}

type Logs = ReturnType<typeof toRequestLogs>

const recordObservation = async (
  services: Pick<DispatchServices, 'runtime' | 'dispatch'>,
  transfer: NotifiedTransfer,
  observation: TransferObservation,
  logs: Logs,
): Promise<boolean> => {
  const patience = await services.dispatch.retryPolicyOf(transfer.tenant_id)
  const standing = { ...toAttemptStanding(services, transfer), ageMs: 0, isDelivered: transfer.status === 'delivered' }
  const finding = transitionOfObservation(observation, standing, { ...patience, latenessWindowMs: 1 })
  return record(services, transfer, finding as Exclude<TransferTransition, { kind: 'take_back' }>, logs)
}

const record = (
  services: Pick<DispatchServices, 'runtime' | 'dispatch'>,
  transfer: NotifiedTransfer,
  finding: Exclude<TransferTransition, { kind: 'take_back' }>,
  logs: Logs,
): Promise<boolean> =>
  services.dispatch.record(
    buildTransferUpdate(transfer, finding, { nowMs: services.runtime.clock.ms(), logs, wasInquiry: logs.length > 0 }),
  )

/** Asks the bank. Where it does not know or does not answer, its signed notification takes precedence. */
const confirmWithBank = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  transfer: NotifiedTransfer,
  body: BankNotificationBody,
): Promise<NotificationResult | undefined> => {
  const account = await findSourceAccountOf(services, transfer)
  const at = account && (await findServingBank(services, account))
  if (account === undefined || at === undefined)
    return { status: 'accepted', reason: 'nobody_to_ask', isInquiryPending: true }
  const order = await buildTransferOrder(services, transfer, account, at.configuration)
  const { observation, exchanges } = await services.connectors.inquireAs(at.connector, order, (asked, context) =>
    at.bank.inquire(asked, context),
  )
  const logs = toRequestLogs(services, transfer, at, exchanges, observation)
  const isSettled = await recordConfirmed(services, transfer, body, observation, logs)
  return isSettled ? { status: 'accepted', reason: `bank_said_${observation.kind}` } : undefined
}

const recordConfirmed = (
  services: Pick<DispatchServices, 'runtime' | 'dispatch'>,
  transfer: NotifiedTransfer,
  body: BankNotificationBody,
  seen: TransferObservation,
  logs: Logs,
): Promise<boolean> => {
  const isSilent = seen.kind === 'not_found' || seen.kind === 'no_answer'
  if (body.success && isSilent)
    return record(services, transfer, { kind: 'completed', order: toTakenOrder(body, transfer) }, logs)
  // The inquiry reports the channel, the notification the arrival.
  if (body.success && seen.kind === 'delivered')
    return record(services, transfer, { kind: 'completed', order: seen }, logs)
  if (!body.success && isSilent && transfer.status === 'processing') {
    const fault = {
      providerCode: String(notificationDetails(body).code ?? ''),
      providerMessage: bankMessageOf(body),
      isOurs: true,
    } as const
    return record(services, transfer, { kind: 'failed', code: 'unknown_error', fault }, logs)
  }
  return recordObservation(services, transfer, seen, logs)
}

/** The log row comes after what it led to: a crash in between loses the row, never the outcome. */
const logNotification = async (
  services: Pick<DispatchServices, 'runtime'>,
  { tenant_id: tenantId, id: transferId }: NotifiedTransfer,
  body: BankNotificationBody,
  heard: ReceivedNotification,
  settled: NotificationResult,
  wake: () => void,
): Promise<NotificationResult> => {
  const { status, reason, isInquiryPending } = settled
  const asked = await services.runtime.db.inTenant(tenantId, async (tx) => {
    const isNew = await insertNotification(tx, { ...heard, tenantId, transferId, status, reason })
    if (isNew && reason === 'delivered' && !body.success)
      await appendHistoryNote(tx, tenantId, transferId, toDeliveredNote(services, body), heard.receivedAt)
    return isInquiryPending ? scheduleInquiryNow(tx, tenantId, transferId, isoTime(services.runtime.clock.ms())) : 0
  })
  if (asked > 0) wake()
  const facts = { transfer_id: transferId, event: heard.event, verdict: status, reason }
  if (reason.startsWith('other_')) services.runtime.log.warn('transfer.notification_differs', facts)
  else services.runtime.log.info('transfer.notification_received', facts)
  return settled
}

const toDeliveredNote = (services: Pick<DispatchServices, 'runtime'>, body: BankNotificationBody): TransferStep => {
  const { code } = notificationDetails(body)
  return {
    to: targetOf(transferMachine, 'deliver'), // it stays there
    at: services.runtime.clock.ms(),
    bank_response_message: bankMessageOf(body),
    ...(typeof code === 'string' ? { bank_response_code: code.slice(0, 20) } : {}),
    ...(body.product_ref_no === undefined ? {} : { provider_transaction_id: body.product_ref_no }),
  }
}
