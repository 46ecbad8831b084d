/** The record of an order at a bank that lists its movements as rows: what a gateway gets from it for inquiries and reversals. */
import type { Attempt, Observation, Outcome, PaymentOperation } from '../attempt.ts'
import type { Tree } from '../transport/message.ts'
import type { Bank, Gateway, Message } from './gateway.ts'
import { inconclusive, observationFromTotals, type Unfound } from './observation.ts'
import { bankOrderOfRows, type OrderRow, observationFromRows, orderTotals, rowReferences } from './order-rows.ts'

export interface FoundRows<Row> {
  readonly kind: 'found'
  readonly rows: readonly Row[]
}

/** Reads undefined as an answer that is no record of the order. */
export const toFoundRows = <Row>(rows: readonly Row[] | 'not_found' | undefined): FoundRows<Row> | Unfound => {
  if (rows === 'not_found') return { kind: 'not_found' }
  return rows ? { kind: 'found', rows } : inconclusive('the bank gave no record of the order')
}

interface RowRecord<Account, Row> {
  orderId(of: { readonly reference: string }): string
  askRows(bank: Bank<Account>, orderId: string, currency: string): Promise<FoundRows<Row> | Unfound>
}

export type Inquiries<Account> = Required<Pick<Gateway<Account>, 'inquire' | 'inquireOperation' | 'lookUp'>>

export const inquiriesOfRows = <Account, Row extends OrderRow>({
  orderId,
  askRows,
}: RowRecord<Account, Row>): Inquiries<Account> => ({
  async inquire(bank, attempt) {
    const found = await askRows(bank, orderId(attempt), attempt.amount.currency)
    return found.kind === 'found' ? observationFromRows(found.rows, attempt) : found
  },
  async inquireOperation(bank, followUp) {
    const { original, amount, operation } = followUp
    const found = await askRows(bank, orderId(original), amount.currency)
    if (found.kind !== 'found') return found
    const references = rowReferences(found.rows, operation, amount.minor) ?? original.references
    return observationFromTotals(followUp, orderTotals(found.rows), references)
  },
  async lookUp(bank, { amount: { currency } }, order) {
    const found = await askRows(bank, order, currency)
    return found.kind === 'found' ? bankOrderOfRows(found.rows, currency) : found
  },
})

/** Members of an operation that its request names. */
export type OperationTerms = Pick<PaymentOperation, 'operation' | 'amount'> & {
  readonly original: { readonly reference: string }
}

interface Reversal<Account> {
  orderId(of: { readonly reference: string }): string
  operationRequest(terms: OperationTerms, account: Account): Message
  /** Reads the answer, where it does not name the order as that to a charge does. */
  outcome?(answer: Tree, orderId: string): Outcome
  /** The charge in the record of the bank. */
  observe(bank: Bank<Account>, attempt: Attempt): Promise<Observation>
}

/** Voids a charge of which nothing is known. Where the bank refuses, its record says whether there was anything to void. */
export const reverseByVoid =
  <Account>({
    orderId,
    operationRequest,
    outcome,
    observe,
  }: Reversal<Account>): NonNullable<Gateway<Account>['reverse']> =>
  async (bank, attempt) => {
    const terms = { operation: 'void', original: attempt, amount: attempt.amount } as const
    const order = orderId(attempt)
    const read = outcome && ((answer: Tree) => outcome(answer, order))
    const voided = await bank.send((account) => operationRequest(terms, account), order, read)
    if (voided.kind === 'approved') return 'reversed'
    if (voided.fault.isOurs) return 'no_answer'
    const { kind } = await observe(bank, attempt)
    return kind === 'declined' || kind === 'not_found' ? 'nothing_there' : 'no_answer'
  }
