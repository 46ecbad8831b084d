/** The facts of a card payment for the fraud rules. */
import { plainAddress } from '../../core/ip-range.ts'
import { money } from '../../core/money.ts'
import { toCardFacts } from '../../fraud/expressions/card-variables.ts'
import type { PaymentFacts } from '../../fraud/expressions/payment-variables.ts'
import type { BinLookup } from '../../reference/reference-data.ts'
import type { CardBody, ChargeCall } from './charge-call.ts'

/** The number and its keyed hash. */
type PaymentCard = Pick<PaymentFacts['card'], 'number' | 'fingerprint'>

export const toScreeningFacts = (
  call: ChargeCall<CardBody>,
  bin: BinLookup,
  merchant: { id: string; externalId: string | null },
  { id, card, now, is3dSecure }: { id: string; card: PaymentCard; now: Date; is3dSecure: boolean },
): PaymentFacts => {
  const { body } = call
  return {
    id,
    tenantId: call.tenantId,
    merchantId: merchant.id,
    merchantExternalId: merchant.externalId,
    operation: call.recurring === undefined ? (body.operation_type ?? 'sale') : 'recurring',
    channel: call.recurring === undefined ? (call.checkout?.channel ?? 'api') : 'recurring',
    amount: money(body.amount.amount, body.amount.currency.toUpperCase()),
    installment: body.installment,
    is3dSecure,
    card: { ...card, ...toCardFacts(body.card.number, bin) },
    customer: {
      id: body.buyer?.id ?? null,
      email: body.buyer?.email ?? null,
      phone: body.buyer?.phone ?? null,
      ip: body.buyer?.ip_address === undefined ? null : plainAddress(body.buyer.ip_address),
      country: body.billing_address?.country?.toUpperCase() ?? null,
      shippingCountry: body.shipping_address?.country?.toUpperCase() ?? null,
    },
    device: {
      fingerprint: body.extra_properties?.device_fingerprint ?? null,
      userAgent: body.extra_properties?.user_agent ?? null,
    },
    atMs: now.getTime(),
    actor: call.principal.subject,
  }
}
