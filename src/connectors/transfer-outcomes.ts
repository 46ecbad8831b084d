/** What an answer about a transfer order comes to, for every bank that sends money: only what its bank documents concludes anything. */
import type { Fault } from './attempt.ts'
import { NO_ANSWER } from './bank-codes.ts'
import type {
  AcceptedOrder,
  DocumentedAnswers,
  TakenOrder,
  TransferObservation,
  TransferOutcome,
} from './transfer-bank.ts'

export type ShownOrder =
  | ({ readonly kind: 'completed' | 'delivered' } & TakenOrder)
  | AcceptedOrder
  | { readonly kind: 'declined'; readonly fault: Fault }

/** An answer that is written as the bank writes: a code for what it refuses, an order for what it shows. */
export interface ReadAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Absent: there is no order in it, or not every member of the order is as the bank documents it, or it is another one. */
  readonly order: ShownOrder | undefined
}

/** Of the call that sent the order. Unknown means asked about: a 5xx, a queue, another party's page may all have been booked. */
export const outcomeOfAnswer = (documented: DocumentedAnswers, answer: ReadAnswer): TransferOutcome => {
  const shown = shownIn(documented, answer)
  if (shown !== undefined) return shown
  const { status, code, message } = answer
  if (documented.refusals[status]?.includes(code)) {
    return { kind: 'declined', fault: { providerCode: code, providerMessage: message } }
  }
  return { kind: 'unknown', fault: undocumented(answer) }
}

/** Of a question about an order. A refusal of the question says nothing of the order. */
export const observationOfAnswer = (documented: DocumentedAnswers, answer: ReadAnswer): TransferObservation => {
  const [status, code] = documented.unknownReference
  if (answer.status === status && answer.code === code) return { kind: 'not_found' }
  return shownIn(documented, answer) ?? { kind: 'no_answer', fault: undocumented(answer) }
}

const shownIn = (documented: DocumentedAnswers, { status, order }: ReadAnswer): ShownOrder | undefined => {
  if (order === undefined || !documented.shownWith.includes(status)) return undefined
  const isKnown = order.kind !== 'declined' || documented.refusedCodes.includes(order.fault.providerCode)
  return isKnown ? order : undefined
}

const undocumented = ({ status, code }: ReadAnswer): Fault => ({
  providerCode: NO_ANSWER,
  providerMessage: `the bank answered HTTP ${status}${/^\w{1,40}$/.test(code) ? ` ${code}` : ''}, which settles nothing`,
  isOurs: true,
})
