/** Recurring transfers, operation by operation. */
import type { Endpoint } from '../../../access/endpoint.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import { recurringTransferStateEndpoints } from './change-recurring-transfer-state.ts'
import { getRecurringTransfer, listRecurringTransfers } from './read-recurring-transfers.ts'
import { createRecurringTransfer, updateRecurringTransfer } from './write-recurring-transfer.ts'

/** `wake` is called if a run may be due. */
export const recurringTransferEndpoints = (
  services: Pick<TransferServices, 'runtime' | 'connectors' | 'reference'>,
  wake: () => void,
): Endpoint[] => [
  listRecurringTransfers(services),
  createRecurringTransfer(services, wake),
  getRecurringTransfer(services),
  updateRecurringTransfer(services),
  ...recurringTransferStateEndpoints(services),
]
