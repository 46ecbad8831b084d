/** The fields of a card: on the hosted page, and in the frame on a shop's own page. */

import type { Language } from '../../core/phrases/texts.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import type { Field } from './form-fields.ts'
import { TEXTS } from './page-texts.ts'

interface CardParts {
  readonly language: Language
  readonly faults: readonly (Field | 'other')[]
  readonly typed: { readonly holder: string }
}

export const cardFields = (parts: CardParts): Html => {
  const texts = TEXTS[parts.language]
  return markup`${field(parts, 'number', texts.cardNumber, 'cc-number', { inputmode: 'numeric', maxlength: 23, required: true })}
<p id="card" class="hint" aria-live="polite"></p>
${field(parts, 'holder', texts.holder, 'cc-name', { inputmode: 'text', maxlength: 100, required: true })}
<div class="pair">
${field(parts, 'expiry', texts.expiry, 'cc-exp', { inputmode: 'numeric', maxlength: 7, required: true, hint: texts.expiryHint })}
${field(parts, 'code', texts.code, 'cc-csc', { inputmode: 'numeric', maxlength: 4, required: true, hint: texts.codeHint })}
</div>`
}

interface InputFacts {
  readonly inputmode: string
  readonly maxlength: number
  readonly required: boolean
  readonly hint?: string
}

const field = (
  { language, faults, typed }: CardParts,
  name: Exclude<Field, 'installment'>,
  label: string,
  token: string,
  { inputmode, maxlength, hint }: InputFacts,
): Html => {
  const fault = TEXTS[language].faults[name]
  const isWrong = faults.includes(name)
  const described = [`${name}-fault`, ...(hint === undefined ? [] : [`${name}-hint`])].join(' ')
  const value = name === 'holder' ? typed.holder : ''
  return markup`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="${token}" inputmode="${inputmode}" maxlength="${maxlength}" required aria-required="true" aria-invalid="${String(isWrong)}" aria-describedby="${described}" data-fault="${fault}" spellcheck="false">
${hint === undefined ? [] : markup`<p class="hint" id="${name}-hint">${hint}</p>`}
<p class="fault" id="${name}-fault">${isWrong ? fault : ''}</p>
</div>`
}
