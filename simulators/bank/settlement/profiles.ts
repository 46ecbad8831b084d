/** How the records of a day are written: CSV, fixed columns, or like an MT940 statement. */
import { createHash } from 'node:crypto'
import iconv from 'iconv-lite'
import { decimal } from '../wire/money.ts'
import type { FileRecord } from './day-file.ts'

export const PROFILES = ['csv', 'fixed', 'mt940'] as const
export type Profile = (typeof PROFILES)[number]

export const EXTENSIONS: Readonly<Record<Profile, string>> = { csv: 'csv', fixed: 'txt', mt940: 'sta' }

export const writeProfile = (records: readonly FileRecord[], profile: Profile): Buffer => {
  switch (profile) {
    case 'csv':
      return Buffer.from(records.map((fields) => `${fields.join(';')}\r\n`).join(''))
    case 'fixed':
      return iconv.encode(records.map((fields) => `${fixed(fields)}\r\n`).join(''), 'iso-8859-9')
    case 'mt940':
      return Buffer.from(statement(records), 'latin1')
  }
}

export const computeChecksum = (file: Buffer): string => createHash('sha256').update(file).digest('hex')

/** Widths of the columns; a number begins with its sign and is padded with zeros. */
const WIDTHS: Readonly<Record<string, readonly number[]>> = {
  H: [1, -3, 12, 15, 3, 10, -4, 25],
  D: [1, -8, 40, 40, 20, 10, 20, 25, 19, 12, 10, 1, 5, -17, -5, -17, -17, -17, -4, 10],
  B: [1, -8, 40, 40, 5, -17, 10],
  P: [1, -8, 10, -17, -17],
  T: [1, -8, -17, -17, -17],
}
const SIGNED = -17

const fixed = (fields: FileRecord): string =>
  fields
    .map((field, at) => {
      const width = WIDTHS[String(fields[0])]![at]!
      if (width > 0) return String(field).padEnd(width)
      const number = Number(field)
      const digits = String(Math.abs(number))
      return width === SIGNED
        ? `${number < 0 ? '-' : '+'}${digits.padStart(-width - 1, '0')}`
        : digits.padStart(-width, '0')
    })
    .join('')

const CHARS_MAX = 65
/** Positions of net and value date in a booked record. */
const BOOKED: Readonly<Record<string, readonly [net: number, valueDate: number, code: string]>> = {
  D: [17, 19, 'NTRF'],
  B: [5, 6, 'NREL'],
  P: [3, 2, 'NPAY'],
}

const statement = (records: readonly FileRecord[]): string => {
  const [, , bank, merchant, currency, day, number] = records[0]!
  const date = short(String(day))
  const lines = [`:20:${bank}`, `:25:${merchant}/${currency}`, `:28C:${number}`, `:60F:C${date}${currency}0,00`]
  for (const fields of records) {
    const booked = BOOKED[String(fields[0])]
    if (booked) {
      const [net, valueDate, code] = booked
      lines.push(`:61:${short(String(fields[valueDate]))}${mark(fields[net]!)}${unsigned(fields[net]!)}${code}NONREF`)
    }
    if (fields[0] === 'T') lines.push(`:62F:${mark(fields[4]!)}${date}${currency}${unsigned(fields[4]!)}`)
    lines.push(...information(fields))
  }
  return [...lines, '-', ''].join('\r\n')
}

/** Field 86 contains numbered subfields, as many per line as fit. */
const information = (fields: FileRecord): string[] => {
  const lines = [':86:']
  for (const [at, field] of fields.entries()) {
    const text = `?${20 + at}${field}`
    if (lines.at(-1)!.length + text.length <= CHARS_MAX) lines[lines.length - 1] += text
    else lines.push(text)
  }
  return lines
}

const short = (day: string): string => day.slice(2).replaceAll('-', '')
const mark = (minor: string | number): string => (Number(minor) < 0 ? 'D' : 'C')
const unsigned = (minor: string | number): string => decimal(Math.abs(Number(minor))).replace('.', ',')
