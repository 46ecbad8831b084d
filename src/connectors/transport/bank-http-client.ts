/** The HTTP client for banks: guarded addresses, kept-alive connections, every exchange recorded, and whether each request was sent. */
import { createOutgoing, type Outgoing } from '../../infra/outgoing/outgoing.ts'
import { parseTarget, type TargetRules } from '../../infra/outgoing/target-url.ts'
import type { CallContext, Fault } from '../attempt.ts'
import { NO_ANSWER, NOT_CONFIGURED, NOT_REACHED } from '../own-bank-codes.ts'
import { expiredDispatch } from './dispatch-deadline.ts'
import { logRequest } from './exchange.ts'

interface BankHttpRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly url: string | null
  readonly contentType: string
  /** Headers in addition to the content type. Not recorded: they may carry credentials. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Body as the request log stores it. */
  readonly loggedBody: string
  /** Returns the response as the request log stores it. */
  loggedResponse(answer: BankHttpResponse): string
  readonly budgetMs: number
  /** Moves no money: may be sent again where the bank had closed the connection. */
  readonly isQuestion?: boolean
}

/** A response of any status, read to its end. */
interface BankHttpResponse {
  readonly status: number
  readonly contentType: string | null
  readonly body: Buffer
}

export type BankHttpResult =
  | { readonly kind: 'answered'; readonly reply: BankHttpResponse }
  /** Not one byte has reached the bank. */
  | { readonly kind: 'not_sent'; readonly fault: Fault }
  /** Something may have reached it. */
  | { readonly kind: 'cut'; readonly fault: Fault }

export interface BankHttpClient {
  ask(request: BankHttpRequest, context: CallContext): Promise<BankHttpResult>
  /** Why a browser is not sent to this address, by its form; null when it may be. */
  pageFault(url: string | null): string | null
  /** Why an address may not be called, by its form and by where DNS leads; null when it may. */
  addressFault(url: string): Promise<string | null>
  close(): void
}

const ANSWER_BYTES_MAX = 1024 * 1024
const IDLE_PER_BANK_MAX = 128 // a bank that answers in 100 ms is called 1,000 times a second over these

export const createBankHttpClient = (rules: TargetRules): BankHttpClient => {
  const outgoing = createOutgoing({ rules, idlePerTargetMax: IDLE_PER_BANK_MAX })
  return {
    ask: (request, context) => ask(outgoing, request, context),
    pageFault(url) {
      const target =
        url === null ? { fault: 'the configuration has no address for 3D Secure' } : parseTarget(url, rules)
      return 'fault' in target ? String(target.fault) : null
    },
    addressFault: async (url) => (await outgoing.fault(url))?.toString() ?? null,
    close: () => outgoing.close(),
  }
}

const ask = async (outgoing: Outgoing, request: BankHttpRequest, context: CallContext): Promise<BankHttpResult> => {
  const { method = 'POST', url, contentType, headers, body, budgetMs } = request
  if (url === null) return { kind: 'not_sent', fault: ours(NOT_CONFIGURED, 'the configuration has no address') }
  const requestHeaders = `content-type: ${contentType}`
  const kept = logRequest({ method, endpoint: url, requestHeaders, requestBody: request.loggedBody }, context)
  const sent = await outgoing.send({
    method,
    url,
    headers: { ...headers, 'content-type': contentType },
    body,
    budgetMs,
    answerBytesMax: ANSWER_BYTES_MAX,
    ...(request.isQuestion ? {} : { isOnce: true, mayDispatch: () => context.mayDispatch() }),
    signal: context.signal,
  })
  if (sent.status !== null && sent.fault === null) {
    const reply = { status: sent.status, contentType: readHeader(sent.headers['content-type']), body: sent.body }
    kept.responseHeaders = reply.contentType === null ? '' : `content-type: ${reply.contentType}`
    kept.responseBody = request.loggedResponse(reply)
    kept.statusCode = reply.status
    kept.answeredAt = context.nowMs()
    return { kind: 'answered', reply }
  }
  kept.statusCode = sent.status
  const words = sent.fault ?? 'no answer'
  if (sent.isTooOld) return expiredDispatch()
  if (sent.isSent) return { kind: 'cut', fault: ours(NO_ANSWER, words) }
  return { kind: 'not_sent', fault: ours(sent.isFinal ? NOT_CONFIGURED : NOT_REACHED, words) }
}

const readHeader = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

const ours = (providerCode: string, providerMessage: string): Fault => ({ providerCode, providerMessage, isOurs: true })
