/** One XML request to a bank and its response, parsed or not; an unreadable one decides nothing. */
import type { CallContext, Fault, Observation, Outcome } from '../attempt.ts'
import { NO_ANSWER } from '../bank-codes.ts'
import type { BankHttpClient, BankHttpResponse } from './bank-http-client.ts'
import type { Charset } from './charset.ts'
import { type LoggedNames, maskXml, unreadableText } from './mask-message.ts'
import { readXml, writeXml, type XmlElement } from './xml.ts'

/** The wrapping of a gateway's messages. */
export interface XmlDialect {
  readonly requestRoot: string
  readonly answerRoot: string
  readonly charset: Charset
  readonly kept: LoggedNames
}

interface XmlRequest {
  readonly url: string | null
  readonly content: XmlElement
  readonly budgetMs: number
  /** Moves no money. */
  readonly isQuestion?: boolean
}

export type XmlResponse =
  | { readonly kind: 'read'; readonly content: XmlElement }
  | { readonly kind: 'not_sent'; readonly fault: Fault }
  /** The bank may have acted. */
  | { readonly kind: 'open'; readonly fault: Fault }

export const callXml = async (
  line: BankHttpClient,
  dialect: XmlDialect,
  request: XmlRequest,
  context: CallContext,
): Promise<XmlResponse> => {
  const { requestRoot, answerRoot, charset, kept } = dialect
  const read = (reply: BankHttpResponse) => readXml(reply.body, answerRoot, reply.contentType)
  const call = await line.ask(
    {
      url: request.url,
      contentType: `text/xml; charset=${charset.toUpperCase()}`,
      body: writeXml(requestRoot, request.content, charset),
      loggedBody: maskXml(requestRoot, request.content, kept),
      loggedResponse(reply) {
        const content = read(reply)
        return content ? maskXml(answerRoot, content, kept) : unreadableText(reply.body, reply.contentType)
      },
      budgetMs: request.budgetMs,
      ...(request.isQuestion ? { isQuestion: true } : {}),
    },
    context,
  )
  if (call.kind === 'not_sent') return call
  if (call.kind === 'cut') return { kind: 'open', fault: call.fault }
  if (call.reply.status !== 200) return openFault(`the bank answered HTTP ${call.reply.status}`)
  const content = read(call.reply)
  return content ? { kind: 'read', content } : openFault('the answer of the bank cannot be read')
}

export const openFault = (providerMessage: string): { kind: 'open'; fault: Fault } => ({
  kind: 'open',
  fault: { providerCode: NO_ANSWER, providerMessage, isOurs: true },
})

/** The outcome of a call whose response was not parsed. */
export const unreadableOutcome = (answer: Exclude<XmlResponse, { kind: 'read' }>): Outcome =>
  answer.kind === 'not_sent' ? answer : { kind: 'unknown', fault: answer.fault }

export const unreadableObservation = (
  answer: Exclude<XmlResponse, { kind: 'read' }>,
): Extract<Observation, { kind: 'no_answer' }> => ({
  kind: 'no_answer',
  fault: answer.fault,
})
