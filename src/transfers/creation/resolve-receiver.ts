/** The receiver of an item: a stored account, or one given only for this transfer. */
import { maskCardNumber, passesLuhn } from '../../core/card-number.ts'
import { derivedId } from '../../core/id.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { isTaxId } from '../../core/tax-id.ts'
import type { Receiver } from '../model/transfer.ts'
import { parseReceiverIban } from '../receivers/receiver-iban.ts'
import type { StoredReceiver } from '../receivers/stored-receivers.ts'
import type { RecipientInput } from '../schemas/creation-schemas.ts'
import type { ItemFault } from './item-fault.ts'

/** Receivers stored under the names a call uses. */
export interface StoredReceiverDirectory {
  readonly recipients: ReadonlyMap<string, { is_active: boolean }>
  readonly byAccount: ReadonlyMap<string, StoredReceiver>
  readonly byDefaultOf: ReadonlyMap<string, StoredReceiver>
  readonly byCardToken: ReadonlyMap<string, StoredReceiver>
}

type ResolvedReceiver = { readonly receiver: Receiver; readonly cardNumber?: string } | { readonly fault: ItemFault }

const WAYS = ['recipient_id', 'receiver_account_id', 'iban', 'account_number', 'card_details'] as const

export interface ReceiverScope {
  readonly tenantId: string
  readonly merchantId: string
  readonly sourceBankCode: string | null
  isBank(code: string): boolean
  /** Returns the keyed hash of a card number, because a plain hash could be brute-forced. */
  cardKey(number: string): string
}

export const resolveReceiver = (
  input: RecipientInput,
  directory: StoredReceiverDirectory,
  scope: ReceiverScope,
): ResolvedReceiver => {
  const named = WAYS.filter((way) => input[way] !== undefined)
  if (named.length !== 1)
    return receiverFault(
      '',
      'bad_request',
      phrase`name exactly one of ${WAYS.join(', ')}; this names ${named.join(', ') || 'none'}`,
    )
  if (input.tax_id !== undefined && !isTaxId(input.tax_id))
    return receiverFault('tax_id', 'invalid_tax_id', phrase`fails its check digits`)
  if (input.recipient_id !== undefined) return storedRecipient(input.recipient_id, directory)
  if (input.receiver_account_id !== undefined)
    return storedAccount(directory.byAccount.get(input.receiver_account_id), 'receiver_account_id', 'account_not_found')
  if (input.card_details?.card_token !== undefined && input.card_details.card_number === undefined)
    return storedAccount(
      directory.byCardToken.get(input.card_details.card_token),
      'card_details.card_token',
      'account_not_found',
    )
  if (input.holder_name === undefined)
    return receiverFault(
      'holder_name',
      'bad_request',
      phrase`is required unless a stored recipient or account is named`,
    )
  if (input.iban !== undefined) return ibanReceiver(input.iban, input.holder_name, scope)
  if (input.account_number !== undefined) return accountReceiver(input.account_number, input.holder_name, scope)
  return cardReceiver(input, input.holder_name, scope)
}

const receiverFault = (field: string, code: ItemFault['code'], message: Phrase): ResolvedReceiver => ({
  fault: { field: field === '' ? 'recipient' : `recipient.${field}`, code, message },
})

const storedRecipient = (id: string, { recipients, byDefaultOf }: StoredReceiverDirectory): ResolvedReceiver => {
  const recipient = recipients.get(id)
  if (recipient === undefined)
    return receiverFault('recipient_id', 'recipient_not_found', phrase`names no recipient of this merchant`)
  const account = byDefaultOf.get(id)
  if (recipient.is_active && account === undefined)
    return receiverFault(
      'recipient_id',
      'default_receiver_account_required',
      phrase`this recipient has no default receiver account`,
    )
  if (!recipient.is_active)
    return receiverFault('recipient_id', 'recipient_blocked', phrase`this recipient is switched off`)
  return storedAccount(account, 'recipient_id', 'account_not_found')
}

const storedAccount = (
  account: StoredReceiver | undefined,
  field: string,
  code: 'account_not_found',
): ResolvedReceiver => {
  if (account === undefined) return receiverFault(field, code, phrase`names no receiver account of this merchant`)
  if (!account.is_active)
    return receiverFault(field, 'recipient_blocked', phrase`this receiver account is switched off`)
  const { merchant_id: _merchant, is_active: _active, is_default: _default, card_key, ...receiver } = account
  const accountKey = account.iban ?? `${account.bank_code}/${account.account_number}`
  const receiver_key = card_key === null ? accountKey : `card:${card_key}`
  return { receiver: { ...receiver, receiver_key } }
}

const ibanReceiver = (text: string, holderName: string, scope: ReceiverScope): ResolvedReceiver => {
  const read = parseReceiverIban(text, scope.isBank)
  if ('code' in read) return receiverFault('iban', read.code, read.message)
  return { receiver: { ...toOneOffReceiver(scope, read.iban, holderName), iban: read.iban, bank_code: read.bankCode } }
}

const accountReceiver = (accountNumber: string, holderName: string, scope: ReceiverScope): ResolvedReceiver => ({
  receiver: {
    ...toOneOffReceiver(scope, `${scope.sourceBankCode}/${accountNumber}`, holderName),
    account_number: accountNumber,
    bank_code: scope.sourceBankCode,
  },
})

const cardReceiver = ({ card_details }: RecipientInput, holderName: string, scope: ReceiverScope): ResolvedReceiver => {
  const number = card_details?.card_number
  if (number === undefined) return receiverFault('card_details', 'bad_request', phrase`needs card_number or card_token`)
  if (card_details?.card_token !== undefined)
    return receiverFault('card_details', 'bad_request', phrase`takes one of card_number and card_token`)
  if (!passesLuhn(number))
    return receiverFault(
      'card_details.card_number',
      'invalid_card_number',
      phrase`fails the Luhn check; look for a mistyped digit`,
    )
  return {
    receiver: {
      ...toOneOffReceiver(scope, `card:${scope.cardKey(number)}`, holderName),
      masked_card_no: maskCardNumber(number),
    },
    cardNumber: number,
  }
}

/**
 * Returns a receiver named only for this transfer. The same account under the same name has the same id, so that lists
 * can be filtered by it.
 */
const toOneOffReceiver = ({ tenantId, merchantId }: ReceiverScope, key: string, holderName: string): Receiver => ({
  receiver_account_id: derivedId([tenantId, merchantId, key, holderName]),
  recipient_id: null,
  receiver_key: key,
  holder_name: holderName,
  bank_code: null,
  iban: null,
  account_number: null,
  masked_card_no: null,
  card_token: null,
  card_sealed: null,
  tax_id_sealed: null,
})
