/** Pages of sessions that take no card now: each shows the status, and where to continue. */
import { formatDecimal, formatPrice, money } from '../../core/money.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { findAcceptedTerms, findOpenOffer } from '../../payments/model/conversion.ts'
import type { PaymentRow } from '../../payments/model/payment.ts'
import { toWriteStatus } from '../../payments/model/payment.ts'
import { canBeAbandoned } from '../../payments/three-d-secure/abandon-challenge.ts'
import { PAGE_PATH, toShopUrl, withQuery } from '../model/page-url.ts'
import type { FollowedSession } from '../sessions/follow-session.ts'
import { installmentText } from './installment-text.ts'
import { offerPage, rateText } from './offer-page.ts'
import type { PageParts } from './page-answer.ts'
import { TEXTS } from './page-texts.ts'

interface StateFacts {
  readonly language: Language
  readonly sessionId: string
  readonly followed: FollowedSession
  /** True if the shopper has just paid, so that a step to the bank is taken automatically. */
  readonly goesOn: boolean
  readonly nowMs: number
}

const LOOK_AGAIN_S = 4
const READ_S = 6

export const statePage = (facts: StateFacts): PageParts => {
  const { followed } = facts
  if (followed.status === 'processing') return processingPage(facts)
  const { language, sessionId } = facts
  const shop = shopAddress(sessionId, followed)
  const [title, text] = toWords(language, followed)
  return {
    status: 200,
    title,
    content: markup`<div role="status"><h1>${title}</h1>
<p>${text}</p></div>
${summary(language, followed)}
${shop === null ? [] : markup`<p><a class="pay" href="${shop}">${TEXTS[language].backToShop}</a></p>`}`,
    ...(shop === null ? {} : { refresh: { seconds: READ_S, url: shop } }),
  }
}

const toWords = (language: Language, { status, session, payment }: FollowedSession): [title: string, text: string] => {
  const texts = TEXTS[language]
  switch (status) {
    case 'completed':
      return [texts.paidTitle, payment?.status === 'authorized' ? texts.heldText : texts.paidText]
    case 'cancelled':
      return [texts.cancelledTitle, texts.cancelledText]
    case 'expired':
      return [texts.expiredTitle, texts.expiredText]
    default:
      return [texts.failedTitle, session.kind === 'link' ? texts.failedLink : texts.failedText]
  }
}

const processingPage = ({ language, sessionId, followed, goesOn, nowMs }: StateFacts): PageParts => {
  const { payment } = followed
  const texts = TEXTS[language]
  const otherCard = mayChooseOtherCard(followed) ? otherCardForm(language, sessionId) : []
  const offered = payment && findOpenOffer(payment)
  if (payment && offered) return offerPage({ language, sessionId, payment, offered, nowMs, otherCard })
  const bank = payment?.status === 'three_d_secure_init_processing' ? bankAddress(payment) : null
  const self = `${PAGE_PATH}/${sessionId}?lang=${language}`
  if (bank !== null)
    return {
      status: 200,
      title: texts.bankTitle,
      content: markup`<div role="status"><h1>${texts.bankTitle}</h1>
<p>${texts.bankText}</p></div>
<p><a class="pay" href="${bank}">${texts.bankLink}</a></p>
${otherCard}`,
      ...(goesOn ? { refresh: { seconds: 0, url: bank } } : {}),
    }
  return {
    status: 200,
    title: texts.waitTitle,
    content: markup`<div role="status"><h1>${texts.waitTitle}</h1>
<p>${texts.waitText}</p></div>
<p><a class="pay" href="${self}">${texts.lookAgain}</a></p>`,
    refresh: { seconds: LOOK_AGAIN_S, url: self },
  }
}

/** A link and a last try have no other. */
export const mayChooseOtherCard = ({ session, payment, attempts }: FollowedSession): boolean =>
  payment !== undefined &&
  (canBeAbandoned(payment) || findOpenOffer(payment) !== undefined) &&
  session.kind === 'session' &&
  attempts < session.max_attempts

const otherCardForm = (language: Language, sessionId: string): Html =>
  markup`<form method="post" action="${PAGE_PATH}/${sessionId}/other-card">
<input type="hidden" name="lang" value="${language}">
<button type="submit" class="quiet">${TEXTS[language].otherCard}</button>
</form>`

/** Address at which the challenge began; it is stored with the payment for repeats of its key. */
const bankAddress = ({ answer_body }: Pick<PaymentRow, 'answer_body'>): string | null => {
  const { extra_properties } = JSON.parse(answer_body ?? '{}') as { extra_properties?: Record<string, string> }
  return extra_properties?.redirect_url ?? null
}

/** The shop must not trust the added values: it reads the session, or waits for the event. */
const shopAddress = (sessionId: string, { session, status, payment }: FollowedSession): string | null => {
  const address = toShopUrl(session, status === 'completed')
  if (address === null) return null
  return session.kind === 'link' && payment !== undefined
    ? withQuery(address, { transaction_id: payment.id, status: toWriteStatus(payment) })
    : withQuery(address, { session_id: sessionId, status })
}

const summary = (language: Language, { session, payment, status }: FollowedSession): Html | Html[] => {
  if (status !== 'completed' || payment === undefined) return []
  const texts = TEXTS[language]
  const amount = money(payment.amount, payment.currency)
  const charged = findAcceptedTerms(payment.history)
  const rows = [
    [texts.amount, formatPrice(amount, language)],
    ...(charged === undefined
      ? []
      : [
          [texts.charged, formatPrice(money(charged.amount, charged.currency), language)],
          [texts.rate, rateText(language, payment.currency, charged)],
          [texts.markup, texts.percent(formatDecimal(charged.markup_percent, language))],
        ]),
    ...(payment.installment_count > 1
      ? [[texts.installments, installmentText(language, amount, payment.installment_count)]]
      : []),
    [texts.card, payment.masked_card_number.slice(-4).padStart(8, '•')],
    ...(session.external_id === null ? [] : [[texts.order, session.external_id]]),
    [texts.reference, payment.id],
  ]
  return markup`<dl>${rows.map(([name = '', value = '']) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}
