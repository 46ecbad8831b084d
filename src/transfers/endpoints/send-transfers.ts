/** POST /api/v1/transfers/bulk/send: another person than the maker hands approved transfers over; the bank is called in the background. */
import { type Answer, type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { money } from '../../core/money.ts'
import type { Tx } from '../../infra/database/database.ts'
import { lockBalances, reserve } from '../ledger/balance-store.ts'
import { covered } from '../ledger/sufficient-funds.ts'
import { expectedFee } from '../ledger/expected-fees.ts'
import { auditedSteps, lockAndJudge, type Sorted } from '../approval/lock-and-check.ts'
import { type SendBody, SendResult, SendTransfers, sendingsOf } from '../approval/step-requests.ts'
import { sendVerdict } from '../model/step-eligibility.ts'
import { failUncovered } from '../dispatch/fail-insufficient-funds.ts'
import { switchedOff } from '../bank/bank-order.ts'
import { sendRows } from '../dispatch/send-store.ts'
import type { SendingDesk } from '../dispatch/dispatch-services.ts'
import { closedWindow } from '../dispatch/bank-windows.ts'

type SendCall = Call<unknown, unknown, SendBody>

export const sendTransfers = (desk: SendingDesk, wake: () => void): Endpoint =>
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
      const answer = await send(desk, call as SendCall)
      wake()
      desk.wakeDeliveries([call.tenantId])
      return answer
    },
  })

interface Ready {
  readonly transfer: Sorted['usable'][number]['transfer']
  readonly note: string | null
  readonly total: number
  readonly isCovered: boolean
}

const send = async (desk: SendingDesk, call: SendCall): Promise<Answer> => {
  const asked = sendingsOf(call.body)
  const { tenantId, principal } = call
  const windows = await desk.windowsOf(tenantId)
  const banks = await desk.connectors.configurationsOf(tenantId)
  const nowMs = desk.house.clock.ms()
  return call.inTx(async (tx) => {
    const sorted = await lockAndJudge(tx, call, asked, (transfer) =>
      sendVerdict(
        transfer,
        principal.accountable,
        nowMs,
        closedWindow(transfer.request_type, nowMs, windows) ?? switchedOff(banks, transfer.configuration_id),
      ),
    )
    const ready = await withCover(tx, tenantId, sorted)
    const now = isoTime(nowMs)
    await sendRows(
      tx,
      { tenantId, actor: principal.subject, now },
      ready.map(({ transfer, note, total, isCovered }) => ({
        id: transfer.id,
        step: { to: 'processing', at: nowMs, actor: principal.subject, ...(note === null ? {} : { note }) },
        reserved: isCovered ? total : 0,
      })),
    )
    await reserve(tx, tenantId, ready.filter((each) => each.isCovered).map(reservationOf), now)
    const uncovered = ready.filter((each) => !each.isCovered)
    await failUncovered(
      desk,
      tx,
      tenantId,
      uncovered.map((each) => each.transfer),
      nowMs,
    )
    return {
      status: 202,
      change: auditedSteps(sorted, () => ({ status: 'processing', sent_by: principal.subject })),
      body: {
        sent: ready.map(({ transfer, isCovered }) => ({
          id: transfer.id,
          status: isCovered ? 'processing' : 'failed',
          sent_date: now,
          processed_date: isCovered ? null : now,
          receipt_no: null,
        })),
        skipped: sorted.skipped,
        total_sent: ready.length,
      },
    }
  })
}

/** The balances stay locked until the transaction ends, so nobody reserves the same money. */
const withCover = async (tx: Tx, tenantId: string, { usable }: Sorted): Promise<Ready[]> => {
  const accounts = [...new Set(usable.map(({ transfer }) => transfer.source_account_id))].sort()
  const balances = await lockBalances(tx, tenantId, accounts)
  const wanted = usable.map(({ transfer }) => ({
    accountId: transfer.source_account_id,
    total: transfer.amount + expectedFee(transfer.request_type, money(transfer.amount, transfer.currency)).minor,
  }))
  const cover = covered(new Map(balances.map(({ account_id, available }) => [account_id, available])), wanted)
  return usable.map(({ asked, transfer }, at) => ({
    transfer,
    note: asked.note,
    total: wanted[at]?.total ?? 0,
    isCovered: cover[at] === true,
  }))
}

const reservationOf = ({ transfer, total }: Ready) => ({
  transferId: transfer.id,
  attemptNo: 1,
  accountId: transfer.source_account_id,
  amount: total,
  currency: transfer.currency,
})
