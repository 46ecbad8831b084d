/**
 * A payment's request as text: what a repeat of its key must match, and what is stored. Built in one walk over the
 * body.
 */

import { fingerprintText } from '../../access/idempotency/request-fingerprint.ts'
import { maskCardNumber } from '../../core/card-number.ts'
import { withoutPersonal } from '../../core/personal-data.ts'
import type { ChargeBody, ChargeCall, ChargeCard } from './charge-call.ts'

export interface RequestTexts {
  /**
   * The body with its card masked, in schema order, so that equal requests give equal texts. It is never stored,
   * because it contains personal data as sent.
   */
  readonly compared: string
  /** The body as logs and traces display it, with personal data masked as well. */
  readonly shown: ChargeBody
}

/** Leaves out the card code. */
export const toRequestTexts = ({ body }: Pick<ChargeCall, 'body'>): RequestTexts => {
  const { card, card_token: token } = body
  const masked: ChargeBody = {
    ...body,
    ...(card === undefined ? {} : { card: maskCard(card) }),
    ...(token === undefined ? {} : { card_token: '***' }),
  }
  // Not every repeat knows the card behind a token, so the token represents it.
  const told = token === undefined ? masked : { ...masked, card: undefined }
  return { compared: JSON.stringify(told), shown: withoutPersonal(masked) as ChargeBody }
}

const maskCard = (card: ChargeCard): ChargeCard => ({
  ...card,
  number: maskCardNumber(card.number),
  ...(card.cvv === undefined ? {} : { cvv: '***' }),
})

type FingerprintedCall = Pick<ChargeCall, 'body' | 'runtime' | 'tenantId'> & {
  request: { method: string; url: string }
}

/** Returns what a repeat of the key must match. */
export const fingerprintPaymentRequest = (call: FingerprintedCall): Buffer =>
  fingerprintCompared(call, toRequestTexts(call))

export const fingerprintCompared = (call: FingerprintedCall, { compared }: RequestTexts): Buffer =>
  fingerprintText(call, `${compared}\n${call.body.card_token ?? call.body.card?.number}`)
