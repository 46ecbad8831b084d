/**
 * Fixed columns in ISO-8859-9: the second profile of our day file. Texts are aligned left, numbers have a sign and
 * leading zeros.
 */
import iconv from 'iconv-lite'
import { phrase } from '../../core/phrases/phrase.ts'
import type { DayFileProfile, Faults, Line } from './day-file.ts'
import { type Record, readRecords } from './records.ts'

/** Widths in the order of the fields; the first character of a number is its sign. */
const WIDTHS: Readonly<{ [kind: string]: readonly number[] }> = {
  H: [1, 3, 12, 15, 3, 10, 4, 25],
  D: [1, 8, 40, 40, 20, 10, 20, 25, 19, 12, 10, 1, 5, 17, 5, 17, 17, 17, 4, 10],
  B: [1, 8, 40, 40, 5, 17, 10],
  P: [1, 8, 10, 17, 17],
  T: [1, 8, 17, 17, 17],
}
/** Fields that are padded with zeros. */
const NUMBERS: Readonly<{ [kind: string]: ReadonlySet<number> }> = {
  H: new Set([1, 6]),
  D: new Set([1, 13, 14, 15, 16, 17, 18]),
  B: new Set([1, 5]),
  P: new Set([1, 3, 4]),
  T: new Set([1, 2, 3, 4]),
}
const widthOf = (kind: string): number => (WIDTHS[kind] as readonly number[]).reduce((sum, width) => sum + width, 0)

export const fixedWidthProfile: DayFileProfile = {
  name: 'fixed_width',
  hasChecksum: true,
  hasCommissions: true,
  begins: (line) => line.length === widthOf('H') && line.toString('latin1', 0, 4) === 'H001',
  read: (lines) => readRecords(lines, records),
}

async function* records(lines: AsyncIterable<Line>, faults: Faults): AsyncGenerator<Record> {
  for await (const { number, bytes } of lines) {
    const kind = bytes.toString('latin1', 0, 1)
    if (!Object.hasOwn(WIDTHS, kind)) faults.add(number, phrase`is no record of this file`)
    else if (bytes.length !== widthOf(kind))
      faults.add(number, phrase`has ${bytes.length} bytes; a record ${kind} has ${widthOf(kind)}`)
    else yield { line: number, fields: fieldsOf(kind, iconv.decode(bytes, 'iso-8859-9')) }
  }
}

const fieldsOf = (kind: string, text: string): string[] => {
  let from = 0
  return (WIDTHS[kind] as readonly number[]).map((width, at) => {
    const value = text.slice(from, from + width).trimEnd()
    from += width
    return NUMBERS[kind]?.has(at) ? value.replace(/^\+?(-?)0+(?=\d)/, '$1') : value
  })
}
