/** Records the form a browser posts to the bank: masked, and without a response, since that goes to the browser. */
import type { CallContext } from '../attempt.ts'
import { type LoggedNames, maskFields } from './mask-message.ts'

export const logForm = (
  action: string,
  fields: Readonly<Record<string, string>>,
  kept: LoggedNames,
  context: CallContext,
): void => {
  const at = context.nowMs()
  context.logExchange({
    method: 'POST',
    endpoint: action,
    requestHeaders: 'content-type: application/x-www-form-urlencoded; by the browser of the shopper',
    requestBody: maskFields(fields, kept),
    responseHeaders: null,
    responseBody: null,
    statusCode: null,
    startedAt: at,
    answeredAt: at,
  })
}
