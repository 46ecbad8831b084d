/** The transfer surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import { createTransfers } from './creating/create-transfers.ts'
import { approveTransfers } from './deciding/approve-transfers.ts'
import { rejectTransfers } from './deciding/reject-transfers.ts'
import { receiveNotice } from './notices/receive-notice.ts'
import { getTransfer, listTransfers } from './reading/list-transfers.ts'
import { receiptEndpoints } from './receipts/read-receipt.ts'
import { receiverEndpoints } from './receivers/endpoints.ts'
import { planEndpoints } from './recurring/endpoints.ts'
import { sendTransfers } from './sending/send-transfers.ts'
import type { SendingDesk } from './sending/sending-desk.ts'
import { validateTransferCard } from './validation/validate-card.ts'
import { validateTransferIban } from './validation/validate-iban.ts'

/** `wake`: there is something to send. */
export const transferEndpoints = (desk: SendingDesk, wake: () => void): Endpoint[] => [
  listTransfers(desk),
  getTransfer(desk),
  createTransfers(desk),
  approveTransfers(desk),
  rejectTransfers(desk),
  sendTransfers(desk, wake),
  ...receiverEndpoints(desk),
  validateTransferIban(desk),
  validateTransferCard(desk),
  receiveNotice(desk, wake),
  ...receiptEndpoints(desk),
  ...planEndpoints(desk, wake),
]
