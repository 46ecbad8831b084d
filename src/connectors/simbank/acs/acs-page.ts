/** The challenge page of the simulated bank: asks for the code, says how it ended, posts back to us. */
import { formatPrice, money } from '../../../core/money.ts'
import type { Language } from '../../../core/phrases/texts.ts'
import { Html, markup } from '../../../infra/http/html.ts'
import type { CallbackFields } from '../callback-fields.ts'
import { type Challenge, type ChallengeResult, WRONG_CODES_MAX } from '../challenge-store.ts'
import { TEXTS } from './challenge-texts.ts'
import { COUNTDOWN, GO_BACK, STYLE } from './page-parts.ts'

interface Frame {
  language: Language
  /** For programs that automate the page. */
  state: 'ask' | 'wrong_code' | 'expired' | 'unknown' | ChallengeResult
  title: string
  /** Reloads the page after so many seconds, script or not. */
  reloadAfterS?: number
}

const frame = ({ language, state, title, reloadAfterS }: Frame, content: Html): string =>
  markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${reloadAfterS === undefined ? [] : markup`<meta http-equiv="refresh" content="${reloadAfterS}">`}
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main data-state="${state}">
<h1>${title}</h1>
${content}
<footer>${TEXTS[language].sandbox}</footer>
</main>
</body>
</html>
`.text

/** The code prompt; `action` is empty, so that the form posts to this page's own address. */
export const questionPage = (challenge: Challenge, language: Language, nowMs: number): string => {
  const texts = TEXTS[language]
  const secondsLeft = Math.max(1, Math.ceil((challenge.expires_at.getTime() - nowMs) / 1000))
  const isSecondTry = challenge.wrong_codes > 0
  const alert = isSecondTry
    ? markup`<p role="alert" id="wrong">${texts.wrong(WRONG_CODES_MAX - challenge.wrong_codes)}</p>`
    : []
  return frame(
    { language, state: isSecondTry ? 'wrong_code' : 'ask', title: texts.title, reloadAfterS: secondsLeft + 1 },
    markup`<dl>
<dt>${texts.merchant}</dt><dd>${challenge.merchant_name ?? texts.unnamedMerchant}</dd>
<dt>${texts.amount}</dt><dd>${formatPrice(money(challenge.amount, challenge.currency), language)}</dd>
<dt>${texts.card}</dt><dd>${challenge.masked_card_number}</dd>
<dt>${texts.timeLeft}</dt><dd data-seconds-left="${secondsLeft}">${texts.minutes(Math.ceil(secondsLeft / 60))}</dd>
</dl>
${alert}
<form method="post">
<label for="code">${texts.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" autofocus
 aria-describedby="${isSecondTry ? 'wrong ' : ''}ask">
<small id="ask">${texts.ask} ${texts.hint}.</small>
<div class="actions">
<button class="main" name="action" value="submit">${texts.submit}</button>
<button class="other" name="action" value="cancel">${texts.cancel}</button>
</div>
</form>
<script>${new Html(COUNTDOWN)}</script>`,
  )
}

/** The result page: a self-submitting form to our callback, with a button where there is no script. */
export const endPage = (
  challenge: Challenge & { result: ChallengeResult },
  fields: CallbackFields,
  language: Language,
): string => {
  const texts = TEXTS[language]
  const words = { ok: texts.passed, wrong_code: texts.locked, cancelled: texts.cancelled, refused: texts.refused }
  const inputs = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )
  return frame(
    { language, state: challenge.result, title: texts.title },
    markup`<p role="status">${words[challenge.result]}</p>
<form id="postback" method="post" action="${challenge.callback_url}">
${inputs}
<div class="actions"><button class="main">${texts.back}</button></div>
</form>
<script>${new Html(GO_BACK)}</script>`,
  )
}

export const expiredPage = (language: Language): string =>
  frame({ language, state: 'expired', title: TEXTS[language].expired }, markup`<p>${TEXTS[language].expiredHint}</p>`)

export const unknownPage = (language: Language): string =>
  frame({ language, state: 'unknown', title: TEXTS[language].unknown }, markup`<p>${TEXTS[language].unknownHint}</p>`)
