/** Reads a request of Akbank, JSON in UTF-8 that the header auth-hash signs, and finds its merchant. */
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { decode, isIn } from '../wire/charset.ts'
import { same } from '../wire/same.ts'
import { type AkbankMerchant, findBySafeIds } from '../world/merchants.ts'
import {
  GROUPS,
  isOrderId,
  isRandomNumber,
  isStamp,
  type Message,
  membersIn,
  OPERATIONS,
  REPORT_TAKES,
  textIn,
} from './fields.ts'
import { computeHash } from './hash.ts'
import type { GatewayRefusal } from './refusals.ts'

export interface AkbankRequest {
  /** The decoded JSON. */
  readonly text: string
  readonly txnCode: string
  readonly orderId: string
  /** Number of a plan of repeated payments, of which there are none here. */
  readonly trackId: string
  readonly message: Message
  readonly merchant: AkbankMerchant
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Unread = UnreadRequest<GatewayRefusal>

/** Returns the reader of an address; `shapeFault` names the first member that is not as it should be. */
const createReader =
  (shapeFault: (message: Message, lenient: boolean) => string | undefined) =>
  (body: Buffer, lenient: boolean, _bank: unknown, headers: Headers): AkbankRequest | Unread => {
    const text = decode(body, 'utf-8')
    const refused = createRefusal<GatewayRefusal>(text)
    if (!isIn(body, 'utf-8')) return refused({ shape: 'charset' }, { violation: 'wrong_encoding' })
    const message = parseMessage(text)
    if (message === undefined) return refused({ shape: 'JSON' })
    const terminal = membersIn(message, 'terminal')
    const order = membersIn(message, 'order')
    const orderId = textIn(order, 'orderId')
    const merchant = findBySafeIds(textIn(terminal, 'merchantSafeId'), textIn(terminal, 'terminalSafeId'))
    if (!merchant) return refused('unauthorized', { orderId, violation: 'wrong_credentials' })
    const whose = { merchant: merchant.id, orderId }
    if (!same(String(headers['auth-hash'] ?? ''), computeHash(body, merchant.storeKey)))
      return refused('unauthorized', { ...whose, violation: 'wrong_hash' })
    const wrong = shapeFault(message, lenient)
    if (wrong !== undefined) return refused({ shape: wrong }, whose)
    const trackId = textIn(order, 'orderTrackId')
    return { text, txnCode: textIn(message, 'txnCode'), orderId, trackId, message, merchant }
  }

const DEPTH_MAX = 2

/** Returns undefined unless it is an object of texts, numbers, and objects of texts and numbers. */
const parseMessage = (text: string): Message | undefined => {
  try {
    const read: unknown = JSON.parse(text)
    return isGroup(read, DEPTH_MAX) ? (read as Message) : undefined
  } catch {
    return undefined
  }
}

const isGroup = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(
    (each) => typeof each === 'string' || typeof each === 'number' || (depth > 1 && isGroup(each, depth - 1)),
  )

export const readRequest = createReader((message, lenient) => {
  const txnCode = textIn(message, 'txnCode')
  if (textIn(message, 'version') !== '1.00') return 'version'
  if (!Object.hasOwn(OPERATIONS, txnCode)) return 'txnCode'
  if (!isStamp(textIn(message, 'requestDateTime'))) return 'requestDateTime'
  if (!isRandomNumber(textIn(message, 'randomNumber'))) return 'randomNumber'
  const unknown = lenient ? undefined : findUnknown(message, takenBy(message, txnCode))
  if (unknown !== undefined) return unknown
  const { orderId, orderTrackId } = membersIn(message, 'order')
  const isTracked = orderId === undefined && orderTrackId !== undefined
  return isTracked || isOrderId(String(orderId ?? '')) ? undefined : 'order.orderId'
})

/** Card data where none belongs has a refusal that counts as a violation. */
const takenBy = (message: Message, txnCode: string): readonly string[] => {
  const { takes } = OPERATIONS[txnCode]!
  return Object.hasOwn(message, 'card') ? [...takes, 'card'] : takes
}

export const readReportRequest = createReader((message, lenient) => {
  const txnCode = textIn(message, 'txnCode')
  if (txnCode !== '' && txnCode !== '1009') return 'txnCode'
  const time = textIn(message, 'requestDateTime')
  if (time !== '' && !isStamp(time)) return 'requestDateTime'
  if (!isRandomNumber(textIn(message, 'randomNumber'))) return 'randomNumber'
  return lenient ? undefined : findUnknown(message, REPORT_TAKES)
})

const findUnknown = (message: Message, takes: readonly string[]): string | undefined => {
  for (const [name, value] of Object.entries(message)) {
    if (!takes.includes(name)) return name
    const isGroupName = Object.hasOwn(GROUPS, name)
    if (isGroupName !== (typeof value === 'object')) return name
    const inside =
      typeof value === 'object' ? Object.keys(value).find((each) => !GROUPS[name]!.includes(each)) : undefined
    if (inside !== undefined) return `${name}.${inside}`
  }
  return undefined
}
