/** Members of a payment in the forms that messages to banks have. */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Attempt, CardData } from '../attempt.ts'

/** Our reference as a bank accepts it: unchanged, or not at all. A truncated one could collide with another order. */
export const toBankOrderId =
  (form: RegExp) =>
  ({ reference }: { readonly reference: string }): string => {
    if (!form.test(reference)) throw new Error('the reference does not fit this bank')
    return reference
  }

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // in one case: a bank may ignore it

/**
 * For a bank whose order ids are shorter than a reference: as many digits and letters of its hash, five bits each. From 20 on
 * no two orders share one.
 */
export const toDerivedOrderId =
  (length: number) =>
  ({ reference }: { readonly reference: string }): string => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(reference)) throw new Error('the reference is none of ours')
    const hash = createHash('sha256').update(reference).digest()
    return [...hash.subarray(0, length)].map((byte) => LETTERS[byte & 31]).join('')
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
