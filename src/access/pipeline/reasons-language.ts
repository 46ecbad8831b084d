/** Translates reasons of states in an answer into Turkish if the reader asks for Turkish: rows, events and files keep them as they were stored. */
import { inTurkish } from '../../core/phrases/in-turkish.ts'
import { storedReason } from '../../core/phrases/stored-reason.ts'
import { wishedLanguage } from '../../infra/http/preferred-language.ts'

/** Members with a reason given by the service or a bank; members that callers write have other names. */
const REASON_MEMBERS: ReadonlySet<string> = new Set([
  'error_message',
  'errorMessage',
  'last_error_message',
  'void_error_message',
  'bank_response_message',
  'result_message',
  'remedy_outcome',
  'message',
])

export const wantsTurkishReasons = (acceptLanguage: string | undefined): boolean =>
  acceptLanguage !== undefined && wishedLanguage(acceptLanguage) === 'tr'

/** Returns the same value if nothing in it changes. */
export const withTurkishReasons = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return REASON_MEMBERS.has(name) ? inTurkish(storedReason(value)) : value
  if (Array.isArray(value)) return value.map((each) => withTurkishReasons(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withTurkishReasons(each, member)]))
}
