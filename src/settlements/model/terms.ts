/** Terms agreed with a bank and a merchant, and the choice of those that apply to a movement. */
import type { CARD_SCHEMES, CARD_TYPES } from '../../core/schema.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export const VALUE_DATE_PLANS = ['next_day', 'blocked_n', 'per_installment', 'weekly'] as const
export type ValueDatePlan = (typeof VALUE_DATE_PLANS)[number]

/** The bank's commission on the sales that match; a criterion that is left out matches every sale. */
export interface TermsRate {
  readonly card_type?: (typeof CARD_TYPES)[number]
  readonly card_scheme?: (typeof CARD_SCHEMES)[number]
  readonly is_on_us?: boolean
  readonly installments_from?: number
  readonly installments_to?: number
  readonly basis_points: number
}

export interface MerchantTerms
  extends Row<
    'merchant_terms',
    | 'id'
    | 'merchant_id'
    | 'configuration_id'
    | 'bank_code'
    | 'effective_from'
    | 'rates'
    | 'value_date_plan'
    | 'blocked_days'
    | 'payout_weekday'
    | 'returns_commission'
    | 'platform_basis_points'
    | 'tax_basis_points'
    | 'returns_platform_commission'
    | 'reserve_basis_points'
    | 'reserve_days'
  > {
  /** Null means every merchant, configuration or bank of the tenant. */
  readonly merchant_id: string | null
  /** YYYY-MM-DD in Istanbul. */
  readonly effective_from: string
  readonly rates: readonly TermsRate[]
  readonly value_date_plan: ValueDatePlan
  /** 1 is Monday. */
  readonly payout_weekday: number | null
  /** Tax on the platform's commission. */
  readonly tax_basis_points: number
}

/** Where and when a movement took place. */
export interface TermsKey {
  readonly merchantId: string
  readonly configurationId: string
  readonly bankCode: string | null
  /** YYYY-MM-DD in Istanbul. */
  readonly day: string
}

/** Returns the terms with the narrowest scope, and of those the newest in effect on the day. */
export const chooseTerms = <T extends MerchantTerms>(agreedTerms: readonly T[], key: TermsKey): T | undefined => {
  let chosen: T | undefined
  for (const terms of agreedTerms) {
    if (!reaches(terms, key) || terms.effective_from > key.day) continue
    if (chosen === undefined || isBefore(chosen, terms)) chosen = terms
  }
  return chosen
}

const reaches = (terms: MerchantTerms, { merchantId, configurationId, bankCode }: TermsKey): boolean =>
  (terms.merchant_id === null || terms.merchant_id === merchantId) &&
  (terms.configuration_id === null || terms.configuration_id === configurationId) &&
  (terms.bank_code === null || terms.bank_code === bankCode)

/** Terms of a merchant come before those of a configuration, and these before those of a bank. */
const narrowness = ({ merchant_id, configuration_id, bank_code }: MerchantTerms): number =>
  Number(merchant_id !== null) * 4 + Number(configuration_id !== null) * 2 + Number(bank_code !== null)

const isBefore = (one: MerchantTerms, other: MerchantTerms): boolean => {
  const difference = narrowness(other) - narrowness(one)
  return difference !== 0 ? difference > 0 : other.effective_from > one.effective_from
}

export interface RatedSale {
  readonly cardType: string
  readonly cardScheme: string
  /** Null if it is not known. */
  readonly isOnUs: boolean | null
  readonly installments: number
}

/** Returns the basis points of the first rate that fits; undefined if none does. */
export const findRate = ({ rates }: Pick<MerchantTerms, 'rates'>, sale: RatedSale): number | undefined =>
  rates.find(
    (rate) =>
      (rate.card_type === undefined || rate.card_type === sale.cardType) &&
      (rate.card_scheme === undefined || rate.card_scheme === sale.cardScheme) &&
      (rate.is_on_us === undefined || rate.is_on_us === sale.isOnUs) &&
      sale.installments >= (rate.installments_from ?? 1) &&
      sale.installments <= (rate.installments_to ?? sale.installments),
  )?.basis_points
