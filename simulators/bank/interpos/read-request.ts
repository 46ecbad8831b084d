/** Reads a call of a merchant's program, a form in UTF-8, and finds its merchant. */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { BadForm, type Form, readForm } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { INTERPOS_MERCHANTS, type Merchant } from '../world/merchants.ts'
import { ABOUT_ANOTHER, KNOWN } from './fields.ts'
import type { GatewayRefusal } from './refusals.ts'

export interface InterposRequest {
  /** The fields, decoded. */
  readonly text: string
  /** The order, or that of the payment that it is about. */
  readonly orderId: string
  readonly fields: Form
  readonly merchant: Merchant
}

/** The answer has another shape for an inquiry, and names the order and the amount. */
export interface ReadRefusal {
  readonly refusal: GatewayRefusal
  readonly fields: Form
}

export const readRequest = (body: Buffer, lenient: boolean): InterposRequest | UnreadRequest<ReadRefusal> => {
  const fields = fieldsIn(body)
  if (typeof fields === 'string')
    return createRefusal<ReadRefusal>(body.toString('latin1'))({ refusal: fields, fields: {} })
  const text = formText(fields)
  const refused = createRefusal<ReadRefusal>(text)
  if (!lenient && !isUtf8(fields)) return refused({ refusal: 'unreadable', fields }, { violation: 'wrong_encoding' })
  const { ShopCode = '', TxnType = '', OrderId = '', orgOrderId = '' } = fields
  const orderId = ABOUT_ANOTHER.has(TxnType) ? orgOrderId : OrderId
  const whose = { merchant: ShopCode, orderId }
  const merchant = merchantOf(fields)
  if (typeof merchant === 'string')
    return refused({ refusal: merchant, fields }, { ...whose, violation: 'wrong_credentials' })
  if (!lenient && Object.keys(fields).some((name) => !KNOWN.has(name)))
    return refused({ refusal: 'unknown_field', fields }, whose)
  return { text, orderId, fields, merchant }
}

/** Some libraries end the form with an ampersand, which makes a field without name and value. */
const fieldsIn = (body: Buffer): Form | GatewayRefusal => {
  try {
    const { '': _nameless, ...fields } = readForm(body, 'utf-8')
    return fields
  } catch (error) {
    if (error instanceof BadForm) return 'unreadable'
    throw error
  }
}

const isUtf8 = (fields: Form): boolean => Object.values(fields).every((value) => !value.includes('\ufffd'))

const formText = (fields: Form): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const merchantOf = ({ ShopCode = '', UserCode = '', UserPass = '' }: Form): Merchant | GatewayRefusal => {
  const merchant = INTERPOS_MERCHANTS.get(ShopCode)
  if (!merchant) return 'no_merchant'
  return same(UserCode, merchant.user) && same(UserPass, merchant.password) ? merchant : 'no_permission'
}
