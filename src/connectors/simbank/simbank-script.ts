/**
 * The simulated bank's response to an attempt: a pure function of the attempt and the tenant's test card. So every process gives the same
 * response, also after a restart. An inquiry has no card code, so an attempt with a wrong one whose answer was lost is found approved.
 */
import { createHash } from 'node:crypto'
import type { Attempt, BankReferences } from '../attempt.ts'
import { usedPoints } from './card-terms.ts'
import { bankMessage } from './simbank-codes.ts'
import type { SimulatedCard } from './simulated-card.ts'

export interface Script {
  /** 00 approves; 99: the bank never answers. */
  readonly code: string
  readonly message: string
  readonly delayMs: number
  /** A failure of this card trips the breaker. */
  readonly tripsBreaker: boolean
  readonly usedPoints: number | undefined
}

export const NO_ANSWER_CODE = '99'
const SYSTEM_FAULT_CODE = '96'
const TIMEOUT_MS = 3_000 // of a card that says nothing else
const BAD_CVV = new Set(['999', '9999'])

export const isWrongCvv = (cvv: string): boolean => BAD_CVV.has(cvv)

/** `isCvvWrong` is the bank's finding when it had the code, before a challenge. */
export const scriptFor = (attempt: Attempt, card: SimulatedCard | undefined, isCvvWrong = false): Script => {
  const code = isCvvWrong || attempt.card.cvv?.use(isWrongCvv) ? '82' : codeFor(attempt, card)
  const isOwnDecline = card !== undefined && isDecline(code) && code !== '82'
  const isSilent = code === NO_ANSWER_CODE
  const reported = (isOwnDecline && card.custom_error_code) || code
  return {
    code: reported,
    message: (isOwnDecline && card.custom_error_message) || messageFor(reported),
    delayMs: card?.simulated_delay_ms ?? (isSilent ? TIMEOUT_MS : 0),
    tripsBreaker: card?.extra_properties.trip_breaker === 'true',
    usedPoints: usedPoints(attempt, card),
  }
}

/** A refusal of the card; custom codes replace these, but neither faults nor time-outs. */
const isDecline = (code: string): boolean => code !== '00' && code !== NO_ANSWER_CODE && code !== SYSTEM_FAULT_CODE

const codeFor = (attempt: Attempt, card: SimulatedCard | undefined): string => {
  if (failsInPlan(attempt)) return '51'
  switch (card?.expected_result ?? 'Success') {
    case 'Success':
      return '00'
    case 'Declined':
      return '05'
    case 'InsufficientFunds':
      return '51'
    case 'InvalidCard':
      return '14'
    case 'Timeout':
      return NO_ANSWER_CODE
    case 'ThreeDSecureRequired':
      return attempt.model === 'none' ? '1A' : '00'
    case 'RandomFailure':
      return isOdd(attempt.externalId ?? attempt.transactionId) ? '05' : '00'
    case 'GatewayError':
      return SYSTEM_FAULT_CODE
  }
}

/** Amounts that end in 93 or 94: the second installment of their plan fails on every try, or on the first. */
const failsInPlan = ({ storedCredential, amount }: Attempt): boolean => {
  if (storedCredential?.installment !== 2) return false
  const ending = amount.minor % 100
  return ending === 93 || (ending === 94 && storedCredential.tryNo === 1)
}

const isOdd = (seed: string): boolean => sha256(seed)[0]! % 2 === 1

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The texts of the code table (docs/interface/bank-codes.md#card-payments). */
export const messageFor = (code: string): string => (code === '00' ? 'Approved' : (bankMessage(code) ?? 'Declined'))

/** References as a bank would return them, derived from the transaction id so that every response repeats them. */
export const referencesFor = (transactionId: string): BankReferences => {
  const hash = sha256(transactionId)
  return {
    providerTransactionId: `SIM-${transactionId.replaceAll('-', '').slice(0, 20)}`,
    authCode: digits(hash.readUIntBE(10, 6), 6),
    hostReference: digits(hash.readUIntBE(16, 6), 12),
  }
}

const digits = (value: number, length: number): string => String(value % 10 ** length).padStart(length, '0')
