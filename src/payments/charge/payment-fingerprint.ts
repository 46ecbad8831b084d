/** A payment's request as text: what a repeat of its key must match, and what is stored of it. Made once, on one walk over the body. */

import { hash } from 'node:crypto'
import { maskCardNumber } from '../../core/card-number.ts'
import { mapPersonal, maskPersonal } from '../../core/personal-data.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import type { ChargeBody, ChargeCall } from './charge-call.ts'

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
  const code = body.card.cvv === undefined ? {} : { cvv: '***' }
  const masked = { ...body, card: { ...body.card, number: maskCardNumber(body.card.number), ...code } }
  const identities: string[] = []
  const shown = mapPersonal(masked, (kind, text) => {
    if (kind === 'identity') identities.push(text)
    return maskPersonal(kind, text)
  }) as ChargeBody
  const toKeyed = (text: string) => runtime.sealer.fingerprint(`identity:${tenantId}`, text).toString('hex')
  const compared =
    identities.length === 0 ? masked : mapPersonal(masked, (kind, text) => (kind === 'identity' ? toKeyed(text) : text))
  return { compared: JSON.stringify(compared), identities, shown }
}

/** What a repeat of the key must match. */
export const fingerprintPaymentRequest = (call: CreatePaymentCall): Buffer =>
  fingerprintCompared(
    call,
    toRequestTexts(call),
    call.runtime.sealer.fingerprint(`card:${call.tenantId}`, call.body.card.number),
  )

/** `card`: the keyed hash of its number. */
export const fingerprintCompared = (
  { request }: Pick<ChargeCall, 'request'>,
  { compared }: RequestTexts,
  card: Buffer,
): Buffer => hash('sha256', `${request.method}\n${request.url}\n${compared}\n${card.toString('hex')}`, 'buffer')
