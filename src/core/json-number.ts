/** A float keeps this many digits, whatever they are. */
import { type Phrase, phrase } from './phrases/phrase.ts'

const FLOAT_DIGITS = 15

/** Returns the fault of a JSON number whose parsed value differs from its text; undefined if the value is exact. */
export const numberFault = (text: string): Phrase | undefined => {
  const value = Number(text)
  if (Number.isNaN(value)) return undefined // no JSON: the grammar refuses it
  if (!Number.isFinite(value)) return phrase`the number is too large`
  if (text.length <= FLOAT_DIGITS && value !== 0 && Number.isSafeInteger(value)) return undefined
  if (!Number.isInteger(value)) return undefined // a fraction is kept as near as a float comes; integer members refuse it
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = BigInt(`${whole}${fraction}` || '0')
  const exponent = Number(power) - fraction.length
  if (digits === 0n) return undefined
  if (value === 0) return phrase`the number is too small`
  const signed = sign === '-' ? -digits : digits
  const exact = exponent >= 0 ? signed * 10n ** BigInt(exponent) === BigInt(value) : isExact(signed, -exponent, value)
  return exact ? undefined : phrase`not kept exactly: whole numbers go to ${Number.MAX_SAFE_INTEGER}`
}

const isExact = (digits: bigint, decimals: number, value: number): boolean =>
  digits === BigInt(value) * 10n ** BigInt(decimals)
