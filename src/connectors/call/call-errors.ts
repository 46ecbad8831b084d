/** Classifies an error of a bank call: whether anything reached the bank, and what may be reported about it. */

import type { Fault } from '../attempt.ts'
import { NO_ANSWER, NOT_REACHED } from '../own-bank-codes.ts'

/** DNS, connection and certificate errors occur before the first byte of a request. */
const BEFORE_SENDING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const CONNECTING = new Set(['connect', 'getaddrinfo'])
const CAUSES_MAX = 5

interface ErrorFacts {
  code?: unknown
  syscall?: unknown
  cause?: unknown
  errors?: unknown
}

/** Returns true only if it is certain that nothing reached the bank; any unclear error counts as sent. */
export const isBeforeSending = (error: unknown, depth = 0): boolean => {
  if (typeof error !== 'object' || error === null || depth > CAUSES_MAX) return false
  const { code, syscall, cause, errors } = error as ErrorFacts
  // One connection attempt per address of the bank: all of them must have failed that early.
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isBeforeSending(each, depth + 1))
  if (typeof code === 'string' && BEFORE_SENDING.has(code)) return true
  if (typeof syscall === 'string' && CONNECTING.has(syscall)) return true
  return cause !== undefined && isBeforeSending(cause, depth + 1)
}

/** An internal fault has the kind of error and its code, never its text, which may quote the request. */
export const toFault = (error: unknown): Fault => ({
  providerCode: isBeforeSending(error) ? NOT_REACHED : NO_ANSWER,
  providerMessage: describe(error),
  isOurs: true,
})

export class DeadlinePassed extends Error {
  constructor(deadlineMs: number) {
    super(`no answer within ${deadlineMs} ms`)
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'the call failed'
  if (error instanceof DeadlinePassed) return error.message
  const code = (error as ErrorFacts).code ?? (error.cause as ErrorFacts | undefined)?.code
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
