/** The page of an open session: the amount to pay, and the form. It works without script; the script only helps. */
import { formatPrice, money } from '../../core/money.ts'
import { findText, type Language } from '../../core/phrases/texts.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { PAGE_PATH } from '../model/page-url.ts'
import { listInstallments } from '../paying/session-rules.ts'
import type { FollowedSession } from '../sessions/follow-session.ts'
import { cardFields } from './card-fields.ts'
import { expiry } from './expiry.ts'
import type { Field } from './form-fields.ts'
import { installmentText } from './installment-text.ts'
import { TEXTS } from './page-texts.ts'

interface FormParts {
  readonly language: Language
  readonly sessionId: string
  readonly followed: FollowedSession
  readonly nowMs: number
  /** The field to correct, one at a time; `other` for an error of no field. */
  readonly faults: readonly (Field | 'other')[]
  /** Never includes number or code. */
  readonly typed: { readonly holder: string; readonly installment: number }
}

export const paymentForm = (parts: FormParts): Html => {
  const { language, sessionId, followed, nowMs, faults } = parts
  const { session, attempts } = followed
  const texts = TEXTS[language]
  const total = formatPrice(money(session.amount, session.currency), language)
  return markup`<h1>${texts.payTitle} <span class="total">${total}</span></h1>
${session.description === null ? [] : markup`<p class="description">${session.description}</p>`}
${session.external_id === null ? [] : markup`<p class="order">${texts.order} ${session.external_id}</p>`}
<div role="alert" class="alert" id="problem">${toProblem(parts)}</div>
<form method="post" action="${PAGE_PATH}/${sessionId}" id="pay" novalidate data-bin="${PAGE_PATH}/${sessionId}/card" data-paying="${texts.paying}">
<input type="hidden" name="attempt" value="${attempts + 1}">
<input type="hidden" name="lang" value="${language}">
${cardFields(parts)}
${installments(parts)}
<button type="submit" class="pay">${texts.pay} ${total}</button>
</form>
${expiry(language, session.expires_at, nowMs)}
${faults.length > 0 || attempts > 0 ? markup`<p>${texts.triesLeft(session.max_attempts - attempts)}</p>` : []}
<p class="hint">${texts.secure}</p>
${session.kind === 'link' ? [] : cancelForm(language, sessionId)}`
}

const cancelForm = (language: Language, sessionId: string): Html =>
  markup`<form method="post" action="${PAGE_PATH}/${sessionId}/cancel">
<input type="hidden" name="lang" value="${language}">
<button type="submit" class="quiet">${TEXTS[language].cancel}</button>
</form>`

/** Shows one problem at a time: the first field to correct, else the result of the last attempt. */
const toProblem = ({ language, faults, followed }: FormParts): Html | string => {
  const texts = TEXTS[language]
  const [first] = faults
  if (first === 'other') return texts.faults.other
  if (first !== undefined)
    return markup`${texts.fixThis}: <a href="#${first === 'installment' ? 'installments' : first}">${texts.faults[first]}</a>`
  if (followed.payment === undefined || followed.attempts === 0) return ''
  return findText(texts.reasons, followed.payment.error_code ?? '') ?? texts.declined
}

/** Returns only a hidden field if there is nothing to choose. */
const installments = ({ language, followed: { session }, typed, faults }: FormParts): Html | Html[] => {
  const counts = listInstallments(session)
  const texts = TEXTS[language]
  if (counts.length === 1) return [markup`<input type="hidden" name="installment" value="${counts[0] ?? 1}">`]
  const amount = money(session.amount, session.currency)
  const chosen = counts.includes(typed.installment) ? typed.installment : counts[0]
  const rows = counts.map(
    (count) =>
      markup`<label class="choice"><input type="radio" name="installment" value="${count}"${count === chosen ? markup` checked` : []}> ${installmentText(language, amount, count)}</label>\n`,
  )
  return markup`<fieldset id="installments" tabindex="-1">
<legend>${texts.installments} <span id="family"></span></legend>
${rows}<p class="fault" id="installment-fault">${faults.includes('installment') ? texts.faults.installment : ''}</p>
</fieldset>`
}
