/** Writes down the form a browser takes to the bank: masked, and without an answer, since that goes to the browser. */
import type { CallContext } from '../attempt.ts'
import { type KeptNames, maskedFields } from './mask-message.ts'

export const keepForm = (
  action: string,
  fields: Readonly<Record<string, string>>,
  kept: KeptNames,
  context: CallContext,
): void => {
  const at = context.nowMs()
  context.keep({
    method: 'POST',
    endpoint: action,
    requestHeaders: 'content-type: application/x-www-form-urlencoded; by the browser of the shopper',
    requestBody: maskedFields(fields, kept),
    responseHeaders: null,
    responseBody: null,
    statusCode: null,
    startedAt: at,
    answeredAt: at,
  })
}
