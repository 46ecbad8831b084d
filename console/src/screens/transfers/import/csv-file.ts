/** CSV files for people, in the form a Turkish Excel opens with a double click. */

import { saveFile } from '../../../parts/save-file.ts'

/** Characters with which a spreadsheet begins a formula. */
const FORMULA = /^[=+\-@\t\r]/
const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cellOf).join(';')).join('\r\n')}\r\n`

export const download = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(name, csvText(rows), 'text/csv;charset=utf-8')
