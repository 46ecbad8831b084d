/**
 * Our phrases in Turkish. A phrase is recognized by its words: it may come from a row, from a kept answer or from another
 * process, which have the English text alone. What is not a phrase of ours stays as it is.
 */
import { TURKISH } from './turkish/phrases.ts'

export const inTurkish = (text: string): string => readingOf(text, DEPTH_MAX)?.turkish ?? text

/** How a text can be read; of several readings the one that explains most of it counts, of equals the first. */
interface Reading {
  readonly turkish: string
  /** Characters that phrases of ours account for. */
  readonly known: number
}

const DEPTH_MAX = 4 // a list of faults, each a field with its message, which has a phrase inside
const TEXT_MAX = 2048 // ours are shorter; values that callers sent are cut before

const readingOf = (text: string, depth: number): Reading | undefined => {
  const whole = WITHOUT_VALUES.get(text)
  if (whole !== undefined) return { turkish: whole, known: text.length }
  if (depth === 0 || text.length > TEXT_MAX) return undefined
  return [
    asFault(text, depth - 1),
    ...asTemplates(text, depth - 1),
    asList(text, '; ', PIECES_MAX, depth - 1),
    asList(text, ', ', 1, depth - 1),
  ].reduce<Reading | undefined>(
    (best, each) => (each !== undefined && each.known > (best?.known ?? 0) ? each : best),
    undefined,
  )
}

const PIECES_MAX = 3 // "is required; did you mean it by mail?" is one fault of two pieces
const LISTED_MAX = 12 // of faults three are named; more pieces would be a text made to be read in many ways

/** "currency: is required; amount: must be 1 or more", and "2 API keys, 3 users" */
const asList = (text: string, between: string, piecesMax: number, depth: number): Reading | undefined => {
  const pieces = text.split(between)
  if (pieces.length < 2 || pieces.length > LISTED_MAX) return undefined
  /** Of the pieces from each one on: the last ones are read first. */
  const rest: Reading[] = []
  for (let from = pieces.length - 1; from >= 0; from--) {
    const ways = Array.from({ length: Math.min(piecesMax, pieces.length - from) }, (_, more): Reading => {
      const to = from + more + 1
      if (from === 0 && to === pieces.length) return { turkish: text, known: 0 } // the whole is no list
      const fault = read(pieces.slice(from, to).join(between), depth)
      return to === pieces.length ? fault : joined([fault, rest[to] as Reading], between)
    })
    rest[from] = ways.reduce((best, each) => (each.known > best.known ? each : best))
  }
  return rest[0]
}

/** "currency: is required", and "currency is required." */
const asFault = (text: string, depth: number): Reading | undefined => {
  const [, field, between, message, end] = /^(.+?)(: )(.+)()$/s.exec(text) ?? /^(\S+)( )(.+)(\.)$/s.exec(text) ?? []
  if (field === undefined || message === undefined) return undefined
  const fault = joined([read(field, depth), read(message, depth)], between as string)
  return { ...fault, turkish: `${fault.turkish}${end}` }
}

const asTemplates = (text: string, depth: number): Reading[] =>
  [...(BY_BEGINNING.get(beginningOf(text)) ?? []), ...(BY_BEGINNING.get('') ?? [])].flatMap(
    ({ parts, known, turkish }) => {
      const values = valuesBetween(parts, text)
      if (values === undefined) return []
      const readings = values.map((value) => read(value, depth))
      return [
        {
          turkish: turkish.replaceAll(/\{(\d)\}/g, (_, at: string) => readings[Number(at)]?.turkish ?? ''),
          known: readings.reduce((sum, reading) => sum + reading.known, known),
        },
      ]
    },
  )

/** A value of one word is a name or a state of the interface and stays, whatever phrase reads the same. */
const read = (value: string, depth: number): Reading =>
  (value.includes(' ') ? readingOf(value, depth) : undefined) ?? { turkish: value, known: 0 }

const joined = (readings: readonly Reading[], between: string): Reading => ({
  turkish: readings.map(({ turkish }) => turkish).join(between),
  known: readings.reduce((sum, reading) => sum + reading.known, 0),
})

/** Without going back, so that no text takes long: each part is looked for after the one before, the last at the end. */
const valuesBetween = (parts: readonly string[], text: string): string[] | undefined => {
  const first = parts[0] as string
  const last = parts.at(-1) as string
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return undefined
    values.push(text.slice(at, found))
    at = found + part.length
  }
  return at > end ? undefined : [...values, text.slice(at, end)]
}

const ALL = Object.entries(TURKISH)
const WITHOUT_VALUES: ReadonlyMap<string, string> = new Map(ALL.filter(([english]) => !english.includes('{}')))
const WITH_VALUES = ALL.filter(([english]) => english.includes('{}'))
  .map(([english, turkish]) => {
    const parts = english.split('{}')
    return { parts, turkish, known: parts.join('').length }
  })
  .sort((a, b) => b.known - a.known)
const BEGINNING = 3 // "at ", "is ", "The": few templates share one
const beginningOf = (text: string): string => (text.length < BEGINNING ? '' : text.slice(0, BEGINNING))
/** Under '' those that begin with a value. */
const BY_BEGINNING = Map.groupBy(WITH_VALUES, ({ parts }) => beginningOf(parts[0] as string))
