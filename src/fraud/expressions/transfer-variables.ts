/** Variables of a transfer (docs/interface/fraud.md#variables): card variables stay null unless a card is paid. */
import type { Money } from '../../core/money.ts'
import type { Secret } from '../../core/secret.ts'
import { type CardFacts, toCardVariables } from './card-variables.ts'
import { toTimeVariables, type Variables } from './payment-variables.ts'

/** Facts of a transfer at its check. */
export interface TransferFacts {
  /** Id of the transfer about to be made. */
  id: string
  tenantId: string
  merchantId: string
  merchantExternalId: string | null
  type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  channel: 'api' | 'recurring' | 'bulk'
  amount: Money
  sourceAccountId: string
  recipient: {
    iban: string | null
    /** Set for a transfer to a card. */
    cardNumber: Secret | null
    /** Facts about that card. */
    card: CardFacts | null
    bankCode: string | null
    /** First two letters of the IBAN. */
    country: string | null
    /** A completed transfer to the same account exists. */
    isKnown: boolean
  }
  /** Platform clock. */
  atMs: number
  /** Types of its values that are on the blacklist, sorted. */
  listed?: readonly string[]
  /** Velocity numbers by their full name; a missing number counts as 0. */
  counted?: Readonly<Record<string, number>>
}

export const toTransferVariables = (facts: TransferFacts): Variables => ({
  ...facts.counted,
  process: 'para_transferi',
  operation: facts.type,
  channel: facts.channel,
  tenant_id: facts.tenantId,
  merchant: facts.merchantId,
  merchant_external_id: facts.merchantExternalId,
  amount_minor: facts.amount.minor,
  currency: facts.amount.currency,
  installment: 1,
  is_3d_secure: false,
  ...(facts.recipient.card === null ? {} : toCardVariables(facts.recipient.card)),
  'transfer.bank_code': facts.recipient.bankCode,
  'transfer.country': facts.recipient.country,
  'transfer.recipient_known': facts.recipient.isKnown,
  ...toTimeVariables(facts.atMs),
  'blacklist.hit': facts.listed !== undefined && facts.listed.length > 0,
  'blacklist.types': facts.listed ?? [],
})
