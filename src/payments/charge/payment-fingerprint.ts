/** Distinguishes a repeat of a request from another request with the same key: a keyed hash of it, card number included, never in clear. */

import { hash } from 'node:crypto'
import { maskCardNumber } from '../../core/card-number.ts'
import { mapPersonal } from '../../core/personal-data.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { CreatePaymentBody, CreatePaymentCall } from '../model/payment-schemas.ts'

/** What a repeat of the key must match. */
export const fingerprintPaymentRequest = (
  services: Pick<PaymentServices, 'runtime'>,
  call: CreatePaymentCall,
): Buffer => {
  const { body, tenantId } = call
  return fingerprintMasked(call, services.runtime.sealer.fingerprint(`card:${tenantId}`, body.card.number))
}

/**
 * The card enters as its keyed hash and the card code not at all: a plain hash of a card number can be guessed, and so can
 * that of an identity number.
 */
export const fingerprintMasked = ({ request, body, runtime, tenantId }: CreatePaymentCall, card: Buffer): Buffer => {
  const keyed = mapPersonal(body, (kind, text) =>
    kind === 'identity' ? runtime.sealer.fingerprint(`identity:${tenantId}`, text).toString('hex') : text,
  ) as CreatePaymentBody
  return hash('sha256', `${request.method}\n${request.url}\n${maskBody(keyed)}\n${card.toString('hex')}`, 'buffer')
}

/** The body as logs and traces display it. Its members are in schema order: the same request is the same text. */
export const maskBody = (body: CreatePaymentBody): string =>
  JSON.stringify({ ...body, card: { ...body.card, number: maskCardNumber(body.card.number), cvv: '***' } })
