/** POST /api/v1/transfers/bulk/send: another person than the maker releases approved transfers; the bank is called in the background. */

import { type Answer, type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { money } from '../../core/money.ts'
import { targetOf } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { auditedStepChanges, lockAndCheckSteps, type SortedSteps } from '../approval/lock-and-check.ts'
import { parseSendings, type SendBody, SendResult, SendTransfers } from '../approval/step-requests.ts'
import { whyInactive } from '../bank/bank-order.ts'
import { whyWindowClosed } from '../dispatch/bank-windows.ts'
import type { DispatchServices } from '../dispatch/dispatch-services.ts'
import { failInsufficientFunds } from '../dispatch/fail-insufficient-funds.ts'
import { SENT, sendTransferRows } from '../dispatch/send-store.ts'
import { lockBalances, reserveFunds } from '../ledger/balance-store.ts'
import { expectedFee } from '../ledger/expected-fees.ts'
import { haveSufficientFunds } from '../ledger/sufficient-funds.ts'
import { whyNotSendable } from '../model/step-eligibility.ts'
import { transferMachine } from '../model/transfer-states.ts'

type SendCall = Call<unknown, unknown, SendBody>

export const sendTransfers = (services: DispatchServices, wake: () => void): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/send',
    tag: 'Transfers',
    summary: 'Send transfers',
    description:
      'Reserves the money and answers 202; the bank is called in the background. What finds no cover ends as `failed` with ' +
      'insufficient_balance. A transfer of unknown outcome is asked about, never sent twice. Where its connector or ' +
      'configuration is switched off a transfer is skipped with connector_unavailable and stays approved.',
    allow: 'decide',
    fourEyes: 'send',
    movesMoney: true,
    body: SendTransfers,
    answers: { 202: SendResult },
    errors: [
      'transfer_not_found',
      'invalid_state_transition',
      'payment_already_sent',
      'payment_already_rejected',
      'four_eyes_violation',
      'fast_window_closed',
      'eft_window_closed',
    ],
    async handle(call) {
      const answer = await sendAll(services, call as SendCall)
      wake()
      services.wakeDeliveries([call.tenantId])
      return answer
    },
  })

interface Ready {
  readonly transfer: SortedSteps['eligible'][number]['transfer']
  readonly note: string | null
  readonly total: number
  readonly hasFunds: boolean
}

const sendAll = async (services: DispatchServices, call: SendCall): Promise<Answer> => {
  const asked = parseSendings(call.body)
  const { tenantId, principal } = call
  const windows = await services.windowsOf(tenantId)
  const banks = await services.connectors.configurationsOf(tenantId)
  const nowMs = services.runtime.clock.ms()
  return call.inTx(async (tx) => {
    const sorted = await lockAndCheckSteps(tx, call, asked, (transfer) =>
      whyNotSendable(
        transfer,
        principal.accountable,
        nowMs,
        whyWindowClosed(transfer.request_type, nowMs, windows) ?? whyInactive(banks, transfer.configuration_id),
      ),
    )
    const ready = await checkFunds(tx, tenantId, sorted)
    const now = isoTime(nowMs)
    await sendTransferRows(
      tx,
      { tenantId, actor: principal.subject, now },
      ready.map(({ transfer, note, total, hasFunds }) => ({
        id: transfer.id,
        step: { to: SENT, at: nowMs, actor: principal.subject, ...(note === null ? {} : { note }) },
        reserved: hasFunds ? total : 0,
      })),
    )
    await reserveFunds(tx, tenantId, ready.filter((each) => each.hasFunds).map(toReservation), now)
    const uncovered = ready.filter((each) => !each.hasFunds)
    await failInsufficientFunds(
      services,
      tx,
      tenantId,
      uncovered.map((each) => each.transfer),
      nowMs,
    )
    return {
      status: 202,
      change: auditedStepChanges(sorted, () => ({ status: SENT, sent_by: principal.subject })),
      body: {
        sent: ready.map(({ transfer, hasFunds }) => ({
          id: transfer.id,
          status: hasFunds ? SENT : targetOf(transferMachine, 'fail'),
          sent_date: now,
          processed_date: hasFunds ? null : now,
          receipt_no: null,
        })),
        skipped: sorted.skipped,
        total_sent: ready.length,
      },
    }
  })
}

/** The balances stay locked until the transaction ends, so the same money is not reserved twice. */
const checkFunds = async (tx: Tx, tenantId: string, { eligible }: SortedSteps): Promise<Ready[]> => {
  const accounts = [...new Set(eligible.map(({ transfer }) => transfer.source_account_id))].sort()
  const balances = await lockBalances(tx, tenantId, accounts)
  const wanted = eligible.map(({ transfer }) => ({
    accountId: transfer.source_account_id,
    total: transfer.amount + expectedFee(transfer.request_type, money(transfer.amount, transfer.currency)).minor,
  }))
  const cover = haveSufficientFunds(
    new Map(balances.map(({ account_id, available }) => [account_id, available])),
    wanted,
  )
  return eligible.map(({ asked, transfer }, at) => ({
    transfer,
    note: asked.note,
    total: wanted[at]?.total ?? 0,
    hasFunds: cover[at] === true,
  }))
}

const toReservation = ({ transfer, total }: Ready) => ({
  transferId: transfer.id,
  attemptNo: 1,
  accountId: transfer.source_account_id,
  amount: total,
  currency: transfer.currency,
})
