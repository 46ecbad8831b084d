/**
 * One step of one transfer at its bank: it is sent or inquired about, then recorded. No transaction is open during the
 * call.
 */

import type { RequestLogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import { toRequestLogRow, withResult } from '../../acquiring/request-log/request-log-row.ts'
import type { Exchange, Fault } from '../../connectors/attempt.ts'
import { NO_ANSWER, NOT_CONFIGURED } from '../../connectors/own-bank-codes.ts'
import type { TransferOrder } from '../../connectors/transfer-bank.ts'
import { maskIbans } from '../../core/iban.ts'
import { counter } from '../../infra/process/metrics.ts'
import { buildTransferOrder, findServingBank, type ServingBank } from '../bank/transfer-order.ts'
import type { SourceAccount } from '../source-accounts/source-account-lookup.ts'
import { applyTransferTransition } from './apply-transfer-transition.ts'
import type { DispatchServices } from './dispatch-services.ts'
import type { DueTransfer } from './due-transfers.ts'
import {
  readTransferObservation,
  readTransferOutcome,
  readTransferReversal,
  type TransferTransition,
} from './read-transfer-outcome.ts'
import { listOtherReceiver, OTHER_ORDER, type Recalled, recallTransfer } from './recall-transfer.ts'
import { meaningOfBankCode } from './transfer-bank-codes.ts'

interface Attempt {
  readonly transfer: DueTransfer
  readonly account: SourceAccount
  readonly at: ServingBank
  readonly order: TransferOrder
}

/** `account` is the one that pays; undefined if it was deleted. Returns whether this process recorded the step. */
export const runTransfer = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  transfer: DueTransfer,
  account: SourceAccount | undefined,
): Promise<boolean> => {
  const at = account && (await findServingBank(services, account))
  if (account === undefined || at === undefined)
    return takeTransferStep(services, transfer, transitionWithoutBank(transfer), [])
  // The configuration was switched off since a person sent the transfer, or between two attempts: this attempt has not
  // left, and earlier ones posted nothing.
  if (transfer.due === 'send' && !at.configuration.isActive)
    return takeTransferStep(services, transfer, CONFIGURATION_INACTIVE, [])
  const step: Attempt = {
    transfer,
    account,
    at,
    order: await buildTransferOrder(services, transfer, account, at.configuration),
  }
  if (transfer.due !== 'send') return inquire(services, step)
  const lost = services.runtime.restores.askBanksAbout(transfer.tenant_id, knownSince(transfer))
  if (lost === null) return send(services, step)
  const recalled = await recallTransfer(services, lost, step)
  if (recalled !== undefined) return recordRecalled(services, recalled, at)
  const renewed = await services.dispatch.leases.renew(transfer)
  return renewed !== undefined && send(services, { ...step, transfer: renewed })
}

/** A run may be made up for a day that the restore lost. */
const knownSince = ({ created, scheduled_date }: DueTransfer): number =>
  Math.min(created.getTime(), scheduled_date.getTime())

/** The bank has had the order since before a restore, or does not say: it is not sent. */
const recordRecalled = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  { transfer, observation, exchanges, isOther }: Recalled,
  at: ServingBank,
): Promise<boolean> => {
  const logs = toRequestLogs(services, transfer, at, exchanges, observation)
  if (isOther) return takeTransferStep(services, transfer, toOtherOrder(transfer), logs)
  const standing = { ...toAttemptStanding(services, transfer), ageMs: 0, isDelivered: false }
  const patience = await services.dispatch.retryPolicyOf(transfer.tenant_id)
  const transition = readTransferObservation(observation, standing, {
    ...patience,
    latenessWindowMs: at.bank.latenessWindowMs,
  }) as TransferTransition // only an order that the bank does not know is taken back
  return takeTransferStep(services, transfer, transition, logs)
}

/** As a live transfer with the same external id would have refused it; a run of a plan has none. */
const toOtherOrder = ({ external_id }: DueTransfer): TransferTransition => ({
  kind: 'failed',
  code: external_id === null ? 'unknown_error' : OTHER_ORDER,
  fault: {
    providerCode: NO_ANSWER,
    providerMessage: 'The bank has another order in its place, from before the database was restored',
    isOurs: true,
  },
})

/**
 * No connector serves the account any longer: a transfer that was never sent fails, one that may have been sent waits
 * for an operator.
 */
const transitionWithoutBank = ({ due, attempt_no }: DueTransfer): TransferTransition => {
  const fault = {
    providerCode: NOT_CONFIGURED,
    providerMessage: 'No bank serves the source account',
    isOurs: true,
  } as const
  return due === 'send' && attempt_no === 1
    ? { kind: 'failed', code: 'connector_unavailable', fault }
    : { kind: 'ask', fault, waitMs: UNREACHABLE_WAIT_MS }
}
const CONFIGURATION_INACTIVE = {
  kind: 'failed',
  code: 'connector_unavailable',
  fault: { providerCode: NOT_CONFIGURED, providerMessage: 'The configuration is switched off', isOurs: true },
} as const
const moved = counter('vezne_transfers_total')
const UNREACHABLE_WAIT_MS = 10 * 60_000
const INQUIRY_ALARM_MS = 30 * 60_000

