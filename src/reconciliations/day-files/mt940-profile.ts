/**
 * A format like a SWIFT MT940 statement: the third profile of our day file. Each booking is a field 61 with a field 86
 * that contains the record in numbered subfields, and the booking must agree with the record. It is parsed here because
 * packages for it hold a whole statement in memory and do not know the record in field 86.
 */
import { phrase } from '../../core/phrases/phrase.ts'
import type { DayFileProfile, Faults, Line } from './day-file.ts'
import { type Record, readRecords } from './records.ts'

const TAG = /^:(\d{2}[A-Z]?):(.*)$/
const SUBFIELD = /\?(\d{2})([^?]*)/g
const FIRST_SUBFIELD = 20
/** Positions of net and value date in a record that is a booking. */
const BOOKED: Readonly<{ [kind: string]: { net: number; valueDate: number } }> = {
  D: { net: 17, valueDate: 19 },
  B: { net: 5, valueDate: 6 },
  P: { net: 3, valueDate: 2 },
}

export const mt940Profile: DayFileProfile = {
  name: 'mt940',
  hasChecksum: true,
  hasCommissions: true,
  begins: (line) => line.toString('latin1', 0, 4) === ':20:',
  read: (lines) => readRecords(lines, records),
}

interface Field {
  readonly line: number
  readonly tag: string
  value: string
}

async function* records(lines: AsyncIterable<Line>, faults: Faults): AsyncGenerator<Record> {
  const head = new Map<string, string>()
  let before: Field | undefined
  for await (const field of fieldsOf(lines, faults)) {
    const { line, tag, value } = field
    if (tag === '86') {
      const record = { line, fields: subfieldsOf(value) }
      if (record.fields.length === 0) faults.add(line, phrase`holds no record`)
      checkPlace(record, before, head, faults)
      if (record.fields.length > 0) yield record
    } else if (before !== undefined && before.tag !== '86' && PLACED.has(before.tag)) {
      faults.add(before.line, phrase`is followed by no field 86`)
    }
    if (tag !== '86' && tag !== '61') {
      if (head.has(tag)) faults.add(line, phrase`is a second field ${tag}`)
      head.set(tag, value)
    }
    before = field
  }
  if (before !== undefined && before.tag !== '86') faults.add(before.line, phrase`is followed by no field 86`)
}
const PLACED: ReadonlySet<string> = new Set(['60F', '61', '62F'])

/** A field may continue on further lines, which begin with neither colon nor dash. */
async function* fieldsOf(lines: AsyncIterable<Line>, faults: Faults): AsyncGenerator<Field> {
  let open: Field | undefined
  let isEnded = false
  for await (const { number, bytes } of lines) {
    const text = bytes.toString('latin1')
    const [, tag, value] = TAG.exec(text) ?? []
    if (isEnded) faults.add(number, phrase`follows the end of the statement`)
    else if (tag !== undefined) {
      if (open) yield open
      if (!TAGS.has(tag)) faults.add(number, phrase`has field ${tag}, which this statement does not have`)
      open = { line: number, tag, value: value as string }
    } else if (text === '-') isEnded = true
    else if (open?.tag === '86' && text.startsWith('?')) open.value += text
    else faults.add(number, phrase`belongs to no field`)
  }
  if (open) yield open
  if (!isEnded) faults.add(null, phrase`the statement has no end: it is cut off`)
}
const TAGS: ReadonlySet<string> = new Set(['20', '25', '28C', '60F', '61', '62F', '86'])

const subfieldsOf = (value: string): string[] => {
  const found = [...value.matchAll(SUBFIELD)]
  const isWhole = found.map(([text]) => text).join('') === value
  const isNumbered = found.every(([, number], at) => Number(number) === FIRST_SUBFIELD + at)
  return isWhole && isNumbered ? found.map(([, , text]) => text as string) : []
}

const checkPlace = ({ line, fields }: Record, before: Field | undefined, head: Map<string, string>, faults: Faults) => {
  const [kind = ''] = fields
  const booked = BOOKED[kind]
  if (kind === 'H') {
    const [, , bank, merchant, currency, day, number] = fields
    const short = day?.slice(2).replaceAll('-', '')
    const isSame =
      head.get('20') === bank &&
      head.get('25') === `${merchant}/${currency}` &&
      head.get('28C') === number &&
      head.get('60F') === `C${short}${currency}0,00`
    if (before?.tag !== '60F' || !isSame) faults.add(line, phrase`does not agree with fields 20, 25, 28C and 60F`)
  } else if (booked !== undefined) {
    const { net = '', valueDate = '' } = { net: fields[booked.net], valueDate: fields[booked.valueDate] }
    if (before?.tag !== '61' || !before.value.startsWith(bookingOf(net, valueDate)))
      faults.add(line, phrase`does not agree with the booking above it`)
  } else if (kind === 'T') {
    const net = fields[4] ?? ''
    const currency = head.get('25')?.split('/')[1] ?? ''
    const stated = head.get('60F')?.slice(1, 7) ?? ''
    if (before?.tag !== '62F' || before.value !== `${markOf(net)}${stated}${currency}${decimalOf(net)}`)
      faults.add(line, phrase`does not agree with the closing balance`)
  }
}

const bookingOf = (net: string, valueDate: string): string =>
  `${valueDate.slice(2).replaceAll('-', '')}${markOf(net)}${decimalOf(net)}N`
const markOf = (net: string): string => (net.startsWith('-') ? 'D' : 'C')
const decimalOf = (net: string): string => {
  const digits = net.replace('-', '').padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}
