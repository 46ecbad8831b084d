/** UTF-8 with semicolons: the first profile of our day file. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { DayFileProfile, Faults, Line } from './day-file.ts'
import { type Record, readRecords } from './records.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const csvProfile: DayFileProfile = {
  name: 'csv',
  hasChecksum: true,
  hasCommissions: true,
  begins: (line) => line.toString('latin1', 0, 2) === 'H;',
  read: (lines) => readRecords(lines, records),
}

async function* records(lines: AsyncIterable<Line>, faults: Faults): AsyncGenerator<Record> {
  for await (const { number, bytes } of lines) {
    const text = decoded(bytes)
    if (text === undefined) faults.add(number, phrase`is not UTF-8`)
    else yield { line: number, fields: text.split(';') }
  }
}

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
