/** Members of a payment in the forms that messages to banks have. */
import { isIP } from 'node:net'
import type { Attempt, CardData } from '../attempt.ts'

/** Our reference as a bank accepts it: unchanged, or not at all. A truncated one could collide with another order. */
export const toBankOrderId =
  (form: RegExp) =>
  ({ reference }: { readonly reference: string }): string => {
    if (!form.test(reference)) throw new Error('the reference does not fit this bank')
    return reference
  }

/** Returns number and code; the code is absent from a card on file. Two digits each for month and year. */
export const cardTexts = ({ number, cvv, expireMonth, expireYear }: CardData) => ({
  number: number.use((text) => text),
  cvv: cvv?.use((text) => text),
  month: String(expireMonth).padStart(2, '0'),
  year: String(expireYear).slice(-2),
})

/** Returns the number of installments; `single` for a payment at once. */
export const installmentsText = ({ installments }: Pick<Attempt, 'installments'>, single = ''): string =>
  installments > 1 ? String(installments) : single

/** Returns the address of the shopper, which the caller may have given as any text. */
export const addressText = (buyerIp: string | null | undefined, other = ''): string =>
  isIP(buyerIp ?? '') ? buyerIp! : other
