/** Reads a CC5Request: raw XML or the form field DATA, ISO-8859-9; and finds its merchant. */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { decode, isIn } from '../wire/charset.ts'
import { same } from '../wire/same.ts'
import { type Element, readTexts, readXml } from '../wire/xml.ts'
import { type Merchant, NESTPAY_MERCHANTS } from '../world/merchants.ts'
import type { GatewayRefusal } from './answer.ts'
import { KNOWN } from './fields.ts'

export interface Cc5Request {
  /** The decoded XML. */
  readonly text: string
  readonly orderId: string
  readonly fields: Readonly<Record<string, string>>
  readonly extra: Element
  readonly merchant: Merchant
}

export const readRequest = (body: Buffer, lenient: boolean): Cc5Request | UnreadRequest<GatewayRefusal> => {
  const bytes = isForm(body) ? dataOf(body) : body
  const text = decode(bytes, 'iso-8859-9')
  const refused = createRefusal<GatewayRefusal>(text)
  if (!lenient && !(declaresLatin5(text) && isIn(bytes, 'iso-8859-9')))
    return refused('wrong_encoding', { violation: 'wrong_encoding' })
  const root = readXml(text, 'CC5Request')
  if (root === undefined) return refused('unreadable')
  const fields = readTexts(root)
  const orderId = fields.OrderId ?? ''
  const whose = { merchant: fields.ClientId ?? '', orderId }
  const merchant = merchantOf(fields)
  if (!merchant) return refused('no_permission', { ...whose, violation: 'wrong_credentials' })
  if (!lenient && Object.keys(root).some((name) => !KNOWN.has(name))) return refused('unknown_field', whose)
  if (fields.Mode !== undefined && fields.Mode !== 'P' && !lenient) return refused('unknown_field', whose)
  return { text, orderId, fields, extra: typeof root.Extra === 'object' ? root.Extra : {}, merchant }
}

const isForm = (body: Buffer): boolean => body.subarray(0, 5).toString('latin1') === 'DATA='

const dataOf = (body: Buffer): Buffer => {
  const value = body.toString('latin1').slice(5).split('&')[0]!
  const text = value
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

const declaresLatin5 = (text: string): boolean => /^<\?xml [^>]*encoding="ISO-8859-9"[^>]*\?>/i.test(text)

const merchantOf = ({ ClientId = '', Name = '', Password = '' }: Readonly<Record<string, string>>) => {
  const merchant = NESTPAY_MERCHANTS.get(ClientId)
  return merchant && same(Name, merchant.user) && same(Password, merchant.password) ? merchant : undefined
}
