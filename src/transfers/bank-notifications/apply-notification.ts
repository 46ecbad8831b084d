/**
 * Applies a bank notification: it is stored, and the bank is asked at once. The inquiry decides what happens to the
 * transfer.
 */

import { appendAudit } from '../../access/audit/append-audit.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime } from '../../core/clock.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { DispatchServices } from '../dispatch/dispatch-services.ts'
import type { TransferStep } from '../model/transfer.ts'
import { transferMachine } from '../model/transfer-states.ts'
import { assessNotification, type NotificationAssessment } from './assess-notification.ts'
import { notificationDetails } from './notification-claims.ts'
import type { BankNotificationBody, BankNotificationStatus } from './notification-schemas.ts'
import {
  appendHistoryNote,
  insertNotification,
  type NotificationLogEntry,
  type NotifiedTransfer,
  scheduleInquiryNow,
} from './notification-store.ts'

export type ReceivedNotification = Pick<
  NotificationLogEntry,
  'signature' | 'receivedAt' | 'event' | 'userId' | 'body'
> & {
  readonly operation: string
  readonly address: string
  readonly correlationId: string
}
type Services = Pick<DispatchServices, 'runtime'>

const STATUSES: Readonly<Record<NotificationAssessment['kind'], BankNotificationStatus>> = {
  duplicate: 'duplicate',
  ignored: 'ignored',
  noted: 'ignored',
  ask: 'accepted',
}

/** `wake` is called if the bank has to be asked. */
export const applyNotification = async (
  services: Services,
  transfer: NotifiedTransfer,
  body: BankNotificationBody,
  heard: ReceivedNotification,
  wake: () => void,
): Promise<BankNotificationStatus> => {
  const assessment = assessNotification(body, transfer)
  const { tenant_id: tenantId, id: transferId } = transfer
  const { reason } = assessment
  const status = STATUSES[assessment.kind]
  const due = await services.runtime.db.transaction({ of: tenantId }, async (tx) => {
    // A copy changes nothing, because the first one has already asked.
    if (!(await insertNotification(tx, { ...heard, tenantId, transferId, status, reason }))) return 0
    const asked = await followAssessment(services, tx, transfer, body, assessment)
    await recordSender(services, tx, transfer, body, heard, { status, reason })
    return asked
  })
  if (due > 0) wake()
  const facts = { transfer_id: transferId, event: heard.event, verdict: status, reason }
  if (reason.startsWith('other_')) services.runtime.log.warn('transfer.notification_differs', facts)
  else services.runtime.log.info('transfer.notification_received', facts)
  return status
}

/** Returns how many inquiries became due. */
const followAssessment = async (
  { runtime }: Services,
  tx: Tx,
  { tenant_id, id }: NotifiedTransfer,
  body: BankNotificationBody,
  { kind }: NotificationAssessment,
): Promise<number> => {
  const nowMs = runtime.clock.ms()
  if (kind === 'noted') await appendHistoryNote(tx, tenant_id, id, toDeliveredNote(body, nowMs), isoTime(nowMs))
  return kind === 'ask' ? scheduleInquiryNow(tx, tenant_id, id, isoTime(nowMs)) : 0
}

/** Several people may know the signing key, so configuration and address are all that is known about the sender. */
const recordSender = (
  { runtime }: Services,
  tx: Tx,
  transfer: NotifiedTransfer,
  { success }: BankNotificationBody,
  { operation, address, correlationId, event }: ReceivedNotification,
  settled: { readonly status: BankNotificationStatus; readonly reason: string },
): Promise<void> =>
  appendAudit(runtime, tx, [
    {
      tenantId: transfer.tenant_id,
      actor: null,
      realm: null,
      operation,
      outcome: 'done',
      code: null,
      kind: 'transfer',
      targetId: transfer.id,
      merchantId: transfer.merchant_id,
      correlationId,
      address,
      before: null,
      after: { connector_configuration_id: transfer.configuration_id, event, success, ...settled },
    },
  ])

const toDeliveredNote = (body: BankNotificationBody, nowMs: number): TransferStep => {
  const { code } = notificationDetails(body)
  return {
    to: findTarget(transferMachine, 'deliver'), // the state does not change
    at: nowMs,
    bank_response_message: bankMessageOf(body),
    ...(typeof code === 'string' ? { bank_response_code: code.slice(0, CODE_MAX) } : {}),
    ...(body.product_ref_no === undefined ? {} : { provider_transaction_id: body.product_ref_no }),
  }
}
const CODE_MAX = 20

/** The bank's own texts. */
const bankMessageOf = ({ error_description }: Pick<BankNotificationBody, 'error_description'>): string =>
  maskCardNumbers((error_description ?? '').slice(0, WORDS_MAX)) || 'The bank did not carry it out'
const WORDS_MAX = 500
