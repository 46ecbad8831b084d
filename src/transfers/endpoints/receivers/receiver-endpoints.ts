/** Recipients and receiver accounts, operation by operation. */
import type { Endpoint } from '../../../access/endpoint.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import { listReceiverAccounts, listReceiverAccountsOfBank, listReceiverAccountsOfRecipient } from './list-receiver-accounts.ts'
import { listRecipients, listRecipientsOfBank } from './list-recipients.ts'
import { createReceiverAccount, deleteReceiverAccount, updateReceiverAccount } from './write-receiver-accounts.ts'
import { createRecipient, deleteRecipient, updateRecipient } from './write-recipients.ts'

export const receiverEndpoints = (desk: TransferParts): Endpoint[] => [
  createRecipient(desk),
  listRecipients(desk),
  updateRecipient(desk),
  deleteRecipient(desk),
  listRecipientsOfBank(desk),
  createReceiverAccount(desk),
  listReceiverAccounts(desk),
  updateReceiverAccount(desk),
  deleteReceiverAccount(desk),
  listReceiverAccountsOfBank(desk),
  listReceiverAccountsOfRecipient(desk),
]
