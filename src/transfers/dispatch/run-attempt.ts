/**
 * One step of one transfer at its bank: it is sent or inquired about, then recorded. No transaction is open during the
 * call.
 */

import type { RequestLogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import { toRequestLogRow, withResult } from '../../acquiring/request-log/request-log-row.ts'
import type { Exchange, Fault } from '../../connectors/attempt.ts'
import { NOT_CONFIGURED } from '../../connectors/bank-codes.ts'
import type { TransferOrder } from '../../connectors/transfer-bank.ts'
import { maskIbans } from '../../core/iban.ts'
import { buildTransferOrder, findServingBank, type ServingBank } from '../bank/bank-order.ts'
import type { SourceAccount } from '../source-accounts/source-account-lookup.ts'
import {
  type TransferTransition,
  transitionOfObservation,
  transitionOfOutcome,
  transitionOfReversal,
} from './bank-outcome-to-transition.ts'
import { buildTransferUpdate } from './build-transfer-update.ts'
import type { DispatchServices } from './dispatch-services.ts'
import type { DueTransfer } from './due-transfers.ts'
import { meaningOfBankCode } from './transfer-bank-codes.ts'

interface Attempt {
  readonly transfer: DueTransfer
  readonly account: SourceAccount
  readonly at: ServingBank
  readonly order: TransferOrder
}

/** `account` is the one that pays; undefined if it was deleted. Returns whether this process recorded the step. */
export const runAttempt = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  transfer: DueTransfer,
  account: SourceAccount | undefined,
): Promise<boolean> => {
  const at = account && (await findServingBank(services, account))
  if (account === undefined || at === undefined)
    return recordTransition(services, transfer, transitionWithoutBank(transfer), [])
  // The configuration was switched off since a person sent the transfer, or between two attempts: this attempt has not
  // left, and earlier ones posted nothing.
  if (transfer.due === 'send' && !at.configuration.isActive)
    return recordTransition(services, transfer, CONFIGURATION_INACTIVE, [])
  const step: Attempt = {
    transfer,
    account,
    at,
    order: await buildTransferOrder(services, transfer, account, at.configuration),
  }
  return transfer.due === 'send' ? send(services, step) : inquire(services, step)
}

/**
 * No connector serves the account any longer: a transfer that was never sent fails, one that may have been sent waits
 * for an operator.
 */
const transitionWithoutBank = ({
  due,
  attempt_no,
}: DueTransfer): Exclude<TransferTransition, { kind: 'take_back' }> => {
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
const UNREACHABLE_WAIT_MS = 10 * 60_000
const INQUIRY_ALARM_MS = 30 * 60_000

const send = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  { transfer, at, order }: Attempt,
): Promise<boolean> => {
  const { outcome, exchanges } = await services.connectors.sendAs(
    at.connector,
    order,
    (sent, context) => at.bank.send(sent, context),
    transfer.leasedAt,
  )
  const finding = transitionOfOutcome(
    outcome,
    toAttemptStanding(services, transfer),
    await services.dispatch.retryPolicyOf(transfer.tenant_id),
  )
  return recordTransition(
    services,
    transfer,
    requireRecordable(finding),
    toRequestLogs(services, transfer, at, exchanges, outcome),
  )
}

const inquire = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  { transfer, at, order }: Attempt,
): Promise<boolean> => {
  const { observation, exchanges } = await services.connectors.inquireAs(at.connector, order, (asked, context) =>
    at.bank.inquire(asked, context),
  )
  const patience = await services.dispatch.retryPolicyOf(transfer.tenant_id)
  const standing = {
    ...toAttemptStanding(services, transfer),
    ageMs: transfer.age_ms,
    isDelivered: transfer.status === 'delivered',
  }
  const finding = transitionOfObservation(observation, standing, {
    ...patience,
    latenessWindowMs: at.bank.latenessWindowMs,
  })
  const logs = toRequestLogs(services, transfer, at, exchanges, observation)
  // There is no answer, or answers without a result, so the reservation remains until an operator has clarified it with
  // the bank.
  if (observation.kind === 'no_answer' && transfer.age_ms > INQUIRY_ALARM_MS)
    services.runtime.log.error('transfer.bank_silent', {
      transfer_id: transfer.id,
      connector_code: at.configuration.connectorCode,
      age_ms: transfer.age_ms,
      error: observation.fault.providerMessage,
    })
  if (finding.kind !== 'take_back') return recordTransition(services, transfer, finding, logs, true)
  const { observation: reversal, exchanges: further } = await services.connectors.inquireAs(
    at.connector,
    order,
    async (asked, context) => ({ kind: await at.bank.reverse(asked, context) }),
  )
  const after = transitionOfReversal(reversal.kind, standing, patience)
  return recordTransition(
    services,
    transfer,
    requireRecordable(after),
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

const requireRecordable = (transition: TransferTransition): Exclude<TransferTransition, { kind: 'take_back' }> => {
  if (transition.kind === 'take_back') throw new Error('an order is taken back after an inquiry alone')
  return transition
}

const recordTransition = (
  services: Pick<DispatchServices, 'runtime' | 'dispatch'>,
  transfer: DueTransfer,
  finding: Exclude<TransferTransition, { kind: 'take_back' }>,
  logs: readonly RequestLogRow[],
  wasInquiry = false,
): Promise<boolean> =>
  services.dispatch.record(
    buildTransferUpdate(transfer, finding, { nowMs: services.runtime.clock.ms(), logs, wasInquiry }),
  )

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
