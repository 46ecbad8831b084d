/** Reads a PayforRequest, XML in UTF-8, and finds its merchant. */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { decode, isIn } from '../wire/charset.ts'
import { same } from '../wire/same.ts'
import { readTexts, readXml } from '../wire/xml.ts'
import { PAYFOR_MERCHANTS, type PayforMerchant } from '../world/merchants.ts'
import type { GatewayRefusal } from './answer.ts'
import { KNOWN } from './fields.ts'

export interface PayforRequest {
  /** The decoded XML. */
  readonly text: string
  /** The order, or that of the payment that it is about. */
  readonly orderId: string
  readonly fields: Readonly<Record<string, string>>
  readonly merchant: PayforMerchant
}

export const readRequest = (body: Buffer, lenient: boolean): PayforRequest | UnreadRequest<GatewayRefusal> => {
  const text = decode(body, 'utf-8')
  const refused = createRefusal<GatewayRefusal>(text)
  if (!lenient && !(declaresUtf8(text) && isIn(body, 'utf-8')))
    return refused('unreadable', { violation: 'wrong_encoding' })
  const root = readXml(text, 'PayforRequest')
  if (root === undefined) return refused('unreadable')
  const fields = readTexts(root)
  const orderId = (fields.SecureType === 'NonSecure' && fields.OrderId) || fields.OrgOrderId || fields.OrderId || ''
  const whose = { merchant: fields.MerchantId ?? '', orderId }
  const merchant = merchantOf(fields)
  if (typeof merchant === 'string') return refused(merchant, { ...whose, violation: 'wrong_credentials' })
  if (!lenient && Object.keys(root).some((name) => !KNOWN.has(name))) return refused('unknown_field', whose)
  return { text, orderId, fields, merchant }
}

const declaresUtf8 = (text: string): boolean => /^<\?xml [^>]*encoding="UTF-8"[^>]*\?>/i.test(text)

/** The call after a challenge names neither merchant nor bank: there the user has to do. */
const merchantOf = (fields: Readonly<Record<string, string>>): PayforMerchant | GatewayRefusal => {
  const { MerchantId = '', MbrId, UserCode = '', UserPass = '', SecureType } = fields
  const isNamed = SecureType !== '3DModelPayment' || fields.MerchantId !== undefined
  const merchant = isNamed
    ? PAYFOR_MERCHANTS.get(MerchantId)
    : [...PAYFOR_MERCHANTS.values()].find(({ user }) => user === UserCode)
  if (!merchant || (isNamed && MbrId !== merchant.mbrId)) return 'no_merchant'
  return same(UserCode, merchant.user) && same(UserPass, merchant.password) ? merchant : 'no_permission'
}
