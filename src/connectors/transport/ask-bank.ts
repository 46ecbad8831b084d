/** One request to a bank and its response, parsed or not; an unreadable one decides nothing. */
import type { CallContext, Fault } from '../attempt.ts'
import { NO_ANSWER } from '../own-bank-codes.ts'
import type { BankHttpClient } from './bank-http-client.ts'
import { type Dialect, maskTree, type Tree, unreadableText } from './message.ts'

interface BankRequest {
  /** `GET` sends no body. */
  readonly method?: 'GET' | undefined
  readonly url: string | null
  readonly content: Tree
  /** Headers that sign the body; they are not logged. */
  headersFor?(body: Buffer): Readonly<Record<string, string>>
  readonly budgetMs: number
  /** Moves no money. */
  readonly isQuestion: boolean
}

export type BankAnswer =
  | { readonly kind: 'read'; readonly content: Tree }
  | { readonly kind: 'not_sent'; readonly fault: Fault }
  /** The bank may have acted. */
  | { readonly kind: 'open'; readonly fault: Fault }

export const askBank = async (
  line: BankHttpClient,
  { request: writer, answer: reader, kept }: Dialect,
  { method, url, content, headersFor, budgetMs, isQuestion }: BankRequest,
  context: CallContext,
): Promise<BankAnswer> => {
  const body = method === 'GET' ? Buffer.alloc(0) : writer.encode(content)
  const call = await line.ask(
    {
      ...(method && { method }),
      url,
      contentType: writer.contentType,
      headers: headersFor?.(body) ?? {},
      body,
      loggedBody: method === 'GET' ? '' : writer.show(maskTree(content, kept)),
      loggedResponse({ body: bytes, contentType }) {
        const read = reader.decode(bytes, contentType)
        return read ? reader.show(maskTree(read, kept)) : unreadableText(bytes, contentType)
      },
      budgetMs,
      isQuestion,
    },
    context,
  )
  if (call.kind === 'not_sent') return call
  if (call.kind === 'cut') return { kind: 'open', fault: call.fault }
  if (call.reply.status !== 200) return open(`the bank answered HTTP ${call.reply.status}`)
  const read = reader.decode(call.reply.body, call.reply.contentType)
  return read ? { kind: 'read', content: read } : open('the answer of the bank cannot be read')
}

const open = (providerMessage: string): BankAnswer => ({
  kind: 'open',
  fault: { providerCode: NO_ANSWER, providerMessage, isOurs: true },
})
