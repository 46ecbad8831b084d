/** Handles a browser's request for the page of a session. */
import type { Answer, Call, Pairs } from '../../access/endpoint.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'
import { parseUrlencoded } from '../../infra/http/urlencoded.ts'
import { endOffer } from '../../payments/conversions/end-offer.ts'
import { findOpenOffer } from '../../payments/model/conversion.ts'
import { abandonChallenge } from '../../payments/three-d-secure/abandon-challenge.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { PAGE_PATH, readBackToken } from '../model/page-url.ts'
import { openSessionId } from '../model/session-id.ts'
import type { SessionRow } from '../model/session-row.ts'
import { findSession } from '../sessions/checkout-session-store.ts'
import { followSession } from '../sessions/follow-session.ts'
import { findLook, findPage, isAnswer } from './find-page.ts'
import { followPastOffers } from './follow-past-offers.ts'
import { seeOther, toPage } from './page-answer.ts'
import type { Assets } from './page-assets.ts'
import { TEXTS } from './page-texts.ts'
import { paymentForm } from './payment-form.ts'
import { mayChooseOtherCard, statePage } from './state-pages.ts'
import { submitForm } from './submit-form.ts'

const YEAR_S = 31_536_000

export type PageCall = Call<{ session_id: string }>

export interface Visit {
  readonly services: CheckoutServices
  readonly assets: Assets
  readonly call: PageCall
  readonly session: SessionRow
  readonly sessionId: string
  readonly language: Language
  /** Values of the form, or of the query on a GET. */
  readonly pairs: Pairs
}

export const readPairs = ({ request, body }: Pick<Call, 'request' | 'body'>): Pairs => {
  if (request.method !== 'GET') return body as Pairs
  const at = request.url.indexOf('?')
  return parseUrlencoded(at < 0 ? '' : request.url.slice(at + 1))
}

export const visitPage = async (
  services: CheckoutServices,
  assets: Assets,
  call: PageCall,
  work: (visited: Visit) => Promise<Answer>,
): Promise<Answer> => {
  const pairs = readPairs(call)
  const language = chosenLanguage(pairs.lang?.at(-1), call.request)
  const sessionId = call.params.session_id
  const session = await findPage(services, assets, sessionId, call.request, language)
  return isAnswer(session) ? session : work({ services, assets, call, session, sessionId, language, pairs })
}

export const show = async (
  { services, assets, session, sessionId, language }: Visit,
  goesOn: boolean,
): Promise<Answer> => {
  const followed = await followPastOffers(services, session)
  const look = await findLook(services, session, { sessionId, language, isForm: false })
  const nowMs = services.payments.runtime.clock.ms()
  if (followed.status !== 'open')
    return toPage(assets, look, statePage({ language, sessionId, followed, goesOn, nowMs }))
  const content = paymentForm({
    language,
    sessionId,
    followed,
    nowMs,
    faults: [],
    typed: { holder: '', installment: 0 },
  })
  return toPage(assets, look, { status: 200, title: TEXTS[language].pay, content })
}

export const submit = async ({
  services,
  assets,
  call,
  session,
  sessionId,
  language,
  pairs,
}: Visit): Promise<Answer> => {
  const followed = await followSession(services, session)
  const submitted = await submitForm(services, call, followed, { pairs, language })
  if (submitted === 'seen') return seeOther(`${PAGE_PATH}/${sessionId}/bank?lang=${language}`)
  const { faults, typed } = submitted
  const look = await findLook(services, session, { sessionId, language, isForm: true })
  const content = paymentForm({
    language,
    sessionId,
    followed,
    nowMs: services.payments.runtime.clock.ms(),
    faults: faults.slice(0, 1),
    typed: { holder: typed.faults.includes('holder') ? '' : typed.card.holder_name, installment: typed.installment },
  })
  return toPage(assets, look, { status: 422, title: TEXTS[language].fixThis, content })
}

/** Gives up the attempt at the bank: it has failed, whatever the bank reports later. */
export const chooseOtherCard = async ({ services, session, sessionId, language }: Visit): Promise<Answer> => {
  const followed = await followSession(services, session)
  const { payment } = followed
  if (payment !== undefined && mayChooseOtherCard(followed)) {
    if (findOpenOffer(payment) !== undefined) await endOffer(services.payments, payment, 'given_up')
    else await abandonChallenge(services.payments, session.tenant_id, payment.id)
  }
  return seeOther(`${PAGE_PATH}/${sessionId}?lang=${language}`)
}

/** If the logo is opened directly, it must run nothing, whatever a merchant has put into it. */
export const sendLogo = async ({ brands }: Pick<CheckoutServices, 'brands'>, session: SessionRow): Promise<Answer> => {
  const { logo } = await brands.of(session.tenant_id, session.merchant_id)
  if (logo === null) return { status: 404 }
  return {
    status: 200,
    bytes: logo.bytes,
    headers: {
      'content-type': logo.type,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
    },
  }
}

/** Named by its content: another content has another name. */
export const sendAsset = ({ style, script, fields }: Assets, name: string): Answer => {
  const asset = [style, script, fields].find((each) => each.name === name)
  if (asset === undefined) return { status: 404 }
  return {
    status: 200,
    bytes: Buffer.from(asset.text),
    headers: {
      'content-type': asset.type,
      'cache-control': `public, max-age=${YEAR_S}, immutable`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  }
}

/** The bank knows an address that names the session and does not open it for longer than the payment may take. */
export const comeBack = async (
  services: CheckoutServices,
  assets: Assets,
  call: Call<{ token: string }>,
): Promise<Answer> => {
  const { runtime } = services.payments
  const language = chosenLanguage(readPairs(call).lang?.at(-1), call.request)
  const named = readBackToken(runtime, call.params.token)
  const session =
    named &&
    (await runtime.db.transaction({ of: named.tenantId, mode: 'read' }, (tx) =>
      findSession(tx, named.tenantId, named.id),
    ))
  const sessionId = session && named.isOpen(session) ? await openSessionId(runtime.sealer, session) : 'unknown'
  if (sessionId !== 'unknown') return seeOther(`${PAGE_PATH}/${sessionId}?lang=${language}`)
  return (await findPage(services, assets, sessionId, call.request, language)) as Answer
}
