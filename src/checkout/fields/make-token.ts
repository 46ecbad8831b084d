/** A card typed into the fields becomes a token: sealed for 15 minutes, its code under a key that only the token gives. */
import { type Answer, ok } from '../../access/endpoint.ts'
import { sealCard } from '../../acquiring/card-vault.ts'
import { isoTime, istanbulTime } from '../../core/clock.ts'
import { type Phrase, verbatim } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import { hashOfSecret, newCardToken, sealCode } from '../../payments/card-tokens/card-token.ts'
import { type FieldsSession, type TypedCard, writeToken } from '../../payments/card-tokens/fields-session-store.ts'
import type { ChargeCard } from '../../payments/charge/charge-call.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { describeCard } from '../page/card-answer.ts'
import { type Field, readCardForm } from '../page/form-fields.ts'
import { TEXTS } from '../page/page-texts.ts'
import { checkIsOurPage, type FieldsVisit } from './visit-fields.ts'

const TOKEN_MS = 15 * 60_000
/** Number of cards that a session accepts: a shopper who corrects a card needs a few. */
const TOKENS_MAX = 20

export const makeToken = async ({ services, call, session, language, pairs }: FieldsVisit): Promise<Answer> => {
  const { runtime } = services.payments
  checkIsOurPage(runtime.config, call)
  const now = runtime.clock.now()
  const texts = TEXTS[language]
  checkIsOpen(session, now, verbatim(texts.fieldsOver))
  const { card, faults } = readCardForm(pairs, istanbulTime(now.getTime()))
  const [fault] = faults
  if (fault !== undefined) throw fieldFault(fault, verbatim(texts.faults[fault]))
  if (!(await services.mayTakePayments(session.tenant_id, session.merchant_id)))
    throw new Problem('merchant_inactive', { detail: verbatim(texts.faults.other) })
  const token = newCardToken()
  const typed = await sealTyped(services, session, { token, card, expiresAt: new Date(now.getTime() + TOKEN_MS) })
  const written = await runtime.db.transaction({ of: session.tenant_id }, (tx) =>
    writeToken(tx, session, typed, TOKENS_MAX),
  )
  if (written === 0) throw new Problem('session_closed', { detail: verbatim(texts.fieldsOver) })
  const { scheme, installments } = await describeCard(services, session, card.number.slice(0, 8))
  return {
    ...ok({
      card_token: token,
      expires_at: isoTime(typed.token_expires_at),
      scheme,
      bin: card.number.slice(0, 6),
      last_four: card.number.slice(-4),
      installments,
    }),
    carriesSecret: true,
  }
}

const checkIsOpen = ({ expires_at, used_by }: FieldsSession, now: Date, detail: Phrase): void => {
  if (used_by !== null) throw new Problem('session_closed', { detail })
  if (now >= expires_at) throw new Problem('session_expired', { detail })
}

export const CODES: Readonly<Record<Field, ProblemCode>> = {
  number: 'invalid_card_number',
  holder: 'invalid_card_holder',
  expiry: 'invalid_card_expiry',
  code: 'invalid_cvv',
  installment: 'invalid_installment',
}

/** Reports one fault at a time, in the shopper's language. */
const fieldFault = (field: Field, message: Phrase): Problem =>
  new Problem(CODES[field], { detail: message, errors: [{ field, code: CODES[field], message }] })

const sealTyped = async (
  { payments: { runtime } }: Pick<CheckoutServices, 'payments'>,
  { tenant_id: tenantId, id }: FieldsSession,
  { token, card, expiresAt }: { token: string; card: Required<ChargeCard>; expiresAt: Date },
): Promise<TypedCard> => ({
  token_hash: hashOfSecret(token),
  token_expires_at: expiresAt,
  card_holder_name: card.holder_name,
  card_sealed: await sealCard(runtime.sealer, tenantId, { table: 'fields_sessions', id }, card),
  code_sealed: await sealCode(runtime.sealer, { tenantId, id }, token, card.cvv ?? ''),
})
