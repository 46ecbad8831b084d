/** Sub-merchants of a marketplace, and its approval of the payout of an item. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { SubMerchantKept } from '../ledger/institution-facts.ts'
import type { Work } from '../wire/serve.ts'
import { refusedAnswer, successText } from './answer.ts'
import { type Members, textIn } from './fields.ts'
import type { IyzicoRequest } from './read-request.ts'
import type { Refused } from './refusals.ts'

export const SUB_MERCHANT_TAKES: readonly string[] =
  `subMerchantExternalId subMerchantType subMerchantKey address taxOffice taxNumber legalCompanyTitle email gsmNumber name
  iban swiftCode currency identityNumber contactName contactSurname`.split(/\s+/)

const COMMON = ['subMerchantExternalId', 'address', 'email', 'name', 'iban']
const MANDATORY: Readonly<Record<string, readonly string[]>> = {
  PERSONAL: [...COMMON, 'contactName', 'contactSurname', 'identityNumber'],
  PRIVATE_COMPANY: [...COMMON, 'taxOffice', 'legalCompanyTitle', 'identityNumber'],
  LIMITED_OR_JOINT_STOCK_COMPANY: [...COMMON, 'taxOffice', 'taxNumber', 'legalCompanyTitle'],
}

/** Returns 20 bytes in base64. */
const toSubMerchantKey = ({ seed }: Bank, merchant: string, externalId: string): string =>
  createHmac('sha256', seed).update(`${merchant}/${externalId}`).digest().subarray(0, 20).toString('base64')

const findByExternalId = ({ ledger }: Bank, merchant: string, externalId: string): SubMerchantKept | undefined =>
  [...ledger.books.institution.subMerchants.values()].find(
    (each) => each.merchant === merchant && each.external_id === externalId,
  )

export const createSubMerchantWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const { message, merchant } = read
    const externalId = textIn(message, 'subMerchantExternalId')
    const refused = findMissing(read) ?? findKnown(bank, read, externalId)
    if (refused) return refusedAnswer(bank, read, refused, extra)
    const key = toSubMerchantKey(bank, merchant.id, externalId)
    keep(bank, { merchant: merchant.id, key, external_id: externalId, fields: fieldsIn(message) })
    return { text: successText(bank, read, { subMerchantKey: key }, extra), booked: false }
  }

const findKnown = (bank: Bank, { merchant }: IyzicoRequest, externalId: string): Refused | undefined =>
  findByExternalId(bank, merchant.id, externalId) ? { refusal: 'known_sub_merchant' } : undefined

export const updateSubMerchantWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const { message, merchant } = read
    const known = bank.ledger.books.institution.subMerchants.get(toKey(merchant.id, textIn(message, 'subMerchantKey')))
    if (!merchant.marketplace) return refusedAnswer(bank, read, { refusal: 'not_marketplace' }, extra)
    if (!known) return refusedAnswer(bank, read, { refusal: 'unknown_sub_merchant' }, extra)
    const { key, external_id } = known
    keep(bank, { merchant: merchant.id, key, external_id, fields: { ...known.fields, ...fieldsIn(message) } })
    return { text: successText(bank, read, {}, extra), booked: false }
  }

export const subMerchantDetailWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const { message, merchant } = read
    if (!merchant.marketplace) return refusedAnswer(bank, read, { refusal: 'not_marketplace' }, extra)
    const known = findByExternalId(bank, merchant.id, textIn(message, 'subMerchantExternalId'))
    return known
      ? { text: successText(bank, read, { ...known.fields, subMerchantKey: known.key }, extra), booked: false }
      : refusedAnswer(bank, read, { refusal: 'unknown_sub_merchant' }, extra)
  }

const findMissing = ({ message, merchant }: IyzicoRequest): Refused | undefined => {
  if (!merchant.marketplace) return { refusal: 'not_marketplace' }
  const type = textIn(message, 'subMerchantType')
  const names = Object.hasOwn(MANDATORY, type) ? MANDATORY[type]! : undefined
  if (names === undefined) return { refusal: 'mandatory', name: 'subMerchantType' }
  const name = names.find((each) => textIn(message, each) === '')
  return name === undefined ? undefined : { refusal: 'mandatory', name }
}

const fieldsIn = (message: Members): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SUB_MERCHANT_TAKES.filter((name) => name !== 'subMerchantKey' && textIn(message, name) !== '').map((name) => [
      name,
      textIn(message, name),
    ]),
  )

const keep = ({ ledger }: Bank, kept: Omit<SubMerchantKept, 'kind'>): void =>
  ledger.commit({ kind: 'sub_merchant', ...kept })

/** Only an approved item is paid to its sub-merchant. */
export const approvalWork =
  (bank: Bank, read: IyzicoRequest, approved: boolean): Work =>
  (_effect, extra) => {
    const { message, merchant } = read
    const transaction_id = textIn(message, 'paymentTransactionId')
    const { institution } = bank.ledger.books
    const key = toKey(merchant.id, transaction_id)
    const refuse = (refused: Refused) => refusedAnswer(bank, read, refused, extra)
    if (!merchant.marketplace) return refuse({ refusal: 'not_marketplace' })
    if (transaction_id === '') return refuse({ refusal: 'mandatory', name: 'paymentTransactionId' })
    if (!institution.items.has(key)) return refuse({ refusal: 'unknown_item' })
    if (institution.approved.has(key) === approved)
      return refuse({ refusal: approved ? 'approved_before' : 'not_approved' })
    bank.ledger.commit({ kind: 'item_approved', merchant: merchant.id, transaction_id, approved })
    return { text: successText(bank, read, { paymentTransactionId: transaction_id }, extra), booked: false }
  }
