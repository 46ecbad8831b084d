/** The work that a request asks for: charges and operations have the same names at every gateway, inquiries have names that only it uses. */
import type { ChargeOperation, OperationKind } from '../ledger/facts.ts'
import type { Work } from '../wire/serve.ts'

type OperationName = Exclude<OperationKind, 'capture_void'>

interface Works {
  charge(operation: ChargeOperation): Work
  operate(operation: OperationName): Work
  /** By name of the operation. */
  readonly others: Readonly<Record<string, Work>>
  readonly unreadable: Work
}

export const workByOperation = (operation: string, { charge, operate, others, unreadable }: Works): Work => {
  switch (operation) {
    case 'sale':
    case 'preauth':
      return charge(operation)
    case 'capture':
    case 'void':
    case 'refund':
      return operate(operation)
    default:
      return Object.hasOwn(others, operation) ? others[operation]! : unreadable
  }
}
