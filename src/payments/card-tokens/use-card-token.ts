/** A payment by card token: the card is opened for the draft, belongs to only one request, and is erased afterwards. */
import { openCard } from '../../acquiring/card-vault.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { hashOfSecret, openCode } from './card-token.ts'
import {
  claimToken,
  dropClaim,
  type FieldsSession,
  findToken,
  forgetCard,
  type TokenScope,
} from './fields-session-store.ts'

interface TokenCall {
  readonly tenantId: string
  readonly merchantId: string | null
  readonly body: {
    readonly card_token?: string
    readonly amount: { readonly amount: number; readonly currency: string }
    readonly installment: number
  }
}

interface OpenedCard {
  holder_name: string
  number: string
  expire_month: string
  expire_year: string
  cvv: string
}

const toScope = ({ tenantId, merchantId, body }: TokenCall): TokenScope => ({
  tenantId,
  merchantId: merchantId as string, // needsMerchant
  tokenHash: hashOfSecret(body.card_token as string),
})

/** Throws if this token cannot pay this amount. Nothing is used up yet. */
export const openTokenCard = async (
  { db, sealer, clock }: Pick<Runtime, 'db' | 'sealer' | 'clock'>,
  call: TokenCall,
): Promise<OpenedCard> => {
  const token = call.body.card_token as string
  const found = await db.transaction({ of: call.tenantId }, (tx) => findToken(tx, toScope(call)))
  if (found === undefined) throw unknownToken()
  checkAmountOf(found, call.body.amount)
  checkInstallmentOf(found, call.body.installment)
  if (found.token_expires_at === null || clock.ms() >= found.token_expires_at.getTime())
    throw new Problem('card_token_expired', {
      detail: phrase`A card_token lives 15 minutes. The shopper enters the card again.`,
    })
  if (found.card_sealed === null || found.code_sealed === null) throw usedToken()
  const { tenant_id: tenantId, id } = found
  const { number, expireMonth, expireYear } = await openCard(
    sealer,
    tenantId,
    { table: 'fields_sessions', id },
    found.card_sealed,
  )
  return {
    holder_name: found.card_holder_name ?? '',
    number: number.use((digits) => digits),
    expire_month: String(expireMonth).padStart(2, '0'),
    expire_year: String(expireYear),
    cvv: await openCode(sealer, { tenantId, id }, token, found.code_sealed),
  }
}

const unknownToken = (): Problem =>
  new Problem('card_token_invalid', {
    detail: phrase`No card_token of this merchant has this value. A newer one of the same session takes its place.`,
  })

const usedToken = (): Problem =>
  new Problem('card_token_used', {
    detail: phrase`A payment was tried with this card_token, and it pays once. The shopper enters the card again.`,
  })

const checkAmountOf = ({ amount, currency }: FieldsSession, asked: TokenCall['body']['amount']): void => {
  if (asked.amount <= amount && asked.currency.toUpperCase() === currency) return
  throw new Problem('card_token_mismatch', {
    detail: phrase`The card_token pays at most ${amount} ${currency} in minor units.`,
  })
}

/** A session that names no installments leaves the choice to the payment. */
const checkInstallmentOf = ({ allowed_installments: allowed }: FieldsSession, asked: number): void => {
  if (allowed.length === 0 || allowed.includes(asked)) return
  throw new Problem('card_token_mismatch', {
    detail: phrase`The card_token pays in ${allowed.join(', ')} installments, as its session says.`,
  })
}

/**
 * Takes the token as the last step before the payment is stored. `paymentKey` is the payment's key; a repeat of the
 * same request may continue with the token.
 */
export const useToken = async (
  { db, sealer }: Pick<Runtime, 'db' | 'sealer'>,
  call: TokenCall,
  paymentKey: string,
): Promise<void> => {
  const usedBy = markOfClaim({ sealer }, call, paymentKey)
  const taken = await db.transaction({ of: call.tenantId }, (tx) => claimToken(tx, toScope(call), usedBy))
  if (taken === 0) throw usedToken()
}

const markOfClaim = ({ sealer }: Pick<Runtime, 'sealer'>, { tenantId }: TokenCall, paymentKey: string): Buffer =>
  sealer.fingerprint(`card-token:${tenantId}`, paymentKey)

/**
 * Returns the token if the write that would have stored the payment was refused, so that nothing is stored. Only calls
 * without a key return it, because their claim is not shared: a repeat of a call with a key may already be at the bank,
 * so the token stays with that key.
 */
export const returnToken = async (
  { db, sealer, log }: Pick<Runtime, 'db' | 'sealer' | 'log'>,
  call: TokenCall,
  { id, idempotency_key }: { readonly id: string; readonly idempotency_key: string | null },
): Promise<void> => {
  if (call.body.card_token === undefined || idempotency_key !== null) return
  await db
    .transaction({ of: call.tenantId }, (tx) => dropClaim(tx, toScope(call), markOfClaim({ sealer }, call, id)))
    .catch((err: unknown) => log.warn('card_token.not_returned', { err }))
}

/** Erases card and code after use. A failure is harmless, because they are erased at their expiry in any case. */
export const forgetTokenCard = async ({ db, log }: Pick<Runtime, 'db' | 'log'>, call: TokenCall): Promise<void> => {
  await db
    .transaction({ of: call.tenantId }, (tx) => forgetCard(tx, toScope(call)))
    .catch((err: unknown) => log.warn('card_token.not_forgotten', { err }))
}
