/** Reads a call of the service: an envelope with one operation, whose message proves the merchant. */
import type { IncomingHttpHeaders } from 'node:http'
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import type { Bank } from '../bank-parts.ts'
import { decode, isIn } from '../wire/charset.ts'
import type { Form } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { readTexts } from '../wire/xml.ts'
import type { KuveytMerchant } from '../world/merchants.ts'
import { VERSION } from './fields.ts'
import { requestHash } from './hash.ts'
import { findCaller } from './read-message.ts'
import type { GatewayRefusal } from './refusals.ts'
import { readEnvelope } from './xml.ts'

export const OPERATIONS = {
  SaleReversal: 'void',
  DrawBack: 'refund',
  PartialDrawback: 'refund',
  GetMerchantOrderDetail: 'status',
} as const

export type Operation = keyof typeof OPERATIONS

export interface KuveytCall {
  readonly text: string
  readonly orderId: string
  readonly merchant: KuveytMerchant
  readonly operation: Operation
  /** Elements next to the message. */
  readonly request: Form
  readonly message: Form
}

/** The answer is a fault of the service where there is no operation. */
export interface CallRefusal {
  readonly operation?: Operation
  readonly refusal: GatewayRefusal
}

const ACTION = 'http://boa.net/BOA.Integration.VirtualPos/Service/IVirtualPosService/'

export const readCall = (
  body: Buffer,
  lenient: boolean,
  _bank: Bank,
  headers: IncomingHttpHeaders,
): KuveytCall | UnreadRequest<CallRefusal> => {
  const text = decode(body, 'utf-8')
  const refused = createRefusal<CallRefusal>(text)
  if (!lenient && !isIn(body, 'utf-8')) return refused({ refusal: 'unreadable' }, { violation: 'wrong_encoding' })
  const envelope = readEnvelope(text)
  if (envelope === undefined) return refused({ refusal: 'unreadable' })
  const { operation, request } = envelope
  const action = String(headers.soapaction ?? '').replaceAll('"', '')
  if (!isOperation(operation) || action !== `${ACTION}${operation}`) return refused({ refusal: 'unreadable' })
  const inner = request.VPosMessage
  if (typeof inner !== 'object') return refused({ operation, refusal: 'null_check' })
  const message = readTexts(inner)
  const { MerchantId = '', MerchantOrderId: orderId = '' } = message
  const whose = { merchant: MerchantId, orderId }
  const merchant = findCaller(message)
  if (typeof merchant === 'string')
    return refused({ operation, refusal: merchant }, { ...whose, violation: 'wrong_credentials' })
  const { OkUrl: _ok, FailUrl: _fail, ...hashed } = message
  if (!same(message.HashData ?? '', requestHash(hashed, merchant.storeKey)))
    return refused({ operation, refusal: 'wrong_hash' }, { ...whose, violation: 'wrong_hash' })
  if (!lenient && message.APIVersion !== VERSION) return refused({ operation, refusal: 'unreadable' }, whose)
  return { text, orderId, merchant, operation, request: readTexts(request), message }
}

const isOperation = (name: string): name is Operation => Object.hasOwn(OPERATIONS, name)
