/** The transfer surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import type { DispatchServices } from './dispatch/dispatch-services.ts'
import { approveTransfers } from './endpoints/approve-transfers.ts'
import { checkTransfers } from './endpoints/check-transfers.ts'
import { createTransfers } from './endpoints/create-transfers.ts'
import { getTransfer, listTransfers } from './endpoints/list-transfers.ts'
import { dashboardEndpoints } from './endpoints/read-dashboard.ts'
import { receiptEndpoints } from './endpoints/read-receipt.ts'
import { receiveBankNotification } from './endpoints/receive-bank-notification.ts'
import { receiverEndpoints } from './endpoints/receivers/receiver-endpoints.ts'
import { recurringTransferEndpoints } from './endpoints/recurring/recurring-transfer-endpoints.ts'
import { rejectTransfers } from './endpoints/reject-transfers.ts'
import { sendTransfers } from './endpoints/send-transfers.ts'
import { listBankAccounts, listUnboundAccounts } from './endpoints/source-accounts/list-bank-accounts.ts'
import { listBankMovements } from './endpoints/source-accounts/list-bank-movements.ts'
import {
  getSourceAccount,
  listSourceAccounts,
  listSourceAccountsOfConfiguration,
} from './endpoints/source-accounts/list-source-accounts.ts'
import {
  createSourceAccount,
  deleteSourceAccount,
  updateSourceAccount,
} from './endpoints/source-accounts/write-source-account.ts'
import { validateTransferCard } from './endpoints/validate-card.ts'
import { validateTransferIban } from './endpoints/validate-iban.ts'

/** `wake` is called if there is something to send. */
export const transferEndpoints = (services: DispatchServices, wake: () => void): Endpoint[] => [
  listTransfers(services),
  getTransfer(services),
  createTransfers(services),
  checkTransfers(services),
  approveTransfers(services),
  rejectTransfers(services),
  sendTransfers(services, wake),
  ...receiverEndpoints(services),
  validateTransferIban(services),
  validateTransferCard(services),
  receiveBankNotification(services, wake),
  ...receiptEndpoints(services),
  ...recurringTransferEndpoints(services, wake),
  listBankAccounts(services),
  listBankMovements(services),
  listSourceAccounts(services),
  getSourceAccount(services),
  listUnboundAccounts(services),
  listSourceAccountsOfConfiguration(services),
  createSourceAccount(services),
  updateSourceAccount(services),
  deleteSourceAccount(services),
  ...dashboardEndpoints,
]
