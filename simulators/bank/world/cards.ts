/** The cards the bank has issued, which are only test cards. A card that is not in cards.csv is unknown. */
import { readFileSync } from 'node:fs'

export type CardResult =
  | 'Success'
  | 'Declined'
  | 'InsufficientFunds'
  | 'InvalidCard'
  | 'Timeout'
  | 'ThreeDSecureRequired'
  | 'RandomFailure'
  | 'GatewayError'
/** `invalid` means that the gateway does not know the card. */
export type ThreeDOutcome = 'frictionless' | 'challenge' | 'failed' | 'attempt' | 'unavailable' | 'invalid'

export interface Card {
  readonly number: string
  readonly masked: string
  readonly scheme: string
  readonly type: string
  readonly program: string
  readonly country: string
  readonly installmentsMax: number
  readonly result: CardResult
  readonly threeD: ThreeDOutcome
  /** The bank code of the result; `random` means that it is drawn from seed and order. */
  readonly code: string
  readonly delayMs: number
}

/** Masks as 454671******7894, which is unique among the issued cards, so that no full number has to be stored. */
export const maskCard = (number: string): string => `${number.slice(0, 6)}******${number.slice(-4)}`

/** Formats a masked number as 4546 71** **** 7894. */
export const maskSpaced = (card: string): string => `${card.slice(0, 4)} ${card.slice(4, 6)}** **** ${card.slice(-4)}`

const read = (): Card[] => {
  const [, ...lines] = readFileSync(new URL('cards.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [number, scheme, type, program, country, installments, result, threeD, code, delay] = line.split(',')
    return {
      number: number!,
      masked: maskCard(number!),
      scheme: scheme!,
      type: type!,
      program: program!,
      country: country!,
      installmentsMax: Number(installments),
      result: result as CardResult,
      threeD: threeD as ThreeDOutcome,
      code: code!,
      delayMs: Number(delay),
    }
  })
}

const CARDS = read()
const BY_NUMBER = new Map(CARDS.map((card) => [card.number, card]))
const BY_MASK = new Map(CARDS.map((card) => [card.masked, card]))

export const findCard = (number: string): Card | undefined => BY_NUMBER.get(number)
export const cardOfMask = (masked: string): Card | undefined => BY_MASK.get(masked)

/** Checks the check digit, and 13 to 19 digits. */
export const isCardNumber = (text: string): boolean => {
  if (!/^\d{13,19}$/.test(text)) return false
  let sum = 0
  for (let at = 0; at < text.length; at++) {
    const digit = Number(text[text.length - 1 - at]) * (at % 2 === 1 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

export const listCards = (): readonly Card[] => CARDS

/** Returns a card of a BIN of six or eight digits. */
export const findByBin = (bin: string): Card | undefined => CARDS.find(({ number }) => number.startsWith(bin))
