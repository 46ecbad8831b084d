/** Reads the file of an import: UTF-8 with or without BOM, columns by name, `;` or `,` between them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { UsageError } from '../command.ts'

export const COLUMNS = [
  'source_account',
  'external_id',
  'transfer_type',
  'amount',
  'currency',
  'holder_name',
  'iban',
  'account_number',
  'tax_id',
  'description',
  'scheduled_date',
] as const
export type Column = (typeof COLUMNS)[number]
const NEEDED: readonly Column[] = ['source_account', 'transfer_type', 'amount', 'currency', 'holder_name']

export const LINES_MAX = 50_000
const FILE_BYTES_MAX = 64 * 1024 * 1024

/** One transfer as written in the file; an empty value is undefined. */
export interface Line {
  /** Line number as in an editor: the header is line 1. */
  readonly number: number
  readonly values: Readonly<Partial<Record<Column, string>>>
  /** The line has more or fewer values than the header. */
  readonly fault: string | null
}

interface ImportFile {
  readonly lines: readonly Line[]
  /** SHA-256 of its bytes, hex. */
  readonly hash: string
}

export const readImportFile = (path: string): ImportFile => {
  const bytes = toBytes(path)
  return { lines: linesIn(toText(bytes, path), path), hash: createHash('sha256').update(bytes).digest('hex') }
}

const toBytes = (path: string): Buffer => {
  try {
    const bytes = readFileSync(path)
    if (bytes.length <= FILE_BYTES_MAX) return bytes
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`)
  }
  throw new UsageError(`${path} is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB; split it`)
}

const toText = (bytes: Buffer, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) // drops a BOM
  } catch {
    throw new UsageError(`${path} is not UTF-8; in a spreadsheet: save as "CSV UTF-8"`)
  }
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

export const linesIn = (text: string, path: string): Line[] => {
  const [head, ...records] = recordsIn(text, path)
  if (head === undefined)
    throw new UsageError(`${path} is empty; its first line names the columns: ${COLUMNS.join(';')}`)
  const columns = listColumns(head.record)
  if (records.length === 0) throw new UsageError(`${path} has a header and no transfer`)
  if (records.length > LINES_MAX)
    throw new UsageError(
      `${path} has ${records.length} transfers; one import takes at most ${LINES_MAX}, split the file`,
    )
  return records.map(({ record, info }) => ({
    number: info.lines,
    values: Object.fromEntries(columns.map((name, at) => [name, record[at] || undefined])),
    fault:
      record.length === columns.length ? null : `has ${record.length} values where the header has ${columns.length}`,
  }))
}

const recordsIn = (text: string, path: string): Parsed[] => {
  const [first = ''] = text.split(/\r?\n/, 1)
  try {
    const found: unknown = parse(text, {
      delimiter: first.split(';').length >= first.split(',').length ? ';' : ',',
      info: true,
      relax_column_count: true, // reported as a fault of its line
      skip_empty_lines: true,
      skip_records_with_empty_values: true, // empty rows a spreadsheet leaves below the last one
      trim: true,
    })
    return found as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UsageError(`${path}, line ${String(error.lines ?? '?')}: ${QUOTES[error.code] ?? error.message}`)
  }
}
const FOLLOWS = 'something follows a closing quotation mark; write a quotation mark inside a value twice'
const QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark opens here and is never closed',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a value; write it twice and put the value in quotation marks',
  CSV_INVALID_CLOSING_QUOTE: FOLLOWS,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: FOLLOWS,
}

const listColumns = (head: readonly string[]): Column[] => {
  const names = head.map((name) => name.toLowerCase().replaceAll(/[ -]/g, '_'))
  const columnNames = new Set<string>(COLUMNS)
  const unknown = names.filter((name) => !columnNames.has(name))
  if (unknown.length > 0)
    throw new UsageError(
      `the header names ${unknown.map((name) => `"${name}"`).join(', ')}; columns are ${COLUMNS.join(', ')}`,
    )
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new UsageError(`the header names ${twice.join(', ')} twice`)
  const missing = NEEDED.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new UsageError(`the header lacks ${missing.join(', ')}`)
  if (!names.includes('iban') && !names.includes('account_number'))
    throw new UsageError('the header has neither iban nor account_number')
  return names as Column[]
}
