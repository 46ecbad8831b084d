/** Lists as CSV files (docs/interface/requests.md#csv-files), sent as they are read. */
import { stringify } from 'csv-stringify/sync'
import type { Answer } from './endpoint.ts'

/** A column: the member of a row, and its headings for people. */
export type CsvColumns = Readonly<Record<string, { readonly tr: string; readonly en: string }>>

export const HEADINGS = ['names', 'tr', 'en'] as const
export type Headings = (typeof HEADINGS)[number]

interface CsvFile {
  /** Without its ending. */
  readonly name: string
  readonly columns: CsvColumns
  readonly headings: Headings
  /** Some rows after the others; a slow reader is waited for. What it throws cuts the file short, so that nobody takes it for whole. */
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

/**
 * Before what a spreadsheet takes for the start of a formula: of the text, and of what follows a separator in it. A Turkish one
 * divides lines at semicolons, whatever the quotes around.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?="*[=+\-@])/g

const toCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.replace(FORMULA, "'")
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`no cell for ${typeof value}`)
}
