/** Reads one file of a run and reports forbidden values. */
import type { Finder } from './finder.ts'
import { bytesOf, isExcepted, isOfLog, isOfSamples, isOfSubscription, type Place } from './places.ts'
import { shapesIn } from './shapes.ts'

export interface Leak {
  /** A table's column, or a file. */
  readonly where: string
  readonly what: string
  /** With its digits and long tokens masked. */
  readonly excerpt: string
}

export interface Known {
  /** All that was sent or handed out, numbers of test cards too. */
  readonly finder: Finder
  readonly testCards: ReadonlySet<string>
}

/** The first of each column and kind: more add nothing. */
export const leaksIn = (place: Place, known: Known): Leak[] => {
  const leaks = new Map<string, Leak>()
  for (const piece of piecesOf(bytesOf(place), place.kind === 'rows')) addLeaks(leaks, place, piece, known)
  return [...leaks.values()]
}

/** A string has at most half a gigabyte. Pieces of a file overlap, those of rows end with a line and begin with the names of the columns. */
export const piecesOf = (bytes: Buffer, areRows: boolean, most = PIECE_BYTES): Buffer[] => {
  if (bytes.length <= most) return [bytes]
  const names = areRows ? bytes.subarray(0, bytes.indexOf(LINE_END) + 1) : Buffer.alloc(0)
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const line = areRows ? bytes.subarray(from, from + most).lastIndexOf(LINE_END) + 1 : 0
    const end = Math.min(bytes.length, from + (line > 0 ? line : most))
    pieces.push(from === 0 ? bytes.subarray(0, end) : Buffer.concat([names, bytes.subarray(from, end)]))
    from = end === bytes.length || line > 0 ? end : end - Math.min(OVERLAP_BYTES, most / 2)
  }
  return pieces
}
const PIECE_BYTES = 2 ** 28
const OVERLAP_BYTES = 2 ** 16
const LINE_END = 10

const addLeaks = (leaks: Map<string, Leak>, place: Place, bytes: Buffer, known: Known): void => {
  const text = bytes.toString('latin1')
  const add = (what: string, at: number, length: number): void => {
    const column = place.kind === 'rows' ? columnAt(text, at) : undefined
    if (isExcepted(place, column) || isOfSubscription(place, text.slice(Math.max(0, at - AROUND), at))) return
    const where = place.name + (column ? `.${column}` : '')
    if (!leaks.has(`${where} ${what}`))
      leaks.set(`${where} ${what}`, { where, what, excerpt: excerptOf(text, at, length) })
  }
  known.finder.search(bytes, ({ what, bytes: needle, isTestCard }, at) => {
    if (!isTestCard || place.kind !== 'published') add(what, at, needle.length)
  })
  if (place.kind === 'rows') searchBinaryColumns(text, known.finder, add)
  for (const { what, at, length, digits } of isOfSamples(place) ? [] : shapesIn(text, bytes)) {
    if (isOfLog(place) && digits !== undefined && isSampled(bytes, at)) continue
    const isPublished =
      place.kind === 'published' && (digits === undefined ? what === 'a card code' : known.testCards.has(digits))
    if (!isPublished) add(what, at, length)
  }
}

/**
 * The log has the samples of columns, too. Only in their arrays a text as short as a number has the long header: four bytes, with its length
 * times four.
 */
export const isSampled = (bytes: Buffer, at: number): boolean => {
  const header = at < 4 ? 0 : bytes.readUInt32LE(at - 4)
  return header % 4 === 0 && header / 4 >= 4 + 13 && header / 4 <= 4 + 23
}

/** A bytea column is dumped as \\x and its bytes in hex. */
const searchBinaryColumns = (
  text: string,
  finder: Finder,
  add: (what: string, at: number, length: number) => void,
): void => {
  for (const { 0: column, index: at } of text.matchAll(/\\\\x[0-9a-f]{16,}/g))
    finder.search(Buffer.from(column.slice(3), 'hex'), ({ what }) => add(`${what}, in bytes`, at, column.length))
}

/** Names of the columns are the first line, tabs separate, and neither occurs inside a value. */
const columnAt = (text: string, at: number): string | undefined => {
  const lineStart = text.lastIndexOf('\n', at) + 1
  if (lineStart === 0) return undefined
  const names = text.slice(0, text.indexOf('\n')).split('\t')
  return names[text.slice(lineStart, at).split('\t').length - 1]
}

const AROUND = 60
const excerptOf = (text: string, at: number, length: number): string => {
  const before = text.slice(Math.max(0, at - AROUND), at)
  const found = text.slice(at, at + length)
  const after = text.slice(at + length, at + length + AROUND / 2)
  return `${plain(before)}«${found.slice(0, 4)}${'*'.repeat(Math.max(0, Math.min(length, 20) - 4))}»${plain(after)}`
}
const plain = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, '.').replace(/[0-9]{4,}|[\w-]{20,}/g, (run) => `${run.slice(0, 3)}*`)
