/** Gives the meaning of a bank's response code: the finer code we store, its category, and whether routing may try elsewhere. */
import type { ErrorCategoryName } from '../core/schema.ts'
import type { CodeTable } from './codes/code-table.ts'
import type { BankCodeMeaning } from './port.ts'

/** Our own codes, for faults without a bank's response. They are never displayed as a bank's. */
export const NO_ANSWER = 'no_answer'
export const NOT_REACHED = 'not_reached'
export const BREAKER_OPEN = 'breaker_open'
export const QUEUE_FULL = 'queue_full'
/** So much time passed between preparation and first byte that another process may have decided the payment. */
export const TOO_OLD = 'too_old'
/** The bank's records show that the attempt was reversed there. */
export const UNDONE_THERE = 'undone_there'
/** The configuration lacks a required setting, or its address may not be called. */
export const NOT_CONFIGURED = 'not_configured'
const OUR_CODES = new Set([NO_ANSWER, NOT_REACHED, BREAKER_OPEN, QUEUE_FULL, TOO_OLD, UNDONE_THERE, NOT_CONFIGURED])

const row = (storedCode: string, category: ErrorCategoryName, mayTryFallback = false): BankCodeMeaning => ({
  storedCode,
  category,
  mayTryFallback,
})

// biome-ignore format: one row per line reads as the table it is
const MEANINGS: Readonly<Record<string, BankCodeMeaning>> = {
  '01': row('bank_declined', 'BankDeclined'),
  '04': row('bank_declined', 'BankDeclined'),
  '05': row('do_not_honor', 'BankDeclined'),
  '12': row('bank_declined', 'Validation'),
  '13': row('invalid_amount', 'Validation'),
  '14': row('invalid_card', 'Validation'),
  '15': row('bank_declined', 'BankDeclined'),
  '1A': row('three_ds_required', 'BankDeclined'),
  '30': row('bank_declined', 'Validation'),
  '41': row('bank_declined', 'BankDeclined'),
  '43': row('bank_declined', 'BankDeclined'),
  '51': row('insufficient_funds', 'BankDeclined'),
  '54': row('card_expired', 'BankDeclined'),
  '55': row('bank_declined', 'BankDeclined'),
  '57': row('bank_declined', 'BankDeclined'),
  '58': row('config_error', 'Configuration'),
  '59': row('fraud_suspected', 'Fraud'),
  '61': row('limit_exceeded', 'BankDeclined'),
  '62': row('bin_restricted', 'BankDeclined'),
  '63': row('fraud_suspected', 'Fraud'),
  '65': row('limit_exceeded', 'BankDeclined'),
  '75': row('bank_declined', 'BankDeclined'),
  '82': row('invalid_cvv', 'BankDeclined'),
  '91': row('bank_timeout', 'Timeout', true),
  '92': row('config_error', 'Configuration'),
  '96': row('bank_system_error', 'Technical', true),
  // The fallback comes only after a confirmed reversal, which this table does not decide.
  '99': row('bank_timeout', 'Timeout'),
  [NO_ANSWER]: row('bank_timeout', 'Timeout'),
  [NOT_REACHED]: row('bank_system_error', 'Technical', true),
  [BREAKER_OPEN]: row('bank_system_error', 'Technical', true),
  [QUEUE_FULL]: row('bank_system_error', 'Technical', true),
  [TOO_OLD]: row('bank_system_error', 'Technical', true),
  [UNDONE_THERE]: row('bank_timeout', 'Timeout'),
  [NOT_CONFIGURED]: row('config_error', 'Configuration', true),
}
const UNMAPPED = row('unknown_error', 'Unknown')

/** `codes` is the table of the bank's connector; without it the sandbox bank's table applies (docs/interface/bank-codes.md#card-payments). */
export const findBankCodeMeaning = (code: string, codes?: CodeTable): BankCodeMeaning => {
  if (codes === undefined || OUR_CODES.has(code)) return Object.hasOwn(MEANINGS, code) ? MEANINGS[code]! : UNMAPPED
  const found = codes.find(code)
  return found ? row(found.storedCode, found.category) : UNMAPPED
}
