/** The transfer surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import { listBankAccounts, listUnboundAccounts } from './bank-data/list-bank-accounts.ts'
import { listMovements } from './bank-data/list-movements.ts'
import { createTransfers } from './creating/create-transfers.ts'
import { dashboards } from './dashboard/read-dashboard.ts'
import { approveTransfers } from './deciding/approve-transfers.ts'
import { rejectTransfers } from './deciding/reject-transfers.ts'
import { receiveNotice } from './notices/receive-notice.ts'
import { getTransfer, listTransfers } from './reading/list-transfers.ts'
import { receiptEndpoints } from './receipts/read-receipt.ts'
import { receiverEndpoints } from './receivers/endpoints.ts'
import { planEndpoints } from './recurring/endpoints.ts'
import { sendTransfers } from './sending/send-transfers.ts'
import type { SendingDesk } from './sending/sending-desk.ts'
import { listAccounts, listAccountsOfConfiguration } from './source-accounts/read-accounts.ts'
import { createAccount, deleteAccount, updateAccount } from './source-accounts/write-account.ts'
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
  listBankAccounts(desk),
  listMovements(desk),
  listAccounts(desk),
  listUnboundAccounts(desk),
  listAccountsOfConfiguration(desk),
  createAccount(desk),
  updateAccount(desk),
  deleteAccount(desk),
  ...dashboards,
]
