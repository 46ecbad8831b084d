/** The values of every variable for one payment. */
import type { Money } from '../../core/money.ts'
import type { Secret } from '../../core/secret.ts'
import { countryOfIp } from '../../reference/ip-country.ts'
import { type CardFacts, toCardVariables } from './card-variables.ts'
import { istanbulHour, istanbulWeekday } from './istanbul-time.ts'

export type Value = string | number | boolean | null | readonly Value[]
/** Values by dotted name. A name that is missing is null; a velocity that is missing is 0. */
export type Variables = Readonly<Record<string, Value | undefined>>

/** Facts of a card payment at its check. */
export interface PaymentFacts {
  /** Id of the payment about to be made. */
  id: string
  tenantId: string
  merchantId: string
  merchantExternalId: string | null
  operation: 'sale' | 'pre_auth' | 'recurring'
  channel: 'api' | 'checkout' | 'link' | 'recurring' | 'bulk'
  amount: Money
  installment: number
  is3dSecure: boolean
  card: CardFacts & {
    number: Secret
    /** Keyed hash of the number. */
    fingerprint: Buffer
  }
  customer: {
    id: string | null
    email: string | null
    phone: string | null
    ip: string | null
    /** Two letters of the billing address, and of the shipping address. */
    country: string | null
    shippingCountry: string | null
  }
  device: { fingerprint: string | null; userAgent: string | null }
  /** Platform clock. */
  atMs: number
  /** The person who takes the payment: for its alert, not for the rules. */
  actor?: string
  /** Types of its values that are on the blacklist, sorted. */
  listed?: readonly string[]
  /** Velocity numbers by their full name; a missing number counts as 0. */
  counted?: Readonly<Record<string, number>>
}

export const toPaymentVariables = (facts: PaymentFacts): Variables => {
  const { card, customer, device } = facts
  const email = customer.email?.toLowerCase() ?? null
  return {
    ...facts.counted,
    process: 'sanal_pos',
    operation: facts.operation,
    channel: facts.channel,
    tenant_id: facts.tenantId,
    merchant: facts.merchantId,
    merchant_external_id: facts.merchantExternalId,
    amount_minor: facts.amount.minor,
    currency: facts.amount.currency,
    installment: facts.installment,
    is_3d_secure: facts.is3dSecure,
    ...toCardVariables(card),
    'customer.id': customer.id,
    'customer.email': email,
    'customer.email_domain': email?.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : null,
    'customer.phone': customer.phone?.replace(/[^0-9]/g, '') ?? null,
    'customer.ip': customer.ip,
    'customer.country': customer.country,
    'customer.ip_country': customer.ip === null ? null : countryOfIp(customer.ip),
    'customer.shipping_country': customer.shippingCountry,
    'device.fingerprint': device.fingerprint,
    'device.user_agent': device.userAgent,
    'time.hour': istanbulHour(facts.atMs),
    'time.weekday': istanbulWeekday(facts.atMs),
    'blacklist.hit': facts.listed !== undefined && facts.listed.length > 0,
    'blacklist.types': facts.listed ?? [],
  }
}

export const toTimeVariables = (atMs: number): Variables => ({
  'time.hour': istanbulHour(atMs),
  'time.weekday': istanbulWeekday(atMs),
})
