/** What is taken of a movement: on the whole of it, half up, then divided like its installments. */
import { basisPointsOf, splitEqually } from '../../core/money.ts'
import { type MerchantTerms, type RatedSale, rateOf } from './terms.ts'

/** The bank's commission of a whole sale by the terms; undefined: they have no rate for it. */
export const commissionOf = (
  terms: Pick<MerchantTerms, 'rates'>,
  sale: RatedSale & { readonly amount: number },
): number | undefined => {
  const rate = rateOf(terms, sale)
  return rate === undefined ? undefined : basisPointsOf(sale.amount, rate)
}

/** Of what goes back, below zero: minus what the bank took of as much, or nothing where it keeps that. */
export const commissionOfRefund = (
  terms: Pick<MerchantTerms, 'rates' | 'returns_commission'>,
  sale: RatedSale & { readonly amount: number },
): number | undefined => {
  const taken = commissionOf(terms, sale)
  if (taken === undefined || taken === 0) return taken
  return terms.returns_commission ? -taken : 0
}

interface PlatformShare {
  readonly commission: number
  readonly tax: number
}

/** The platform's part of a whole movement, and the tax on it. `amount` is signed: a refund gives it back where that was agreed. */
export const platformShareOf = (
  terms: Pick<MerchantTerms, 'platform_basis_points' | 'tax_basis_points' | 'returns_platform_commission'>,
  amount: number,
): PlatformShare => {
  if (amount < 0 && !terms.returns_platform_commission) return { commission: 0, tax: 0 }
  const commission = basisPointsOf(amount, terms.platform_basis_points)
  return { commission, tax: basisPointsOf(commission, terms.tax_basis_points) }
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

/** The installments of a movement: each sum is split by itself, so that all parts add up to the whole. */
export const partsOf = ({ gross, commission, tax }: Amounts, installments: number): Part[] => {
  const commissions = splitEqually(commission, installments)
  const taxes = splitEqually(tax, installments)
  return splitEqually(gross, installments).map((part, n) => {
    const taken = commissions[n] as number
    const taxed = taxes[n] as number
    return { installment: n + 1, gross: part, commission: taken, tax: taxed, net: part - taken - taxed }
  })
}
