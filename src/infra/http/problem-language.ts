/** Translates problem documents into the language of the reader. Codes, fields and values never change. */
import type { ProblemCode } from '../../core/error-codes.ts'
import { inTurkish } from '../../core/phrases/in-turkish.ts'
import { Phrase } from '../../core/phrases/phrase.ts'
import { TURKISH_CODES } from '../../core/phrases/turkish/error-codes.ts'
import { findAdvice } from './error-advice.ts'
import { namedLanguage, wishedLanguage } from './preferred-language.ts'

interface SentProblem {
  readonly code?: unknown
  readonly detail?: unknown
  readonly errors?: unknown
}

/** Adds the advice if the caller names a language; otherwise returns the body unchanged. */
export const translateProblem = <Body extends SentProblem>(
  body: Body,
  acceptLanguage: string | string[] | undefined,
): Body => {
  const language = namedLanguage(acceptLanguage)
  const turkish = TURKISH_CODES[body.code as ProblemCode]
  if (language === undefined || turkish === undefined) return body
  const advice = findAdvice(body.code as string, language)
  return {
    ...body,
    ...(language === 'tr' ? { title: turkish.title, ...saidInTurkish(body) } : {}),
    ...(advice === undefined ? {} : { advice }),
  }
}

/** Translates a phrase inside a response that is not an error: about one item of many, or the result of a check. */
export const phraseFor = (
  { headers }: { readonly headers: Readonly<Record<string, string | string[] | undefined>> },
  said: Phrase,
): string => (wishedLanguage(headers['accept-language']) === 'tr' ? inTurkish(said) : String(said))

/** `error_description` is what OAuth calls the detail. */
const saidInTurkish = (body: SentProblem & { readonly error_description?: unknown }): Record<string, unknown> => ({
  ...(body.detail instanceof Phrase ? { detail: inTurkish(body.detail) } : {}),
  ...(body.error_description instanceof Phrase ? { error_description: inTurkish(body.error_description) } : {}),
  ...(Array.isArray(body.errors) ? { errors: body.errors.map(faultInTurkish) } : {}),
})

const faultInTurkish = (fault: { readonly message?: unknown }): object =>
  fault?.message instanceof Phrase ? { ...fault, message: inTurkish(fault.message) } : fault
