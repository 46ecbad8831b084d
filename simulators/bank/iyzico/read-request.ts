/** Reads a call of iyzico: the header's signature over path and body, the merchant of its key, and the members. */
import type { IncomingHttpHeaders } from 'node:http'
import { createRefusal, type UnreadRequest } from '../acquirer/api-route.ts'
import { decode, isIn } from '../wire/charset.ts'
import { same } from '../wire/same.ts'
import { findByApiKey, type IyzicoMerchant } from '../world/merchants.ts'
import type { Called } from './answer.ts'
import { type Members, parseMembers, textIn } from './fields.ts'
import { callSignature, readAuthorization } from './hash.ts'
import type { NamedRefusal } from './refusals.ts'

export interface IyzicoRequest extends Called {
  readonly text: string
  /** The name of the order in the bank's ledger: the conversation of its payment, numbered from the second one. */
  readonly orderId: string
  readonly message: Members
  readonly merchant: IyzicoMerchant
}

/** A refusal, with what the answer repeats. */
export interface RefusedCall extends Called {
  readonly refusal: NamedRefusal
  readonly status?: number
}

interface Sent {
  /** Address without the host, as it was called. */
  readonly url: string
  /** Members that the call takes besides locale and conversationId; others are refused. */
  readonly takes: readonly string[]
  readonly orderOf: (merchant: IyzicoMerchant, message: Members) => string
}

/** Where iyzico's own addresses begin. */
export const PREFIX = '/iyzico'

export const readCall = (
  body: Buffer,
  lenient: boolean,
  headers: IncomingHttpHeaders,
  { url, takes, orderOf }: Sent,
): IyzicoRequest | UnreadRequest<RefusedCall> => {
  const [path = '', query] = url.slice(PREFIX.length).split('?') as [string, string?]
  const isRead = body.length === 0
  const text = isRead ? (query ?? '') : decode(body, 'utf-8')
  const message = isRead ? Object.fromEntries(new URLSearchParams(query)) : parseMembers(text)
  const call = calledIn(message ?? {})
  const refused = (refusal: NamedRefusal, more: { merchant?: string; violation?: string } = {}, status = 200) =>
    createRefusal<RefusedCall>(text)({ ...call, refusal, status }, { orderId: call.conversationId, ...more })
  const authorization = readAuthorization(String(headers.authorization ?? ''))
  const merchant = findByApiKey(authorization?.apiKey ?? '')
  if (!authorization || !merchant) return refused('unknown_key', { violation: 'wrong_credentials' })
  const { randomKey, signature } = authorization
  const isSigned = toSigned({ path, query, body, isRead }).some((signed) =>
    same(signature, callSignature({ randomKey, ...signed }, merchant.storeKey)),
  )
  const isOneKey = headers['x-iyzi-rnd'] === undefined || headers['x-iyzi-rnd'] === randomKey
  if (!isSigned || !isOneKey)
    return refused('wrong_signature', { merchant: merchant.id, violation: 'wrong_hash' }, statusOf(path))
  const isKnown = (name: string): boolean => lenient || HEAD.includes(name) || takes.includes(name)
  if (!isIn(body, 'utf-8') || message === undefined || !Object.keys(message).every(isKnown))
    return refused('invalid_request', { merchant: merchant.id })
  return { text, message, merchant, ...call, orderId: orderOf(merchant, message) }
}

const HEAD: readonly string[] = ['locale', 'conversationId']

/** Clients sign a call without a body with and without its query, and one sends an empty object with it. */
const toSigned = ({
  path,
  query,
  body,
  isRead,
}: {
  path: string
  query: string | undefined
  body: Buffer
  isRead: boolean
}) =>
  isRead
    ? [path, `${path}?${query}`].flatMap((each) => ['', '{}'].map((content) => ({ path: each, body: content })))
    : [{ path, body }]

/** Newer addresses have a status of HTTP for this refusal. */
const statusOf = (path: string): number => (path.startsWith('/v2/reporting') ? 401 : 200)

const calledIn = (message: Members): Called => ({
  locale: textIn(message, 'locale').toLowerCase() === 'en' ? 'en' : 'tr',
  conversationId: textIn(message, 'conversationId'),
})
