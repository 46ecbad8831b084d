/** Handles a browser's request for the card fields of a session; the caller proves access with the session's secret, from the frame that we serve. */
import type { Answer, Call, Pairs } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import { findOnShards } from '../../infra/database/shards/across-shards.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'
import type { Config } from '../../infra/process/config.ts'
import { FIELDS_SECRET, hashOfSecret } from '../../payments/card-tokens/card-token.ts'
import { type FieldsSession, findFieldsSession } from '../../payments/card-tokens/fields-session-store.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { countGuess } from '../page/find-page.ts'
import { readPairs } from '../page/visit-page.ts'

type FieldsCall = Call<{ session_secret: string }>

export interface FieldsVisit {
  readonly services: CheckoutServices
  readonly call: FieldsCall
  readonly session: FieldsSession
  readonly secret: string
  readonly language: Language
  /** Values of the form, or of the query on a GET. */
  readonly pairs: Pairs
}

const FORM = new RegExp(FIELDS_SECRET)

/** `refuse` answers a request whose secret opens nothing. */
export const visitFields = async (
  services: CheckoutServices,
  call: FieldsCall,
  work: (visited: FieldsVisit) => Promise<Answer>,
  refuse: (status: 404 | 429, language: Language) => Answer = throwRefusal,
): Promise<Answer> => {
  const pairs = readPairs(call)
  const language = chosenLanguage(pairs.lang?.at(-1), call.request)
  const { session_secret: secret } = call.params
  const hash = hashOfSecret(secret)
  const session = FORM.test(secret)
    ? await findOnShards(services.payments.runtime.db, 'write', (tx) => findFieldsSession(tx, hash))
    : undefined
  if (session === undefined) return refuse(await countGuess(services.windows, call.request), language)
  return work({ services, call, session, secret, language, pairs })
}

const throwRefusal = (status: 404 | 429): never => {
  throw status === 404
    ? new Problem('session_not_found', { detail: phrase`No fields session has this secret.` })
    : new Problem('rate_limit_exceeded', { detail: phrase`Too many wrong secrets.`, headers: { 'retry-after': '60' } })
}

/** A page of another origin may send a form here, though it cannot read the answer. */
export const checkIsOurPage = (
  { urls }: Pick<Config, 'urls'>,
  { request: { headers } }: Pick<Call, 'request'>,
): void => {
  const site = headers['sec-fetch-site']
  const isOurs =
    site === undefined
      ? [undefined, new URL(urls.cards).origin].includes(headers.origin as string)
      : site === 'same-origin'
  if (!isOurs) throw new Problem('forbidden', { detail: phrase`Only the card fields themselves send a card here.` })
}
