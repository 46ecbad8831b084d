/**
 * Lists as CSV files (docs/interface/requests.md#csv-files), sent as they are read. Each batch of rows has its own transaction, so none
 * stays open for a slow reader and memory does not grow with the file. A row whose state changes during the download has the state of the
 * moment when it was read; none is missing or listed twice, since the order is by id.
 */
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import { phrase } from '../core/phrases/phrase.ts'
import type { InBothLanguages } from '../core/phrases/texts.ts'
import { Problem } from '../core/problem.ts'
import { Enum } from '../core/schema.ts'
import type { Answer } from './endpoint.ts'

/** A column: the member of a row, and its headings for people. */
export type CsvColumns = Readonly<Record<string, InBothLanguages>>

const HEADINGS = ['names', 'tr', 'en'] as const
type Headings = (typeof HEADINGS)[number]

/** The query parameter that chooses the headings. */
export const csvHeadings = (
  description = 'Headings of the columns: `names` for the members of a list row, `tr` or `en` for people.',
) => Type.Optional(Type.Unsafe<Headings>({ ...Enum('CsvHeadings', HEADINGS), default: 'names', description }))

export const CSV_ANSWER = Type.Unsafe<string>({ contentMediaType: 'text/csv', description: 'The list as a file' })

export const CSV_ROWS_MAX = 1_000_000

/** Refuses a file that a spreadsheet would not open; its list can be narrowed by `start_date` and `end_date`. */
export const checkCsvRows = (total: number): void => {
  if (total <= CSV_ROWS_MAX) return
  throw new Problem('validation_failed', {
    detail: phrase`${total} rows are more than the ${CSV_ROWS_MAX} of one file; narrow start_date and end_date.`,
    errors: [{ field: 'start_date', code: 'out_of_range', message: phrase`selects more than ${CSV_ROWS_MAX} rows` }],
  })
}

interface CsvFile {
  /** Name of the file without its ending. */
  readonly name: string
  readonly columns: CsvColumns
  readonly headings: Headings
  /** Batches of rows in order; a slow reader is waited for. An error cuts the file short, so that no reader takes it for complete. */
  readonly lots: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
}

export const csvFile = (file: CsvFile): Answer => ({
  status: 200,
  stream: linesOf(file),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.name}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
})

async function* linesOf({ columns, headings, lots }: CsvFile): AsyncGenerator<Buffer> {
  const names = Object.keys(columns)
  yield toLines([headings === 'names' ? names : names.map((name) => columns[name]![headings])])
  for await (const rows of lots)
    if (rows.length > 0) yield toLines(rows.map((row) => names.map((name) => toCell(row[name]))))
}

const toLines = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(stringify(rows as string[][], { record_delimiter: 'windows' }))

/** Signs with which a formula begins. A spreadsheet in another script accepts their full-width forms and similar signs as well. */
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫−⁼⁺⁻₌₊₋'

/**
 * Finds the places where a spreadsheet would see the start of a formula: the beginning of the text, and after each separator in
 * it. A Turkish spreadsheet splits lines at semicolons, even inside quotes.
 */
const FORMULA = new RegExp(`^(?=[${SIGNS}\\t\\r])|(?<=[;；\\t\\r\\n])(?=["＂]*[${SIGNS}])`, 'g')

const toCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.replace(FORMULA, "'")
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`no cell for ${typeof value}`)
}
