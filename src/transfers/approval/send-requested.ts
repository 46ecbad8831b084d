/**
 * A person other than the creator releases approved transfers: their money is reserved, and the bank is called in the
 * background.
 */
import type { Answer, Call } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { money } from '../../core/money.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { whyInactive } from '../bank/transfer-order.ts'
import { whyWindowClosed } from '../dispatch/bank-windows.ts'
import type { DispatchServices } from '../dispatch/dispatch-services.ts'
import { failInsufficientFunds } from '../dispatch/fail-insufficient-funds.ts'
import { prepareTransfers, SENT } from '../dispatch/prepare-transfers.ts'
import { type OutcomeEncoders, withOutcomeEncoders } from '../dispatch/record-transfers.ts'
import { lockBalances, reserveFunds } from '../ledger/balance-store.ts'
import { expectedFee } from '../ledger/expected-fees.ts'
import { haveSufficientFunds } from '../ledger/sufficient-funds.ts'
import { whyNotSendable } from '../model/step-eligibility.ts'
import { transferMachine } from '../model/transfer-states.ts'
import { auditedStepChanges, lockAndCheckSteps, type SortedSteps } from './lock-and-check.ts'
import { parseSendings, type SendBody } from './step-requests.ts'

export type SendCall = Call<unknown, unknown, SendBody>

interface Ready {
  readonly transfer: SortedSteps['eligible'][number]['transfer']
  readonly note: string | null
  readonly total: number
  readonly hasFunds: boolean
}

/** `wake` is called if there is something to send. */
export const sendRequested = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'wakeDeliveries' | 'dispatch'>,
  call: SendCall,
  wake: () => void,
): Promise<Answer> => {
  // Before the transaction: the encoders may have to ask the database for the columns.
  const answer = await withOutcomeEncoders(services.runtime.db.forTenants([call.tenantId]), (encoders) =>
    reserveAndRelease(services, call, encoders),
  )
  wake()
  services.wakeDeliveries([call.tenantId])
  return answer
}

const reserveAndRelease = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  call: SendCall,
  encoders: OutcomeEncoders,
): Promise<Answer> => {
  const asked = parseSendings(call.body)
  const { tenantId, principal } = call
  const windows = await services.dispatch.windowsOf(tenantId)
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
    await prepareTransfers(
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
      tx,
      encoders,
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
          status: hasFunds ? SENT : findTarget(transferMachine, 'fail'),
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

/** The balances stay locked until the transaction ends, so that the same money is not reserved twice. */
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
