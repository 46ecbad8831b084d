/** iyzico's answers: JSON with a status, the language, the time and the conversation of the call. */
import type { Bank } from '../bank-parts.ts'
import type { Answer } from '../wire/serve.ts'
import { REFUSALS, type Refused, type Said } from './refusals.ts'

export const MANNER = { charset: 'utf-8', contentType: 'application/json;charset=UTF-8' } as const

/** The part of a call that every answer repeats. */
export interface Called {
  readonly locale: 'tr' | 'en'
  /** Empty if none was sent; then none is answered. */
  readonly conversationId: string
}

const head = ({ ledger }: Bank, { locale, conversationId }: Called): object => ({
  locale,
  systemTime: ledger.now(),
  ...(conversationId === '' ? {} : { conversationId }),
})

const NEW_FIELD = { newField: 'yeni alan: ğüşıöç' }

export const successText = (bank: Bank, call: Called, members: object, extra: boolean): string =>
  JSON.stringify({ status: 'success', ...head(bank, call), ...members, ...(extra ? NEW_FIELD : {}) })

/** The text of a failure; `members` are those of its kind. */
export const failureText = (bank: Bank, call: Called, said: Said, extra: boolean, members: object = {}): string => {
  const [errorCode, tr, en, errorGroup] = said
  return JSON.stringify({
    status: 'failure',
    errorCode,
    errorMessage: call.locale === 'en' ? en : tr,
    ...(errorGroup === undefined ? {} : { errorGroup }),
    ...head(bank, call),
    ...members,
    ...(extra ? NEW_FIELD : {}),
  })
}

/** A refusal of iyzico itself, which has moved nothing. */
export const refusedAnswer = (bank: Bank, call: Called, { refusal, name }: Refused, extra = false): Answer => {
  const [code, tr, en, group] = REFUSALS[refusal]
  const named = (text: string): string => text.replace('{0}', () => name ?? '')
  const said: Said = group === undefined ? [code, named(tr), named(en)] : [code, named(tr), named(en), group]
  return { text: failureText(bank, call, said, extra), booked: false }
}
