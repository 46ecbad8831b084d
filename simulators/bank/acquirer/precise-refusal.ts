/** Refusals of steps by the state of their order, for gateways whose codes tell more apart than the ledger. */
import { type Order, toOrderState } from '../ledger/order.ts'
import type { OperationRefusal } from './operation.ts'

export type PreciseRefusal = OperationRefusal | 'captured_before' | 'voided_before' | 'refunded_before'

export const preciseRefusal = (refusal: OperationRefusal, order: Order | undefined): PreciseRefusal => {
  if (order === undefined || !PRECISE.has(refusal)) return refusal
  switch (toOrderState(order)) {
    case 'voided':
    case 'reversed':
      return 'voided_before'
    case 'refunded':
      return 'refunded_before'
    case 'captured':
      return refusal === 'not_authorized' && order.operation === 'preauth' ? 'captured_before' : refusal
    default:
      return refusal
  }
}
const PRECISE: ReadonlySet<OperationRefusal> = new Set(['not_authorized', 'not_voidable', 'nothing_to_refund'])
