/** Reads the message of a gate, XML in UTF-8 or in the charset that it declares, and finds its merchant. */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { type Charset, decode, isIn } from '../wire/charset.ts'
import type { Form } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { type Element, readTexts } from '../wire/xml.ts'
import { KUVEYT_MERCHANTS, type KuveytMerchant } from '../world/merchants.ts'
import { KNOWN, VERSION } from './fields.ts'
import { requestHash } from './hash.ts'
import type { GatewayRefusal } from './refusals.ts'
import { readMessage } from './xml.ts'

export interface KuveytMessage {
  /** The decoded XML. */
  readonly text: string
  readonly orderId: string
  readonly fields: Form
  /** All elements, also those that have elements. */
  readonly root: Element
  readonly merchant: KuveytMerchant
}

/** Some answers name the order and the addresses of the message. */
export interface ReadRefusal {
  readonly refusal: GatewayRefusal
  readonly fields: Form
}

export const readGateMessage = (body: Buffer, lenient: boolean): KuveytMessage | UnreadRequest<ReadRefusal> => {
  const charset = charsetOf(body)
  const text = decode(body, charset)
  const refused = createRefusal<ReadRefusal>(text)
  if (!lenient && !isIn(body, charset))
    return refused({ refusal: 'unreadable', fields: {} }, { violation: 'wrong_encoding' })
  const root = readMessage(text)
  if (root === undefined) return refused({ refusal: 'unreadable', fields: {} })
  const fields = readTexts(root)
  const { MerchantId = '', MerchantOrderId: orderId = '' } = fields
  const whose = { merchant: MerchantId, orderId }
  const merchant = findCaller(fields)
  if (typeof merchant === 'string')
    return refused({ refusal: merchant, fields }, { ...whose, violation: 'wrong_credentials' })
  if (!same(fields.HashData ?? '', requestHash(fields, merchant.storeKey)))
    return refused({ refusal: 'wrong_hash', fields }, { ...whose, violation: 'wrong_hash' })
  const isKnown = Object.keys(root).every((name) => KNOWN.has(name))
  if (!lenient && !(isKnown && fields.APIVersion === VERSION)) return refused({ refusal: 'unreadable', fields }, whose)
  return { text, orderId, fields, root, merchant }
}

/** Latin-1 and Latin-5 are the same for all letters but six, and the bank is Turkish. */
const charsetOf = (body: Buffer): Charset =>
  /^<\?xml [^>]*encoding="iso-8859-[19]"/i.test(body.toString('latin1', 0, 100)) ? 'iso-8859-9' : 'utf-8'

/** Returns the merchant that all three names belong to; its password is in the hash only. */
export const findCaller = ({
  MerchantId = '',
  CustomerId = '',
  UserName = '',
}: Form): KuveytMerchant | GatewayRefusal => {
  if (MerchantId === '') return 'no_merchant_id'
  if (CustomerId === '') return 'no_customer_id'
  const merchant = KUVEYT_MERCHANTS.get(MerchantId)
  if (!merchant || CustomerId !== merchant.customerId) return 'no_merchant'
  return UserName === merchant.user ? merchant : 'no_user'
}
