/** The transfer surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import { listBankAccounts, listUnboundAccounts } from './endpoints/source-accounts/list-bank-accounts.ts'
import { listMovements } from './endpoints/source-accounts/list-bank-movements.ts'
import { createTransfers } from './endpoints/create-transfers.ts'
import { dashboards } from './endpoints/read-dashboard.ts'
import { approveTransfers } from './endpoints/approve-transfers.ts'
import { rejectTransfers } from './endpoints/reject-transfers.ts'
import { receiveNotice } from './endpoints/receive-bank-notification.ts'
import { getTransfer, listTransfers } from './endpoints/list-transfers.ts'
import { receiptEndpoints } from './endpoints/read-receipt.ts'
import { receiverEndpoints } from './endpoints/receivers/receiver-endpoints.ts'
import { planEndpoints } from './endpoints/recurring/plan-endpoints.ts'
import { sendTransfers } from './endpoints/send-transfers.ts'
import type { SendingDesk } from './dispatch/dispatch-services.ts'
import { listAccounts, listAccountsOfConfiguration } from './endpoints/source-accounts/list-source-accounts.ts'
import { createAccount, deleteAccount, updateAccount } from './endpoints/source-accounts/write-source-account.ts'
import { validateTransferCard } from './endpoints/validate-card.ts'
import { validateTransferIban } from './endpoints/validate-iban.ts'

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
