/** Sequences of digits in a text, whatever separates them: blanks, dashes and dots of every script, full-width and other digits. */

/** Digits with nothing between them. */
export interface DigitGroup {
  readonly digits: string
  /** Position of each digit in the text. */
  readonly spans: readonly TextSpan[]
}
interface TextSpan {
  readonly at: number
  readonly length: number
}
export interface DigitSequence {
  readonly groups: readonly DigitGroup[]
  /** The separator between one group and the next. */
  readonly gaps: readonly string[]
}

/** `4546 - 7112`: a separator with a blank on either side. */
const GAP_MAX = 3
const LATIN_LAST = 0x24f
const SYMBOLS_FIRST = 0x80
const SYMBOLS_LAST = 0xbf // no-break space, soft hyphen, superscripts

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** Returns false for nearly every text, at the cost of one pass; true if {@link findDigitSequences} has to look. */
export const mayHoldDigitSequence = (text: string, digitsMin: number): boolean => {
  if (text.length < digitsMin / DIGITS_IN_ONE_SIGN) return false
  let digits = 0
  let gap = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      gap = 0
      if (++digits >= digitsMin) return true
    } else if (code > LATIN_LAST || (code >= SYMBOLS_FIRST && code <= SYMBOLS_LAST)) {
      return true
    } else if (isAsciiLetter(code) || code > SYMBOLS_LAST || ++gap > GAP_MAX) {
      digits = 0
      gap = 0
    }
  }
  return false
}
const DIGITS_IN_ONE_SIGN = 2

/** `isCut` finds characters that end a run, in addition to letters. */
export const findDigitSequences = (
  text: string,
  digitsMin: number,
  isCut: (sign: string) => boolean = never,
): DigitSequence[] => {
  const runs: DigitSequence[] = []
  let start = -1
  let end = 0
  let digits = 0
  let gap = 0
  const close = (): void => {
    if (digits >= digitsMin) runs.push(runIn(text, start, end))
    start = -1
    digits = 0
    gap = 0
  }
  for (let at = 0; at < text.length; ) {
    const sign = signAt(text, at)
    const count = digitsOf(sign).length
    if (count > 0) {
      if (start < 0) start = at
      digits += count
      gap = 0
      end = at + sign.length
    } else if (start >= 0 && (isLetter(sign) || isCut(sign) || ++gap > GAP_MAX)) close()
    at += sign.length
  }
  close()
  return runs
}
const never = (): boolean => false

const runIn = (text: string, start: number, end: number): DigitSequence => {
  const groups: { digits: string; spans: TextSpan[] }[] = []
  const gaps: string[] = []
  let gap = ''
  for (let at = start; at < end; ) {
    const sign = signAt(text, at)
    const digits = digitsOf(sign)
    if (digits === '') gap += sign
    else {
      if (groups.length === 0 || gap !== '') groups.push({ digits: '', spans: [] })
      if (gap !== '') gaps.push(gap)
      gap = ''
      const group = groups.at(-1) as (typeof groups)[number]
      group.digits += digits
      for (const _ of digits) group.spans.push({ at, length: sign.length })
    }
    at += sign.length
  }
  return { groups, gaps }
}

const signAt = (text: string, at: number): string => {
  const code = text.charCodeAt(at)
  return code < 0xd800 || code > 0xdbff ? (text[at] as string) : String.fromCodePoint(text.codePointAt(at) as number)
}

const isLetter = (sign: string): boolean => {
  const code = sign.charCodeAt(0)
  return code < SYMBOLS_FIRST ? isAsciiLetter(code) : /^\p{L}/u.test(sign)
}

/** Returns the digits that a character means: full-width, superscript and circled ones by NFKC, those of other scripts by their position. */
const digitsOf = (sign: string): string => {
  const code = sign.charCodeAt(0)
  if (code < SYMBOLS_FIRST) return isDigit(code) ? sign : ''
  if (!/^\p{N}/u.test(sign)) return ''
  const folded = sign.normalize('NFKC').replace(/[^0-9]/g, '')
  return folded !== '' || !NUMERAL.test(sign) ? folded : String(placeInScript(sign))
}

const NUMERAL = /^\p{Nd}/u
/** Every script has its ten digits in sequence, zero first. */
const placeInScript = (sign: string): number => {
  const code = sign.codePointAt(0) as number
  let first = code
  while (NUMERAL.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}
