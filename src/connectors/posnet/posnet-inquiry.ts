/** Asks PosNet for its record of an order, and voids one of which nothing else is known. */
import type { Attempt, Outcome, PaymentOperation, ThreeDModel } from '../attempt.ts'
import type { Bank } from '../kit/gateway.ts'
import type { Unfound } from '../kit/observation.ts'
import { type FoundRows, toFoundRows } from '../kit/order-record.ts'
import type { PosnetAccount } from './posnet-account.ts'
import { DAY_ENDED, NO_SUCH_ORDER, VOIDED_BEFORE } from './posnet-codes.ts'
import { type OrderRow, observationFromRows, orderRows, orderTotals } from './posnet-order.ts'
import {
  agreementRequest,
  captureRequest,
  orderNames,
  posnetXid,
  refundRequest,
  reverseRequest,
  type Target,
  toTarget,
} from './posnet-requests.ts'

type PosnetBank = Bank<PosnetAccount>
interface Order {
  readonly reference: string
  readonly model: ThreeDModel
}

/** Under all its names: one under which there is nothing does not mean that there is nothing. */
export const askRows = async (bank: PosnetBank, names: readonly string[]): Promise<FoundRows<OrderRow> | Unfound> => {
  let found: FoundRows<OrderRow> | Unfound = { kind: 'not_found' }
  for (const name of names) {
    found = await bank.ask(
      (account) => agreementRequest(account, name),
      (answer) => toFoundRows(orderRows(answer, name)),
    )
    if (found.kind !== 'not_found') return found
  }
  return found
}

type Transaction = Parameters<typeof reverseRequest>[1]

const sendReversal = (
  bank: PosnetBank,
  reference: string,
  transaction: Transaction,
  target: Target,
): Promise<Outcome> =>
  bank.send((account) => reverseRequest(account, transaction, { target, reference }), posnetXid({ reference }))

/** A void that was carried out before is carried out. */
const understandRepeat = (outcome: Outcome, { original }: PaymentOperation): Outcome =>
  outcome.kind === 'declined' && VOIDED_BEFORE.has(outcome.fault.providerCode)
    ? { kind: 'approved', references: original.references, bankCode: outcome.fault.providerCode }
    : outcome

export const operate = async (bank: PosnetBank, followUp: PaymentOperation): Promise<Outcome> => {
  const { operation, original } = followUp
  const { reference } = original
  switch (operation) {
    case 'capture':
      return bank.send((account) => captureRequest(account, followUp), posnetXid(original))
    case 'refund':
      return bank.send((account) => refundRequest(account, followUp), posnetXid(original))
    case 'void': {
      if (original.operation === 'sale')
        return understandRepeat(await sendReversal(bank, reference, 'sale', toTarget(original)), followUp)
      // Taking a capture back leaves the hold on the card, which is taken back after it.
      if (original.captured > 0) {
        const taken = understandRepeat(await sendReversal(bank, reference, 'capt', toTarget(original)), followUp)
        const isGone = taken.kind === 'approved' || (taken.kind === 'declined' && (await hasNoCapture(bank, followUp)))
        if (!isGone) return taken
      }
      const { hostReference } = original.references
      const hold = hostReference === null ? toTarget(original) : { hostLogKey: hostReference }
      return understandRepeat(await sendReversal(bank, reference, 'auth', hold), followUp)
    }
  }
}

/** An earlier void may have taken back the capture and not come further. */
const hasNoCapture = async (bank: PosnetBank, { original }: PaymentOperation): Promise<boolean> => {
  const found = await askRows(bank, orderNames(original))
  return found.kind === 'found' && orderTotals(found.rows).captured === 0
}

export const reverse = async (
  bank: PosnetBank,
  attempt: Attempt & Order,
): Promise<'reversed' | 'nothing_there' | 'no_answer'> => {
  const { operation, reference } = attempt
  const names = orderNames(attempt)
  for (const orderID of names) {
    const outcome = await sendReversal(bank, reference, operation === 'pre_auth' ? 'auth' : 'sale', { orderID })
    if (outcome.kind === 'approved') return 'reversed'
    const { providerCode } = outcome.fault
    if (VOIDED_BEFORE.has(providerCode)) return 'nothing_there'
    if (NO_SUCH_ORDER.has(providerCode)) continue
    if (DAY_ENDED.has(providerCode)) return 'no_answer'
    const found = await askRows(bank, names)
    const record = found.kind === 'found' ? observationFromRows(found.rows, attempt) : found
    // The bank lists no code for the void of a charge that it refused. Whatever it says then, its record has a charge that failed.
    const isKnown = outcome.kind === 'declined' || found.kind === 'found'
    return isKnown && record.kind === 'not_found' ? 'nothing_there' : 'no_answer'
  }
  return 'nothing_there'
}
