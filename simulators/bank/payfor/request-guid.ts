/** RequestGuid: PayFor's own number of a challenge, which the second call names in place of card and terms. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'

/** 16 digits in the manner of the bank. Their check digit is wrong, so that no program takes them for a card number. */
export const toRequestGuid = (seed: string, session: string): string => {
  const drawn = createHmac('sha256', seed).update(`${session}/guid`).digest().readUIntBE(0, 6) % 1e8
  const digits = `1000000${String(drawn).padStart(8, '0')}`
  return `${digits}${(checkDigit(digits) + 1) % 10}`
}

const checkDigit = (digits: string): number => {
  const sum = [...digits].reduce((total, digit, at) => {
    const doubled = Number(digit) * ((digits.length - at) % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

export const findSession = ({ ledger, seed }: Bank, guid: string | undefined): Session | undefined =>
  guid === undefined
    ? undefined
    : [...ledger.books.sessions.values()].find(({ id, face }) => face === 'payfor' && toRequestGuid(seed, id) === guid)
