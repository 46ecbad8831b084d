/** Reads a posnetRequest from the form field xmldata, and finds its merchant and its order. */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import type { Bank } from '../bank-parts.ts'
import { BadForm, readForm } from '../wire/form.ts'
import { type Element, readTexts, readXml } from '../wire/xml.ts'
import { POSNET_MERCHANTS, type PosnetMerchant } from '../world/merchants.ts'
import type { GatewayRefusal } from './answer.ts'
import { type Elements, isOperation, OPERATIONS, type OperationName, orderOfXid } from './fields.ts'
import { findByHostKey } from './host-key.ts'
import { open, type SealedResult } from './packet.ts'

export interface PosnetRequest {
  /** The decoded XML. */
  readonly text: string
  readonly operation: OperationName
  /** Empty if the request names no order of the bank. */
  readonly orderId: string
  readonly fields: Readonly<Record<string, string>>
  readonly merchant: PosnetMerchant
  /** The response of a payment shall contain its time. */
  readonly wantsDate: boolean
  /** The opened BankPacket of the two calls after a challenge. */
  readonly result: SealedResult | undefined
}

export const readRequest = (
  body: Buffer,
  lenient: boolean,
  bank: Bank,
): PosnetRequest | UnreadRequest<GatewayRefusal> => {
  const text = textIn(body)
  const refused = createRefusal<GatewayRefusal>(text ?? '')
  const root = text === undefined ? undefined : readXml(text, 'posnetRequest')
  if (text === undefined || root === undefined) return refused('unreadable')
  const { mid = '', tid = '', tranDateRequired } = readTexts(root)
  const merchant = POSNET_MERCHANTS.get(tid)
  const operation = operationIn(root)
  const fields = operation === undefined ? {} : readTexts(root[operation] as Element)
  const result = merchant && open<SealedResult>(fields.bankData ?? '', merchant.storeKey)
  const orderId = merchant ? orderIn(bank, merchant, fields, result) : ''
  if (merchant?.merchantId !== mid || !merchant)
    return refused('wrong_terminal', { merchant: tid, orderId, violation: 'wrong_credentials' })
  const of = { merchant: merchant.id, orderId }
  if (operation === undefined) return refused('bad_operation', of)
  const wrong = wrongElement(root, operation, fields)
  if (wrong !== undefined && !lenient) return refused({ packet: wrong }, of)
  return {
    text,
    operation,
    orderId,
    fields,
    merchant,
    wantsDate: tranDateRequired === '1' && (operation === 'sale' || operation === 'auth'),
    result,
  }
}

/** The bytes are UTF-8, or ISO-8859-9 as the declaration says; public clients send either. */
const textIn = (body: Buffer): string | undefined => {
  try {
    return readForm(body).xmldata
  } catch (error) {
    if (error instanceof BadForm) return undefined
    throw error
  }
}

const HEAD: ReadonlySet<string> = new Set(['mid', 'tid', 'tranDateRequired'])

/** Returns undefined unless there is exactly one operation. */
const operationIn = (root: Element): OperationName | undefined => {
  const [name, ...others] = Object.keys(root).filter((each) => !HEAD.has(each))
  const isOne = name !== undefined && others.length === 0 && typeof root[name] === 'object'
  return isOne && isOperation(name) ? name : undefined
}

/** Returns the name of an element that is missing, unknown, or too much. */
const wrongElement = (
  root: Element,
  operation: OperationName,
  fields: Readonly<Record<string, string>>,
): string | undefined => {
  const { needs, takes }: Elements = OPERATIONS[operation]
  const unknown = Object.keys(root[operation] as Element).find((name) => !needs.includes(name) && !takes.includes(name))
  if (unknown !== undefined) return unknown
  // The order's own number is only for merchants that did not keep the bank's.
  if (takes.includes('hostLogKey') && Boolean(fields.hostLogKey) === Boolean(fields.orderID)) return 'orderID'
  return needs.find((name) => !fields[name])
}

const orderIn = (
  { ledger }: Bank,
  merchant: PosnetMerchant,
  { orderID, hostLogKey, XID }: Readonly<Record<string, string>>,
  result: SealedResult | undefined,
): string => {
  const xid = XID ?? result?.xid
  if (xid !== undefined) return orderOfXid(xid)
  return orderID || (hostLogKey ? (findByHostKey(ledger, merchant, hostLogKey)?.order_id ?? '') : '')
}
