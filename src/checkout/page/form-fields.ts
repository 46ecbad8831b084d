/** Reads the values that a shopper has typed: leniently, checked like the payment will be, and never displayed again except the name. */
import type { Pairs } from '../../access/endpoint.ts'
import { cvvLength, fitsSchemeLength, passesLuhn } from '../../core/card-number.ts'
import type { ChargeCard } from '../../payments/charge/charge-call.ts'

export const FIELDS = ['number', 'holder', 'expiry', 'code', 'installment'] as const
export type Field = (typeof FIELDS)[number]

export interface TypedForm {
  readonly card: Required<ChargeCard>
  readonly installment: number
  /** The attempt that the page was shown for. */
  readonly attemptNo: number
  readonly faults: readonly Field[]
}

export const readCardForm = (pairs: Pairs, today: { year: number; month: number }): TypedForm => {
  const typed = (name: string): string => (pairs[name]?.at(-1) ?? '').normalize('NFC').trim()
  const number = digitsOf(typed('number').replace(/[\s.-]/g, ''))
  const holder = typed('holder').replace(/\s+/g, ' ')
  const expiry = readExpiry(typed('expiry'))
  const code = digitsOf(typed('code'))
  const installment = Number(/^\d{1,2}$/.exec(typed('installment') || '1')?.[0] ?? 0)
  const isAhead =
    expiry !== null && (expiry.year > today.year || (expiry.year === today.year && expiry.month >= today.month))
  const faults: Field[] = []
  if (!/^\d{13,19}$/.test(number) || !fitsSchemeLength(number) || !passesLuhn(number)) faults.push('number')
  if (holder.length < 2 || holder.length > 100 || !/\p{L}/u.test(holder) || /[\p{Cc}]|\d{7}/u.test(holder))
    faults.push('holder')
  if (!isAhead) faults.push('expiry')
  if (code.length !== cvvLength(number)) faults.push('code')
  if (installment < 1 || installment > 12) faults.push('installment')
  return {
    card: {
      holder_name: holder,
      number,
      expire_month: String(expiry?.month ?? 0).padStart(2, '0'),
      expire_year: String(expiry?.year ?? 0),
      cvv: code,
    },
    installment,
    attemptNo: Number(/^\d$/.exec(typed('attempt'))?.[0] ?? 0),
    faults,
  }
}

/** Returns an empty text if there is anything but digits. */
const digitsOf = (text: string): string => (/^\d*$/.test(text) ? text : '')

/** 8/29, 08/29, 0829, 08/2029 and what phones fill in. */
const readExpiry = (text: string): { month: number; year: number } | null => {
  const [, month = '', year = ''] =
    /^(\d{1,2})\s*[/.\- ]\s*(\d{2}|\d{4})$|^$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text) ?? []
  if (month === '' || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: year.length === 2 ? 2_000 + Number(year) : Number(year) }
}
