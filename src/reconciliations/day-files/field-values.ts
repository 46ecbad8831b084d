/** Reads the values of a record. A fault is noted with its line, and reading continues. */
import { findCardNumbers, maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { CARD_DIGITS_MIN } from '../../core/card-ranges.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { Faults } from './day-file.ts'

/** Amounts must be exact as numbers, and no larger than a payment can be. */
const MINOR_MAX = Number.MAX_SAFE_INTEGER
const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+03:00$/
const DAYS_MAX = 3_650

export class FieldValues {
  readonly #faults: Faults
  readonly #line: number
  constructor(faults: Faults, line: number) {
    this.#faults = faults
    this.#line = line
  }

  wrong(message: Phrase): void {
    this.#faults.add(this.#line, message)
  }

  /** Card numbers are not allowed in ids and codes; if a bank or a person wrote one, only its mask is stored. */
  text(name: string, value: string | undefined, most: number): string {
    const written = this.merchant(name, value, most)
    return findCardNumbers(written).some(({ isCard }) => isCard) ? maskCardNumbers(written) : written
  }

  /**
   * The bank's number for a merchant names an account and is stored whole, although one of fifteen digits may look like
   * a card number.
   */
  merchant(name: string, value: string | undefined, most: number): string {
    if (value === undefined || value === '') this.wrong(phrase`${name} is missing`)
    else if (value.length > most) this.wrong(phrase`${name} is longer than ${most} characters`)
    else if (hasControls(value)) this.wrong(phrase`${name} contains a control character`)
    return value ?? ''
  }

  textOrNull(name: string, value: string | undefined, most: number): string | null {
    return value === undefined || value === '' ? null : this.text(name, value, most)
  }

  /** Accepts only a masked number: with so many digits, however they are written, it would be a whole number. */
  maskedCard(name: string, value: string | undefined): string | null {
    if ((value ?? '').replace(/\D/g, '').length < CARD_DIGITS_MIN) return this.textOrNull(name, value, 19)
    this.wrong(phrase`${name} is not masked`)
    return null
  }

  oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T {
    if (!known.includes(value as T)) this.wrong(phrase`${name} is none of ${known.join(', ')}`)
    return value as T
  }

  whole(name: string, value: string | undefined, least: number, most: number): number {
    const number = /^-?\d{1,16}$/.test(value ?? '') ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number + 0 // turns -0 into 0
    this.wrong(phrase`${name} is no whole number from ${least} to ${most}`)
    return 0
  }

  wholeOrNull(name: string, value: string | undefined, least: number, most: number): number | null {
    return value === undefined || value === '' ? null : this.whole(name, value, least, most)
  }

  minor(name: string, value: string | undefined): number {
    return this.whole(name, value, -MINOR_MAX, MINOR_MAX)
  }

  blockedDays(value: string | undefined): number | null {
    return this.wholeOrNull('blocked days', value, 0, DAYS_MAX)
  }

  day(name: string, value: string | undefined): string {
    if (!isDay(value)) this.wrong(phrase`${name} is no day as YYYY-MM-DD`)
    return value ?? ''
  }

  dayOrNull(name: string, value: string | undefined): string | null {
    return value === undefined || value === '' ? null : this.day(name, value)
  }

  time(name: string, value: string | undefined): string {
    if (value === undefined || !TIME.test(value) || !isDay(value.slice(0, 10)) || Number.isNaN(Date.parse(value)))
      this.wrong(phrase`${name} is no time of Istanbul as YYYY-MM-DDThh:mm:ss+03:00`)
    return value ?? ''
  }

  flagOrNull(name: string, value: string | undefined): boolean | null {
    return value === undefined || value === '' ? null : this.oneOf(name, value, ['Y', 'N']) === 'Y'
  }

  installments(value: string | undefined): { installment: number; installments: number } {
    const [, n, of] = /^(\d{1,2})\/(\d{1,2})$/.exec(value ?? '') ?? []
    const parts = { installment: Number(n), installments: Number(of) }
    if (parts.installment >= 1 && parts.installment <= parts.installments) return parts
    this.wrong(phrase`installment is no n/of`)
    return { installment: 1, installments: 1 }
  }
}

const isDay = (value: string | undefined): boolean => {
  if (value === undefined || !DAY.test(value)) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}

const hasControls = (value: string): boolean => [...value].some((each) => each < ' ' || each === '\u007f')
