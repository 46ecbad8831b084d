/** Recipients and receiver accounts, operation by operation. */
import type { Endpoint } from '../../../access/endpoint.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import {
  listReceiverAccounts,
  listReceiverAccountsOfBank,
  listReceiverAccountsOfRecipient,
} from './list-receiver-accounts.ts'
import { getRecipient, listRecipients, listRecipientsOfBank } from './list-recipients.ts'
import { createReceiverAccount, deleteReceiverAccount, updateReceiverAccount } from './write-receiver-accounts.ts'
import { createRecipient, deleteRecipient, updateRecipient } from './write-recipients.ts'

export const receiverEndpoints = (services: Pick<TransferServices, 'reference'>): Endpoint[] => [
  createRecipient(services),
  listRecipients(services),
  getRecipient(services),
  updateRecipient(services),
  deleteRecipient(services),
  listRecipientsOfBank(services),
  createReceiverAccount(services),
  listReceiverAccounts(services),
  updateReceiverAccount(services),
  deleteReceiverAccount(services),
  listReceiverAccountsOfBank(services),
  listReceiverAccountsOfRecipient(services),
]
