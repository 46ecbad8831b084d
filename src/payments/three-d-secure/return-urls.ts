/** Where a shopper's browser goes afterwards: which addresses a shop may name, and how they receive the outcome. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { parseTarget } from '../../infra/outgoing/target-url.ts'
import type { Config } from '../../infra/process/config.ts'
import { type PaymentRow, toWriteStatus } from '../model/payment.ts'
import type { ThreeDSession } from './three-d-session.ts'

const LENGTH_MAX = 2_048
const LOCAL = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?([/?#]|$)/i

interface ReturnUrlInput {
  callback_url?: string | undefined
  return_url?: string | undefined
  cancel_url?: string | undefined
}

/**
 * Reads return_url, otherwise callback_url. One of them is required; without both the request is refused like one with
 * any other missing member.
 */
export const readReturnUrls = (
  config: Config,
  body: ReturnUrlInput,
): { return_url: string; cancel_url: string | null } => {
  for (const name of ['callback_url', 'return_url', 'cancel_url'] as const) {
    const fault = body[name] === undefined ? null : findUrlFault(config, body[name])
    if (fault !== null) throw new Problem('invalid_callback_url', { detail: phrase`${name}: ${fault}.` })
  }
  const back = body.return_url ?? body.callback_url
  if (back === undefined) throw fieldProblem('return_url', 'required', phrase`send where the browser ends`)
  return { return_url: back, cancel_url: body.cancel_url ?? null }
}

const NOT_ABSOLUTE = phrase`not an absolute https URL`

/** Returns why a browser may not be sent there, or null. */
export const findUrlFault = (config: Config, text: string): Phrase | null => {
  if (text.length > LENGTH_MAX) return phrase`longer than ${LENGTH_MAX} characters`
  if (config.env === 'production') {
    const target = parseTarget(text, { allowLoopback: false })
    return 'fault' in target ? target.fault : null
  }
  if (/[\s\\\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text)) return NOT_ABSOLUTE
  const { protocol, username, password } = new URL(text)
  if (username !== '' || password !== '') return phrase`a URL with user or password is refused`
  return /^https:\/\/[^/]/i.test(text) && protocol === 'https:' ? null : LOCAL.test(text) ? null : NOT_ABSOLUTE
}

/**
 * `waits` means for 3d/complete or a review. The shop's own query is kept. The parameters we add are untrusted there,
 * and verified through our API.
 */
export const buildReturnUrl = (
  session: Pick<ThreeDSession, 'return_url' | 'cancel_url'>,
  payment: Pick<PaymentRow, 'id' | 'status' | 'refunded' | 'error_code'>,
  waits: boolean,
): string => {
  const isCancelled = payment.status === 'failed' && payment.error_code === 'three_ds_user_cancelled'
  const url = new URL((isCancelled ? session.cancel_url : null) ?? session.return_url)
  const added = `transaction_id=${payment.id}&status=${toWriteStatus(payment, waits)}`
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`
  return url.href
}
