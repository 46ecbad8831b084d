/** Records an exchange for the request log: the request before its first byte is sent, the response once it is there. */
import type { CallContext, Exchange } from '../attempt.ts'
import { type LoggedNames, maskTree } from './message.ts'

type Request = Pick<Exchange, 'endpoint' | 'requestHeaders' | 'requestBody'> & { readonly method?: string }

export const logRequest = (request: Request, context: CallContext): Exchange => {
  const exchange: Exchange = {
    method: 'POST',
    ...request,
    responseHeaders: null,
    responseBody: null,
    statusCode: null,
    startedAt: context.nowMs(),
    answeredAt: null,
  }
  context.logExchange(exchange)
  return exchange
}

/** Records the form a browser posts to the bank, without a response, since that goes to the browser. */
export const logForm = (
  endpoint: string,
  fields: Readonly<Record<string, string>>,
  kept: LoggedNames,
  context: CallContext,
): void => {
  const requestHeaders = 'content-type: application/x-www-form-urlencoded; by the browser of the shopper'
  const requestBody = JSON.stringify(maskTree(fields, kept))
  logRequest({ endpoint, requestHeaders, requestBody }, context).answeredAt = context.nowMs()
}
