/** Amounts as iyzico writes them: a decimal with as few digits as it needs; what it has computed may be off by a hair. */
import type { Money } from '../../core/money.ts'
import { decimalText } from '../transport/bank-amounts.ts'

/** 149.9, 150.0: the form of iyzico's own clients. */
export const priceText = (amount: Money): string => decimalText(amount).replace(/0$/, '')

const DIGITS = 8
const CENT = 1_000_000n // in units of the eighth digit

/** Minor units of 10.21, 10.21000000 and 10.209999999999999, which iyzico has sent for it; null for any other fraction of one. */
export const minorOfPrice = (text: string | null): number | null => {
  const [, whole, fraction = ''] = /^([0-9]{1,12})(?:\.([0-9]{1,20}))?$/.exec(text ?? '') ?? []
  if (whole === undefined) return null
  const units = BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, '0'))
  const cents = (units + CENT / 2n) / CENT
  const off = units - cents * CENT
  return off >= -1n && off <= 1n ? Number(cents) : null
}

/** The texts of one amount that a signature may have been made of. */
export const signedForms = (text: string): readonly string[] => {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return [text, short, short.includes('.') ? short : `${short}.0`]
}
