/** References as a bank assigns them, derived from the count of movements, so that equal calls get equal responses. */

import type { Protocol, References } from '../ledger/facts.ts'
import { isCardNumber } from '../world/cards.ts'

const DAY_MS = 86_400_000
/** Gateways whose authorization codes are digits; those of the others begin with a letter. */
const HAS_DIGITS: ReadonlySet<Protocol> = new Set(['garanti', 'posnet', 'akbank', 'kuveyt', 'iyzico'])
const ISTANBUL_MS = 3 * 3_600_000

export const buildReferences = (movement: number, now: number, face: Protocol): References => {
  const local = new Date(now + ISTANBUL_MS)
  const year = local.getUTCFullYear()
  const day = String(Math.floor((local.getTime() - Date.UTC(year, 0, 1)) / DAY_MS) + 1).padStart(3, '0')
  const count = `${year % 10}${day}${digits(movement, 10)}`
  return {
    transaction_id: `${year % 100}${day}SIM${digits(movement, 6)}`,
    auth_code: HAS_DIGITS.has(face) ? digits(movement % 1_000_000, 6) : `S${digits(movement % 100_000, 5)}`,
    host_reference: face === 'posnet' ? notLikeCard(count) : `${year % 10}${day}${digits(movement, 8)}`,
  }
}

/** Eighteen digits are as long as a card number; their check digit is wrong, so that no log takes them for one. */
const notLikeCard = (count: string): string => {
  const key = `${count}0191`
  return isCardNumber(key) ? `${count}0192` : key
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0')
