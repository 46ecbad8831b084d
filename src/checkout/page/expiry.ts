/** Shows how long the page can be paid: as a countdown in the last hour, before that as a moment. The script reads `data-left`. */
import { ISTANBUL } from '../../core/clock.ts'
import { type Language, LOCALES } from '../../core/phrases/texts.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { TEXTS } from './page-texts.ts'

const HOUR_S = 3_600

export const expiry = (language: Language, expiresAt: Date, nowMs: number): Html => {
  const texts = TEXTS[language]
  const left = Math.max(0, Math.floor((expiresAt.getTime() - nowMs) / 1_000))
  if (left > HOUR_S)
    return markup`<p class="time" data-left="${left}">${texts.payBy(MOMENTS[language].format(expiresAt))}</p>`
  return markup`<p class="time" data-left="${left}">${texts.timeLeft}: <span id="left">${Math.max(1, Math.ceil(left / 60))} ${texts.minutes}</span></p>`
}

const momentFormat = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: ISTANBUL, dateStyle: 'long', timeStyle: 'short' })
const MOMENTS = { en: momentFormat('en'), tr: momentFormat('tr') }
