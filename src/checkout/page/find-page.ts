/** Finds the session that a page's address names. A client that guesses addresses is soon refused, and learns nothing else. */
import type { Answer, RequestFacts } from '../../access/endpoint.ts'
import { toNetwork } from '../../access/limits/rate-limiter.ts'
import { type Language, otherLanguage } from '../../core/phrases/texts.ts'
import { findOnShards } from '../../infra/database/shards/across-shards.ts'
import { markup } from '../../infra/http/html.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { PAGE_PATH } from '../model/page-url.ts'
import { hashSessionId, SESSION_ID } from '../model/session-id.ts'
import type { SessionRow } from '../model/session-row.ts'
import { findSessionOfPage } from '../sessions/checkout-session-store.ts'
import { type Look, PLAIN_LOOK, toPage } from './page-answer.ts'
import type { Assets } from './page-assets.ts'
import { TEXTS } from './page-texts.ts'

/** Number of wrong addresses that a client address may request in a minute; a shopper has one at most. */
const GUESSES_MAX = 20
const MINUTE_MS = 60_000
const FORM = new RegExp(SESSION_ID)

/** An answer: there is no such page, or too many were tried. */
export const findPage = async (
  { payments: { runtime }, windows }: Pick<CheckoutServices, 'payments' | 'windows'>,
  assets: Assets,
  sessionId: string,
  request: RequestFacts,
  language: Language,
): Promise<SessionRow | Answer> => {
  const session = FORM.test(sessionId)
    ? await findOnShards(runtime.db, 'read', (tx) => findSessionOfPage(tx, hashSessionId(sessionId)))
    : undefined
  // A valid address is never refused: no guess hits 128 bits, and a whole mobile network may share one client address.
  if (session !== undefined) return session
  return refusePage(assets, language, await countGuess(windows, request))
}

/** Counts a secret that opens nothing; decides whether its address may continue. */
export const countGuess = async (
  windows: CheckoutServices['windows'],
  { clientAddress, arrivedAt }: Pick<RequestFacts, 'clientAddress' | 'arrivedAt'>,
): Promise<404 | 429> => {
  const key = `checkout-guess ${toNetwork(clientAddress)}`
  const guesses = await windows.look(key, arrivedAt)
  if (guesses !== null && guesses.count >= GUESSES_MAX) return 429
  await windows.count(key, MINUTE_MS, arrivedAt)
  return 404
}

export const refusePage = (assets: Assets, language: Language, status: 404 | 429): Answer => {
  const texts = TEXTS[language]
  const [title, text] =
    status === 404 ? [texts.unknownTitle, texts.unknownText] : [texts.tooManyTitle, texts.tooManyText]
  const answer = toPage(
    assets,
    { language, ...PLAIN_LOOK },
    { status, title, content: markup`<h1>${title}</h1>\n<p>${text}</p>` },
  )
  return status === 404 ? answer : { ...answer, headers: { ...answer.headers, 'retry-after': '60' } }
}

export const isAnswer = (found: SessionRow | Answer): found is Answer => !('tenant_id' in found)

/** Returns the look of a session's page. `isForm` is true for the answer to a form, which has no address for the other language. */
export const findLook = async (
  { brands, payments: { directory } }: Pick<CheckoutServices, 'brands' | 'payments'>,
  session: SessionRow,
  { sessionId, language, isForm }: { sessionId: string; language: Language; isForm: boolean },
): Promise<Look> => {
  const { tenant_id, merchant_id } = session
  const brand = await brands.of(tenant_id, merchant_id)
  return {
    language,
    color: brand.color,
    logo: brand.logo === null ? null : `${PAGE_PATH}/${sessionId}/logo`,
    merchant: session.merchant_name ?? (await directory.merchantNameOf(tenant_id, merchant_id)),
    other: isForm ? null : `${PAGE_PATH}/${sessionId}?lang=${otherLanguage(language)}`,
  }
}
