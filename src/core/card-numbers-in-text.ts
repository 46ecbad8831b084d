/** Card numbers inside texts, however they are written, distinguished from order numbers, IBANs, ids and phone numbers; and their masks. */
import { fitsSchemeLength, maskCardNumber, passesLuhn } from './card-number.ts'
import { CARD_DIGITS_MAX, CARD_DIGITS_MIN, isInCardRange } from './card-ranges.ts'
import { type DigitGroup, type DigitSequence, findDigitSequences, mayHoldDigitSequence } from './digit-sequences.ts'
import { replaceIbans } from './iban.ts'

export interface FoundNumber {
  readonly digits: string
  /** A scheme issues such numbers and it is written in a usual form; otherwise only the table of issuers can decide. */
  readonly isCard: boolean
}

/** Every number with a right check digit that could be a card's. */
export const findCardNumbers = (text: string): FoundNumber[] =>
  runsIn(text).flatMap((run) =>
    splitRows(run, text).filter((row) => row.isCard || (!isOtherNumber(row, text) && fitsSchemeLength(row.digits))),
  )

/**
 * Replaces every number of 13 to 19 digits with a right check digit (a blank or dash allowed between) by its masked form, and
 * numbers in any other spelling that a scheme issues.
 */
export const maskCardNumbers = (text: string): string => {
  let shown = ''
  let from = 0
  for (const run of runsIn(text, (sign) => STAYS.has(sign))) {
    const rows = splitRows(run, text).filter((row) => row.isCard || isPlain(row))
    if (rows.length === 0) continue
    const whole = rows.find(({ groups }) => groups.length === run.groups.length)
    const { start, end } = edgesOf(run.groups)
    shown +=
      text.slice(from, start) + (whole ? maskCardNumber(whole.digits) : hiddenIn(text.slice(start, end), start, rows))
    from = end
  }
  return from === 0 ? text : shown + text.slice(from)
}
/** JSON punctuation is not part of a number, nor is text that was masked before. */
const STAYS: ReadonlySet<string> = new Set('"{}[]\\*')

const isPlain = ({ gaps }: Row): boolean => gaps.every((gap) => gap === ' ' || gap === '-')

const hiddenIn = (text: string, start: number, rows: readonly Row[]): string => {
  const signs = [...text]
  const places = new Set(
    rows.flatMap((row) => row.groups.flatMap(({ spans }) => spans.map(({ at }) => at)).slice(6, -4)),
  )
  let at = start
  return signs
    .map((sign) => {
      const shown = places.has(at) ? '*' : sign
      at += sign.length
      return shown
    })
    .join('')
}

// Ids of ours are hex and may hold a run of digits by chance.
const ID =
  /(?<![0-9A-Za-z])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{20,128})(?![0-9A-Za-z])/gi
/** Replaces ids, which contain digits by design, with letters; everything else keeps its position. */
const withoutIds = (text: string): string => replaceIbans(text.replace(ID, inLetters), inLetters)
const inLetters = (found: string): string => 'x'.repeat(found.length)

/** Ids are looked for only where a number with a valid check digit was found, which most texts lack. */
const runsIn = (text: string, isCut?: (sign: string) => boolean): DigitSequence[] => {
  if (!mayHoldDigitSequence(text, CARD_DIGITS_MIN)) return []
  const runs = findDigitSequences(text, CARD_DIGITS_MIN, isCut)
  return runs.some((run) => splitRows(run, text).length > 0)
    ? findDigitSequences(withoutIds(text), CARD_DIGITS_MIN, isCut)
    : []
}

interface Row extends FoundNumber {
  readonly groups: readonly DigitGroup[]
  readonly gaps: readonly string[]
}

/** Another number may come right before or after it, so every sequence of whole groups is checked. */
const splitRows = ({ groups, gaps }: DigitSequence, text: string): Row[] => {
  const found: Row[] = []
  for (let first = 0; first < groups.length; first++) {
    let digits = ''
    for (let last = first; last < groups.length && digits.length <= CARD_DIGITS_MAX; last++) {
      digits += (groups[last] as DigitGroup).digits
      if (digits.length < CARD_DIGITS_MIN || digits.length > CARD_DIGITS_MAX || !passesLuhn(digits)) continue
      const row = { digits, groups: groups.slice(first, last + 1), gaps: gaps.slice(first, last) }
      const isWhole = row.groups.length === groups.length
      if (row.gaps.some(isListGap) && !(isWhole && !isBracketed(text, groups))) continue
      found.push({ ...row, isCard: isInCardRange(digits) && isWritten(row) && !isOtherNumber(row, text) })
    }
  }
  return found
}

/** Category codes and first digits of cards come in lists of four and eight digits: a window of those is not a card. */
const isListGap = (gap: string): boolean => /[,;|\n]/.test(gap)
const isBracketed = (text: string, groups: readonly DigitGroup[]): boolean => {
  const { start, end } = edgesOf(groups)
  return text[start - 1] === '[' && text[end] === ']'
}

const edgesOf = (groups: readonly DigitGroup[]): { start: number; end: number } => {
  const last = groups.at(-1)?.spans.at(-1)
  return { start: groups[0]?.spans[0]?.at ?? 0, end: last === undefined ? 0 : last.at + last.length }
}

/** The number is in one piece, in groups as on a card, or has one separator anywhere: adjacent phone numbers and amounts do not. */
const isWritten = ({ groups, gaps }: Pick<Row, 'groups' | 'gaps'>): boolean => {
  const sizes = groups.map(({ digits }) => digits.length)
  const [size = 0] = sizes
  if (groups.length === 1 || GROUPINGS.has(sizes.join('-'))) return true
  if (sizes.slice(0, -1).every((each) => each % 4 === 0)) return true
  if (size <= EVEN_MAX && sizes.slice(0, -1).every((each) => each === size) && (sizes.at(-1) ?? 0) <= size) return true
  return groups.length >= UNEVEN_GROUPS_MIN && gaps.every((gap) => gap === gaps[0] && !/^\s+$/.test(gap))
}
/** Groups on American Express and Diners, on old cards of 13 digits, and with the issuer's six digits apart. */
const GROUPINGS = new Set(['4-6-5', '4-6-4', '4-3-3-3', '6-13', '6-10', '6-9'])
const EVEN_MAX = 8
const UNEVEN_GROUPS_MIN = 4

/**
 * Digits after a decimal point are a fraction; thirteen digits are more likely an article or phone number than a card, of
 * which none has been issued for decades.
 */
const isOtherNumber = ({ digits, groups }: Pick<Row, 'digits' | 'groups'>, text: string): boolean => {
  const { start } = edgesOf(groups)
  if (groups.length === 1 && /[0-9]\.$/.test(text.slice(Math.max(0, start - 2), start))) return true
  if (digits.length !== 13) return false
  const isPhone = text[start - 1] === '+'
  return isPhone || groups.length > UNEVEN_GROUPS_MIN || (groups.length === 1 && hasArticleDigit(digits))
}

/** GS1: weights 1 and 3 from the left. */
const hasArticleDigit = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

const CARD_CODE = /((?:cv[vc]2?|cv2(?:val|avs)?|card_?code|security_?code)["']?\s*[:=]\s*["']?)[0-9]{3,4}(?![0-9])/gi
/** Replaces the value after the name of a card code. */
export const maskCardCodes = (text: string): string => text.replace(CARD_CODE, '$1***')
