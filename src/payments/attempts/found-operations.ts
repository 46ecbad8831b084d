/**
 * Captures, voids and refunds that a bank has of an order and a restored database does not, as far as the bank's own list
 * explains its sums. Pure.
 */
import type { BankReferences } from '../../connectors/attempt.ts'
import type { BankMovement, BankOrder } from '../../connectors/bank-order.ts'
import type { OperationKind } from '../model/operation.ts'

export interface FoundOperation {
  readonly kind: OperationKind
  /** Minor units. */
  readonly amount: number
  readonly references: BankReferences
  readonly bankCode: string
}

const DONE = '00'

/** Oldest first. Returns undefined if the list says something else than the sums: then people have to look. */
export const findOperationsOfOrder = (
  order: BankOrder,
  charge: { readonly operation: 'sale' | 'pre_auth'; readonly amount: number },
): readonly FoundOperation[] | undefined => {
  if (order.state === 'pending' || order.state === 'declined') return undefined
  const done = (kind: OperationKind): BankMovement[] =>
    order.movements.filter(({ operation, bankCode }) => operation === kind && bankCode === DONE)
  const captures = charge.operation === 'pre_auth' ? done('capture') : []
  const refunds = done('refund')
  const captured = charge.operation === 'pre_auth' ? sumOf(captures) : charge.amount
  if (captures.length > 1 || captured > charge.amount) return undefined
  if (sumOf(refunds) !== order.refunded || order.refunded > captured) return undefined
  const found = captures.map(toFound)
  if (order.state !== 'voided') return order.captured === captured ? [...found, ...refunds.map(toFound)] : undefined
  if (refunds.length > 0) return undefined
  const references = order.movements.findLast(({ operation }) => operation === 'void')?.references ?? order.references
  return [...found, { kind: 'void', amount: captured || charge.amount, references, bankCode: DONE }]
}

const sumOf = (movements: readonly BankMovement[]): number => movements.reduce((sum, { amount }) => sum + amount, 0)

const toFound = ({ operation, amount, references }: BankMovement): FoundOperation => ({
  kind: operation as OperationKind,
  amount,
  references,
  bankCode: DONE,
})

/** Returns whether the bank holds nothing of the payment any longer, so that it must not be announced as paid. */
export const leavesNothing = (found: readonly FoundOperation[], charged: number): boolean =>
  found.some(({ kind }) => kind === 'void') ||
  found.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? amount : 0), 0) ===
    (found.find(({ kind }) => kind === 'capture')?.amount ?? charged)
