/** The page of a payment whose bank offers the currency of the card: both amounts, the terms, and the shopper's choice. Neither is chosen beforehand. */
import { formatDecimal, formatPrice, money } from '../../core/money.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import type { OfferedTerms } from '../../payments/model/conversion-terms.ts'
import type { PaymentRow } from '../../payments/model/payment.ts'
import { PAGE_PATH } from '../model/page-url.ts'
import type { PageParts } from './page-answer.ts'
import { TEXTS } from './page-texts.ts'

interface OfferFacts {
  readonly language: Language
  readonly sessionId: string
  readonly payment: Pick<PaymentRow, 'id' | 'amount' | 'currency'>
  readonly offered: OfferedTerms
  readonly nowMs: number
  readonly otherCard: Html | Html[]
}

export const offerPage = ({ language, sessionId, payment, offered, nowMs, otherCard }: OfferFacts): PageParts => {
  const texts = TEXTS[language]
  const inCardCurrency = formatPrice(money(offered.amount, offered.currency), language)
  const inOwnCurrency = formatPrice(money(payment.amount, payment.currency), language)
  const minutes = Math.max(1, Math.ceil((offered.expires - nowMs) / 60_000))
  return {
    status: 200,
    title: texts.offerTitle,
    content: markup`<h1>${texts.offerTitle}</h1>
<p>${texts.offerText}</p>
<form method="post" action="${PAGE_PATH}/${sessionId}/currency">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="payment" value="${payment.id}">
<h2>${offered.currency}</h2>
<dl>${terms(language, payment.currency, offered).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
<button type="submit" class="pay" name="currency" value="card">${texts.pay} ${inCardCurrency}</button>
<h2>${payment.currency}</h2>
<p>${texts.offerOwn}</p>
<button type="submit" class="pay" name="currency" value="payment">${texts.pay} ${inOwnCurrency}</button>
</form>
<p class="time">${texts.timeLeft}: ${minutes} ${texts.minutes}</p>
${otherCard}`,
  }
}

const terms = (language: Language, currency: string, offered: OfferedTerms): [name: string, value: string][] => {
  const texts = TEXTS[language]
  return [
    [texts.rate, rateText(language, currency, offered)],
    [texts.markup, texts.percent(formatDecimal(offered.markup_percent, language))],
  ]
}

/** 1 USD = 40.0000 TRY */
export const rateText = (
  language: Language,
  currency: string,
  offered: { readonly currency: string; readonly rate: string },
): string => `1 ${offered.currency} = ${formatDecimal(offered.rate, language)} ${currency}`
