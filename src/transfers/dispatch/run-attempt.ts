/** One step of one transfer at its bank: sent, or asked about; then recorded. No transaction is open during the call. */
import type { Exchange } from '../../connectors/attempt.ts'
import { NOT_CONFIGURED } from '../../connectors/bank-codes.ts'
import { logRow } from '../../acquiring/request-log/request-log-row.ts'
import type { LogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import type { TransferOrder } from '../../connectors/transfer-bank.ts'
import { maskIbans } from '../../core/iban.ts'
import type { SourceAccount } from '../source-accounts/source-account-lookup.ts'
import type { DueTransfer } from './due-transfer-store.ts'
import { type Finding, findingOfObservation, findingOfOutcome, findingOfReversal } from './outcome-to-transition.ts'
import { type AtBank, bankOfAccount, orderOf } from '../bank/bank-order.ts'
import { recordedOf } from './build-transfer-update.ts'
import type { SendingDesk } from './dispatch-services.ts'
import { meaningOfFault } from './transfer-bank-codes.ts'

interface Step {
  readonly transfer: DueTransfer
  readonly account: SourceAccount
  readonly at: AtBank
  readonly order: TransferOrder
}

/** `account`: the one it leaves from, undefined when it is gone. Answers whether it was this process that recorded the step. */
export const runStep = async (
  desk: SendingDesk,
  transfer: DueTransfer,
  account: SourceAccount | undefined,
): Promise<boolean> => {
  const at = account && (await bankOfAccount(desk, account))
  if (account === undefined || at === undefined) return record(desk, transfer, unreachable(transfer), [])
  // Switched off since a person sent it, or between two tries: this attempt has not left, and those before it booked nothing.
  if (transfer.due === 'send' && !at.configuration.isActive) return record(desk, transfer, SWITCHED_OFF, [])
  const step: Step = { transfer, account, at, order: await orderOf(desk, transfer, account, at.configuration) }
  return transfer.due === 'send' ? send(desk, step) : inquire(desk, step)
}

/** Nobody speaks for the account any more: what was never sent fails, what may have been sent waits for people. */
const unreachable = ({ due, attempt_no }: DueTransfer): Exclude<Finding, { kind: 'take_back' }> => {
  const fault = {
    providerCode: NOT_CONFIGURED,
    providerMessage: 'No bank serves the source account',
    isOurs: true,
  } as const
  return due === 'send' && attempt_no === 1
    ? { kind: 'failed', code: 'connector_unavailable', fault }
    : { kind: 'ask', fault, waitMs: UNREACHABLE_WAIT_MS }
}
const SWITCHED_OFF = {
  kind: 'failed',
  code: 'connector_unavailable',
  fault: { providerCode: NOT_CONFIGURED, providerMessage: 'The configuration is switched off', isOurs: true },
} as const
const UNREACHABLE_WAIT_MS = 10 * 60_000
const INQUIRY_ALARM_MS = 30 * 60_000

const send = async (desk: SendingDesk, { transfer, at, order }: Step): Promise<boolean> => {
  const { outcome, exchanges } = await desk.connectors.sendAs(
    at.connector,
    order,
    (sent, context) => at.bank.send(sent, context),
    transfer.leasedAt,
  )
  const finding = findingOfOutcome(outcome, standingOf(desk, transfer), await desk.patienceOf(transfer.tenant_id))
  return record(desk, transfer, settled(finding), logsOf(desk, transfer, at, exchanges, outcome))
}

const inquire = async (desk: SendingDesk, { transfer, at, order }: Step): Promise<boolean> => {
  const { observation, exchanges } = await desk.connectors.inquireAs(at.connector, order, (asked, context) =>
    at.bank.inquire(asked, context),
  )
  const patience = await desk.patienceOf(transfer.tenant_id)
  const standing = {
    ...standingOf(desk, transfer),
    ageMs: transfer.age_ms,
    isDelivered: transfer.status === 'delivered',
  }
  const finding = findingOfObservation(observation, standing, {
    ...patience,
    latenessWindowMs: at.bank.latenessWindowMs,
  })
  const logs = logsOf(desk, transfer, at, exchanges, observation)
  // Silence, or answers that settle nothing: its reservation stays until a person has spoken with the bank.
  if (observation.kind === 'no_answer' && transfer.age_ms > INQUIRY_ALARM_MS)
    desk.house.log.error('transfer.bank_silent', {
      transfer_id: transfer.id,
      connector_code: at.configuration.connectorCode,
      age_ms: transfer.age_ms,
      error: observation.fault.providerMessage,
    })
  if (finding.kind !== 'take_back') return record(desk, transfer, finding, logs, true)
  const { observation: reversal, exchanges: further } = await desk.connectors.inquireAs(
    at.connector,
    order,
    async (asked, context) => ({ kind: await at.bank.reverse(asked, context) }),
  )
  const after = findingOfReversal(reversal.kind, standing, patience)
  return record(desk, transfer, settled(after), [...logs, ...logsOf(desk, transfer, at, further, reversal)], true)
}

export const standingOf = (desk: SendingDesk, { retry_count }: Pick<DueTransfer, 'retry_count'>) => ({
  retryCount: retry_count,
  nowMs: desk.house.clock.ms(),
})

const settled = (finding: Finding): Exclude<Finding, { kind: 'take_back' }> => {
  if (finding.kind === 'take_back') throw new Error('an order is taken back after an inquiry alone')
  return finding
}

const record = (
  desk: SendingDesk,
  transfer: DueTransfer,
  finding: Exclude<Finding, { kind: 'take_back' }>,
  logs: readonly LogRow[],
  wasInquiry = false,
): Promise<boolean> => desk.record(recordedOf(transfer, finding, { nowMs: desk.house.clock.ms(), logs, wasInquiry }))

export const logsOf = (
  desk: SendingDesk,
  transfer: Parameters<typeof logRow>[0] & { sent_by: string | null },
  { configuration }: AtBank,
  exchanges: readonly Exchange[],
  answer: object,
): LogRow[] => {
  const fault = 'fault' in answer ? (answer.fault as { providerCode: string; providerMessage: string }) : undefined
  return exchanges.map((exchange) =>
    logRow(
      { ...transfer, actor: transfer.sent_by },
      {
        exchange: withoutIbans(exchange),
        configuration_id: configuration.id,
        connector_code: configuration.connectorCode,
        is_success: fault === undefined,
        error_message: fault === undefined ? null : maskIbans(fault.providerMessage),
        error_category: fault === undefined ? null : meaningOfFault(fault).category,
      },
      desk.house.clock.ms(),
    ),
  )
}

/** The log is read by more people than the accounts money goes to are shown to. */
const withoutIbans = (exchange: Exchange): Exchange => ({
  ...exchange,
  endpoint: maskIbans(exchange.endpoint),
  requestBody: exchange.requestBody && maskIbans(exchange.requestBody),
  responseBody: exchange.responseBody && maskIbans(exchange.responseBody),
})
