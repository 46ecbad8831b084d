/** The transfer surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import { createTransfers } from './creating/create-transfers.ts'
import { approveTransfers } from './deciding/approve-transfers.ts'
import { rejectTransfers } from './deciding/reject-transfers.ts'
import { getTransfer, listTransfers } from './reading/list-transfers.ts'
import { sendTransfers } from './sending/send-transfers.ts'
import type { SendingDesk } from './sending/sending-desk.ts'

/** `wake`: there is something to send. */
export const transferEndpoints = (desk: SendingDesk, wake: () => void): Endpoint[] => [
  listTransfers(desk),
  getTransfer(desk),
  createTransfers(desk),
  approveTransfers(desk),
  rejectTransfers(desk),
  sendTransfers(desk, wake),
]
