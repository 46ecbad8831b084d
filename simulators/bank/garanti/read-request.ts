/**
 * Reads a GVPSRequest: raw XML or the form field data, UTF-8, blocks in the order of the schema; and finds its
 * merchant.
 */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { decode, isIn } from '../wire/charset.ts'
import { readForm } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { type Element, readTexts, readXml } from '../wire/xml.ts'
import { GARANTI_MERCHANTS, type GarantiMerchant } from '../world/merchants.ts'
import type { GatewayRefusal } from './answer.ts'
import { BLOCKS } from './fields.ts'
import { callHash } from './hash.ts'

export interface GvpsRequest {
  readonly text: string
  readonly orderId: string
  readonly type: string
  readonly card: Readonly<Record<string, string>>
  readonly order: Readonly<Record<string, string>>
  readonly transaction: Readonly<Record<string, string>>
  /** Present after a challenge. */
  readonly secure3d: Readonly<Record<string, string>> | undefined
  readonly merchant: GarantiMerchant
}

const REFUND_TYPES: ReadonlySet<string> = new Set(['void', 'refund'])

export const readRequest = (body: Buffer, lenient: boolean): GvpsRequest | UnreadRequest<GatewayRefusal> => {
  const isForm = body.subarray(0, 5).toString('latin1').toLowerCase() === 'data='
  const text = isForm ? (Object.values(readForm(body, 'utf-8'))[0] ?? '') : decode(body, 'utf-8')
  const refused = createRefusal<GatewayRefusal>(text)
  if (!lenient && !(isIn(body, 'utf-8') && declaresUtf8(text)))
    return refused('format', { violation: 'wrong_encoding' })
  const root = readXml(text, 'GVPSRequest')
  if (root === undefined) return refused('format')
  if (!lenient && !isInOrder(root)) return refused('format')
  const terminal = block(root, 'Terminal')
  const request = {
    text,
    orderId: block(root, 'Order').OrderID ?? '',
    type: block(root, 'Transaction').Type ?? '',
    card: block(root, 'Card'),
    order: block(root, 'Order'),
    transaction: block(root, 'Transaction'),
    secure3d: secure3dOf(root),
  }
  const whose = { merchant: terminal.ID ?? '', orderId: request.orderId }
  const merchant = GARANTI_MERCHANTS.get(terminal.ID ?? '')
  if (merchant?.merchantId !== terminal.MerchantID || !merchant) return refused('unknown_terminal', whose)
  if (root.Version !== '512' || (root.Mode !== 'TEST' && root.Mode !== 'PROD')) return refused('missing_field', whose)
  if (!isSigned(terminal, request, merchant)) return refused('wrong_hash', { ...whose, violation: 'wrong_hash' })
  return { ...request, merchant }
}

/** No declaration means UTF-8. */
const declaresUtf8 = (text: string): boolean =>
  !text.startsWith('<?xml') || !/^<\?xml [^>]*encoding=/.test(text) || /^<\?xml [^>]*encoding="utf-8"/i.test(text)

const isInOrder = (root: Element): boolean => {
  const known = [...BLOCKS.keys()]
  let last = -1
  for (const [name, value] of Object.entries(root)) {
    const at = known.indexOf(name)
    if (at <= last) return false
    last = at
    const inside = BLOCKS.get(name)!
    if (inside === 'text' ? typeof value !== 'string' : typeof value === 'string' && value !== '') return false
    if (inside !== 'text' && typeof value === 'object' && !Object.keys(value).every((child) => inside.has(child)))
      return false
  }
  return true
}

const block = (root: Element, name: string): Record<string, string> => {
  const found = root[name]
  return typeof found === 'object' ? readTexts(found) : {}
}

const secure3dOf = (root: Element): Record<string, string> | undefined => {
  const transaction = root.Transaction
  const found = typeof transaction === 'object' ? transaction.Secure3D : undefined
  return typeof found === 'object' ? readTexts(found) : undefined
}

/** Voids and refunds need the refund user, everything else the other user. */
const isSigned = (
  { ProvUserID = '', HashData = '' }: Readonly<Record<string, string>>,
  { orderId, type, card, transaction }: Pick<GvpsRequest, 'orderId' | 'type' | 'card' | 'transaction'>,
  merchant: GarantiMerchant,
): boolean => {
  const isRefund = REFUND_TYPES.has(type)
  if (ProvUserID !== (isRefund ? merchant.refundUser : merchant.user)) return false
  const { Amount = '', CurrencyCode = '' } = transaction
  const hashed = { orderId, terminalId: merchant.id, card: card.Number ?? '', amount: Amount, currency: CurrencyCode }
  return same(HashData, callHash(hashed, isRefund ? merchant.refundPassword : merchant.password))
}
