/** A payment's request as text: what a repeat of its key must match, and what is stored of it. Made once, on one walk over the body. */

import { hash } from 'node:crypto'
import { maskCardNumber } from '../../core/card-number.ts'
import { mapPersonal, maskPersonal } from '../../core/personal-data.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import type { ChargeBody, ChargeCall, ChargeCard } from './charge-call.ts'

export interface RequestTexts {
  /** The body with its card masked and identity numbers as keyed hashes, in schema order: the same request is the same text. */
  readonly compared: string
  /** Identity numbers as sent. */
  readonly identities: readonly string[]
  /** The body as logs and traces display it: personal data masked as well. */
  readonly shown: ChargeBody
}

/** The card code is left out; a plain hash of a card number can be guessed, and so can that of an identity number. */
export const toRequestTexts = ({
  body,
  runtime,
  tenantId,
}: Pick<ChargeCall, 'body' | 'runtime' | 'tenantId'>): RequestTexts => {
  const { card, card_token: token } = body
  const masked: ChargeBody = {
    ...body,
    ...(card === undefined ? {} : { card: maskCard(card) }),
    ...(token === undefined ? {} : { card_token: '***' }),
  }
  const identities: string[] = []
  const shown = mapPersonal(masked, (kind, text) => {
    if (kind === 'identity') identities.push(text)
    return maskPersonal(kind, text)
  }) as ChargeBody
  const toKeyed = (text: string) => runtime.sealer.fingerprint(`identity:${tenantId}`, text).toString('hex')
  // The card behind a token is not known to every repeat, and the token stands for it.
  const told = token === undefined ? masked : { ...masked, card: undefined }
  const compared =
    identities.length === 0 ? told : mapPersonal(told, (kind, text) => (kind === 'identity' ? toKeyed(text) : text))
  return { compared: JSON.stringify(compared), identities, shown }
}

const maskCard = (card: ChargeCard): ChargeCard => ({
  ...card,
  number: maskCardNumber(card.number),
  ...(card.cvv === undefined ? {} : { cvv: '***' }),
})

/** What a repeat of the key must match. */
export const fingerprintPaymentRequest = (call: CreatePaymentCall): Buffer =>
  fingerprintCompared(call, toRequestTexts(call), markOfCard(call))

/** The keyed hash of the card's number, or of the token in its place. */
export const markOfCard = ({ body, runtime, tenantId }: Pick<ChargeCall, 'body' | 'runtime' | 'tenantId'>): Buffer =>
  body.card_token === undefined
    ? runtime.sealer.fingerprint(`card:${tenantId}`, body.card?.number ?? '')
    : runtime.sealer.fingerprint(`card_token:${tenantId}`, body.card_token)

/** `card`: its mark. */
export const fingerprintCompared = (
  { request }: Pick<ChargeCall, 'request'>,
  { compared }: RequestTexts,
  card: Buffer,
): Buffer => hash('sha256', `${request.method}\n${request.url}\n${compared}\n${card.toString('hex')}`, 'buffer')
