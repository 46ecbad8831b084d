/** Deductions from a movement: computed on the whole of it, rounded half up, then divided like its installments. */
import { computeBasisPoints, splitEqually } from '../../core/money.ts'
import { findRate, type MerchantTerms, type RatedSale } from './terms.ts'

/** Returns the bank's commission on a whole sale by the terms; undefined if they have no rate for it. */
export const computeCommission = (
  terms: Pick<MerchantTerms, 'rates'>,
  sale: RatedSale & { readonly amount: number },
): number | undefined => {
  const rate = findRate(terms, sale)
  return rate === undefined ? undefined : computeBasisPoints(sale.amount, rate)
}

/**
 * Returns the commission on a refund, as a negative amount: what the bank took for the same amount, or zero if the bank
 * keeps it.
 */
export const commissionOfRefund = (
  terms: Pick<MerchantTerms, 'rates' | 'returns_commission'>,
  sale: RatedSale & { readonly amount: number },
): number | undefined => {
  const taken = computeCommission(terms, sale)
  if (taken === undefined || taken === 0) return taken
  return terms.returns_commission ? -taken : 0
}

interface PlatformShare {
  readonly commission: number
  readonly tax: number
}

/**
 * Returns the platform's share of a whole movement, and the tax on it. `amount` is signed: a refund returns the share
 * if that was agreed.
 */
export const computePlatformShare = (
  terms: Pick<MerchantTerms, 'platform_basis_points' | 'tax_basis_points' | 'returns_platform_commission'>,
  amount: number,
): PlatformShare => {
  if (amount < 0 && !terms.returns_platform_commission) return { commission: 0, tax: 0 }
  const commission = computeBasisPoints(amount, terms.platform_basis_points)
  return { commission, tax: computeBasisPoints(commission, terms.tax_basis_points) }
}

interface Amounts {
  readonly gross: number
  readonly commission: number
  readonly tax: number
}
interface Part extends Amounts {
  readonly installment: number
  readonly net: number
}

/** Divides a movement into installments; each sum is split separately, so that the parts add up to the whole. */
export const splitParts = ({ gross, commission, tax }: Amounts, installments: number): Part[] => {
  const commissions = splitEqually(commission, installments)
  const taxes = splitEqually(tax, installments)
  return splitEqually(gross, installments).map((part, n) => {
    const taken = commissions[n] as number
    const taxed = taxes[n] as number
    return { installment: n + 1, gross: part, commission: taken, tax: taxed, net: part - taken - taxed }
  })
}
