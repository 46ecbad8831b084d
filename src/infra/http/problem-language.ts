/** Problem documents in the language of whoever reads them. The code never changes; what is said of one call alone stays English. */
import { ERROR_CODES, type ProblemCode } from '../../core/error-codes.ts'
import { adviceOf } from './error-advice.ts'
import { namedLanguage } from './preferred-language.ts'

/** With what to do about it, where the caller names a language; as it was otherwise. */
export const inLanguageOf = <Body extends { code?: unknown }>(
  body: Body,
  acceptLanguage: string | string[] | undefined,
): Body => {
  const language = namedLanguage(acceptLanguage)
  const known = ERROR_CODES[body.code as ProblemCode]
  if (language === undefined || known === undefined) return body
  const advice = adviceOf(body.code as string, language)
  return {
    ...body,
    ...(language === 'tr' ? { title: known.turkishTitle } : {}),
    ...(advice === undefined ? {} : { advice }),
  }
}