const send = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  { transfer, at, order }: Attempt,
): Promise<boolean> => {
  const { outcome, exchanges } = await services.connectors.sendAs(
    at.connector,
    'transfer',
    order,
    (sent, context) => at.bank.send(sent, context),
    transfer.leasedAt,
  )
  const transition = readTransferOutcome(
    outcome,
    toAttemptStanding(services, transfer),
    await services.dispatch.retryPolicyOf(transfer.tenant_id),
  )
  return takeTransferStep(services, transfer, transition, toRequestLogs(services, transfer, at, exchanges, outcome))
}

const inquire = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  { transfer, at, order }: Attempt,
): Promise<boolean> => {
  const { observation, exchanges } = await services.connectors.inquireAs(at.connector, order, (asked, context) =>
    at.bank.inquire(asked, context),
  )
  const logs = toRequestLogs(services, transfer, at, exchanges, observation)
  if (await listOtherReceiver(services, transfer, observation))
    return takeTransferStep(services, transfer, toOtherOrder(transfer), logs, true)
  const patience = await services.dispatch.retryPolicyOf(transfer.tenant_id)
  const standing = {
    ...toAttemptStanding(services, transfer),
    ageMs: transfer.age_ms,
    isDelivered: transfer.status === 'delivered',
  }
  const transition = readTransferObservation(observation, standing, {
    ...patience,
    latenessWindowMs: at.bank.latenessWindowMs,
  })
  // There is no answer, or answers without a result, so the reservation remains until an operator has clarified it with
  // the bank.
  if (observation.kind === 'no_answer' && transfer.age_ms > INQUIRY_ALARM_MS)
    services.runtime.log.error('transfer.bank_silent', {
      transfer_id: transfer.id,
      connector_code: at.configuration.connectorCode,
      age_ms: transfer.age_ms,
      error: observation.fault.providerMessage,
    })
  if (transition.kind !== 'take_back') return takeTransferStep(services, transfer, transition, logs, true)
  const { observation: reversal, exchanges: further } = await services.connectors.inquireAs(
    at.connector,
    order,
    async (asked, context) => ({ kind: await at.bank.reverse(asked, context) }),
  )
  const after = readTransferReversal(reversal.kind, standing, patience)
  return takeTransferStep(
    services,
    transfer,
    after,
    [...logs, ...toRequestLogs(services, transfer, at, further, reversal)],
    true,
  )
}

const toAttemptStanding = (
  services: Pick<DispatchServices, 'runtime'>,
  { retry_count }: Pick<DueTransfer, 'retry_count'>,
) => ({
  retryCount: retry_count,
  nowMs: services.runtime.clock.ms(),
})

/** The last two stages: the transition becomes an update, and the update is recorded. */
const takeTransferStep = async (
  services: Pick<DispatchServices, 'runtime' | 'dispatch'>,
  transfer: DueTransfer,
  transition: TransferTransition,
  logs: readonly RequestLogRow[],
  wasInquiry = false,
): Promise<boolean> => {
  const nowMs = services.runtime.clock.ms()
  const update = applyTransferTransition(transfer, transition, { nowMs, logs, wasInquiry })
  const isOurs = await services.dispatch.record(update)
  if (isOurs && update.to_status !== update.from_status) moved.inc({ status: update.to_status })
  return isOurs
}

const toRequestLogs = (
  services: Pick<DispatchServices, 'runtime'>,
  transfer: Parameters<typeof toRequestLogRow>[0] & { sent_by: string | null },
  { configuration }: ServingBank,
  exchanges: readonly Exchange[],
  answer: object,
): RequestLogRow[] => {
  const fault = 'fault' in answer ? (answer.fault as Fault) : undefined
  const at = { configuration_id: configuration.id, connector_code: configuration.connectorCode }
  const result = fault && { message: maskIbans(fault.providerMessage), category: meaningOfBankCode(fault).category }
  const nowMs = services.runtime.clock.ms()
  return withResult(exchanges.map(maskExchangeIbans), at, result).map((logged) =>
    toRequestLogRow({ ...transfer, actor: transfer.sent_by }, logged, nowMs),
  )
}

/** Masks IBANs, because more people may read the log than may see the receiving accounts. */
const maskExchangeIbans = (exchange: Exchange): Exchange => ({
  ...exchange,
  endpoint: maskIbans(exchange.endpoint),
  requestBody: exchange.requestBody && maskIbans(exchange.requestBody),
  responseBody: exchange.responseBody && maskIbans(exchange.responseBody),
})
