/** The outcome of a response about a transfer order, for every transfer bank: only documented responses are conclusive. */
import type { Fault } from './attempt.ts'
import { NO_ANSWER } from './own-bank-codes.ts'
import type {
  AcceptedOrder,
  DocumentedResponses,
  TakenOrder,
  TransferObservation,
  TransferOutcome,
} from './transfer-bank.ts'

export type ReportedOrder =
  | ({ readonly kind: 'completed' | 'delivered' } & TakenOrder)
  | AcceptedOrder
  | Extract<TransferObservation, { kind: 'declined' }>

/** A well-formed response of the bank: a code for a refusal, an order for a success. */
export interface ParsedResponse {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Absent: there is no order in it, or not every member of the order is as the bank documents it, or it is another one. */
  readonly order: ReportedOrder | 'other_amount' | undefined
}

/** Outcome of the call that sent the order. Unknown leads to an inquiry: after a 5xx, a queue or a proxy's page the order may have been booked. */
export const toTransferOutcome = (documented: DocumentedResponses, answer: ParsedResponse): TransferOutcome => {
  const shown = shownIn(documented, answer)
  if (shown !== undefined) return shown
  const { status, code, message } = answer
  if (documented.refusals[status]?.includes(code)) {
    return { kind: 'declined', fault: { providerCode: code, providerMessage: message } }
  }
  return { kind: 'unknown', fault: undocumented(answer) }
}

/** Outcome of an inquiry about an order. A refused inquiry says nothing about the order. */
export const toTransferObservation = (documented: DocumentedResponses, answer: ParsedResponse): TransferObservation => {
  const [status, code] = documented.unknownReference
  if (answer.status === status && answer.code === code) return { kind: 'not_found' }
  if (answer.order === 'other_amount') return { kind: 'other_amount', fault: undocumented(answer) }
  return shownIn(documented, answer) ?? { kind: 'no_answer', fault: undocumented(answer) }
}

const shownIn = (documented: DocumentedResponses, { status, order }: ParsedResponse): ReportedOrder | undefined => {
  if (order === undefined || order === 'other_amount' || !documented.shownWith.includes(status)) return undefined
  const isKnown = order.kind !== 'declined' || documented.refusedCodes.includes(order.fault.providerCode)
  return isKnown ? order : undefined
}

const undocumented = ({ status, code }: ParsedResponse): Fault => ({
  providerCode: NO_ANSWER,
  providerMessage: `the bank answered HTTP ${status}${/^\w{1,40}$/.test(code) ? ` ${code}` : ''}, which settles nothing`,
  isOurs: true,
})
