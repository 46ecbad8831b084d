/**
 * Reads a spreadsheet as rows of texts, whatever its format: CSV with any separator and in the encodings Excel writes,
 * or a workbook.
 */

import { type Row, SheetFault } from './row.ts'

const BYTES_MAX = 8 * 1024 * 1024
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]
const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** Throws a SheetFault. */
export const readSheet = async (bytes: Uint8Array<ArrayBuffer>): Promise<readonly Row[]> => {
  if (bytes.length > BYTES_MAX) throw new SheetFault('isTooLarge', '8')
  if (begins(bytes, OLD_EXCEL)) throw new SheetFault('isOldExcel')
  const rows = begins(bytes, ZIP) ? (await import('./workbook.ts')).rowsOfWorkbook(bytes) : rowsOfCsv(decodeText(bytes))
  // Spreadsheets leave empty rows below and between the others.
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/**
 * Recognizes UTF-8 and UTF-16 by their marks; bytes that are not UTF-8 are what a Turkish Excel writes, ISO-8859-9 with
 * Microsoft's additions.
 */
export const decodeText = (bytes: Uint8Array): string => {
  if (begins(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}

const SEPARATORS = [';', '\t', ','] as const
/**
 * Returns the separator that is most frequent in the first line: a Turkish Excel writes semicolons, because its decimal
 * sign is the comma.
 */
const separatorOf = (text: string): string => {
  const [head = ''] = text.split(/\r?\n/, 1)
  const count = (separator: string): number => head.replaceAll(/"[^"]*"/g, '').split(separator).length
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Kept by hand: csv-parse brings 15 kB, compressed, into the browser, and its faults do not name the line where a quotation mark opens. */
export const rowsOfCsv = (text: string): Row[] => {
  // Excel's own notation for the separator.
  const told = /^sep=(.)\r?\n/i.exec(text)
  const separator = told?.[1] ?? separatorOf(text)
  const rows: Row[] = []
  let cells: string[] = []
  let cell = ''
  let line = told === null ? 1 : 2
  let begun = line
  let opened = 0
  const end = (): void => {
    rows.push({ line: begun, cells: [...cells, cell] })
    cells = []
    cell = ''
  }
  for (let at = told?.[0].length ?? 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\n') line++
    if (opened > 0) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[at++]
      else opened = 0
    } else if (char === '"' && cell.trim() === '') {
      opened = line
      cell = ''
    } else if (char === separator) {
      cells.push(cell)
      cell = ''
    } else if (char === '\n') {
      end()
      begun = line
    } else if (char !== '\r') cell += char
  }
  if (opened > 0) throw new SheetFault('quoteStaysOpen', String(opened))
  if (cell !== '' || cells.length > 0) end()
  return rows
}
