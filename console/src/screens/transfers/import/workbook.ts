/**
 * Reads the first visible sheet of an XLSX workbook. It is loaded when a person selects one. Libraries for workbooks
 * have 100 kB and more, or parse with DOMParser, which Trusted Types refuse.
 */
import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'
import { type Row, SheetFault } from './row.ts'

/** Inflated size of one file in the zip; a larger one is an attempt to exhaust memory. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024
const SHARED_TEXTS = 'xl/sharedStrings.xml'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape; what is not there is undefined
type Node = any

const LISTS = new Set(['sheet', 'si', 'r', 'row', 'c', 'Relationship'])
/** Entities are decoded here, because a library that limits their number would refuse a long list of "A & B". */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  isArray: (name) => LISTS.has(name),
})

export const rowsOfWorkbook = (bytes: Uint8Array): Row[] => {
  const read = (path: string): Node => {
    const text = unzipped(bytes, path)
    if (text === undefined && path === SHARED_TEXTS) return {} // a workbook without texts has none
    if (text === undefined) throw new SheetFault('isUnreadable')
    // No spreadsheet declares entities; a file that does is an attack on its reader.
    if (text.includes('<!DOCTYPE')) throw new SheetFault('isUnreadable')
    return guarded(() => parser.parse(text))
  }
  const book = read('xl/workbook.xml').workbook
  // This workbook counts days from 1904, so a date would be four years off.
  if (['1', 'true'].includes(book?.workbookPr?.['@date1904'])) throw new SheetFault('isUnreadable')
  const sheet = (book?.sheets?.sheet ?? []).find((each: Node) => (each['@state'] ?? 'visible') === 'visible')
  const links: Node[] = read('xl/_rels/workbook.xml.rels').Relationships?.Relationship ?? []
  const target: string | undefined = links.find((each) => each['@Id'] === sheet?.['@id'])?.['@Target']
  if (target === undefined) throw new SheetFault('isUnreadable')
  const shared: Node[] = read(SHARED_TEXTS).sst?.si ?? []
  const texts = shared.map(richText)
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  const rows: Node[] = read(path).worksheet?.sheetData?.row ?? []
  return rows.map((row, at) => ({ line: Number(row['@r'] ?? at + 1), cells: cellsOf(row, texts) }))
}

/** Returns undefined if the zip has no such file. */
const unzipped = (bytes: Uint8Array, path: string): string | undefined => {
  const found = guarded(() =>
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name === path && originalSize > TEXT_BYTES_MAX) throw new SheetFault('isTooLarge', '64')
        return name === path
      },
    }),
  )[path]
  return found && new TextDecoder().decode(found)
}

const guarded = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof SheetFault ? error : new SheetFault('isUnreadable')
  }
}

const cellsOf = (row: Node, texts: readonly string[]): string[] => {
  const cells: string[] = []
  for (const cell of row.c ?? []) {
    const at = columnOf(cell['@r']) ?? cells.length
    while (cells.length < at) cells.push('')
    cells[at] = cellText(cell, texts)
  }
  return cells
}

const COLUMNS_MAX = 200
/** Returns 27 for `AB12`. */
const columnOf = (reference: string | undefined): number | null => {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (at >= COLUMNS_MAX) throw new SheetFault('isUnreadable')
  return at
}

const cellText = (cell: Node, texts: readonly string[]): string => {
  const kind: string = cell['@t'] ?? 'n'
  if (kind === 'inlineStr') return richText(cell.is)
  const text = toText(cell.v)
  if (kind === 's') return texts[Number(text)] ?? ''
  if (kind === 'e') return text === '' ? '#' : text
  // Excel stores 12.1 as 12.100000000000001; it displays at most fifteen digits.
  return kind === 'n' && text !== '' && Number.isFinite(Number(text)) ? numberText(Number(text)) : text
}

/**
 * Excel has lost the last digits of a longer number; in this notation it is accepted neither as an account nor as a
 * reference (values.ts).
 */
const DIGITS = 15
const numberText = (number: number): string =>
  Math.abs(number) < 10 ** DIGITS ? String(Number(number.toPrecision(DIGITS))) : number.toExponential(DIGITS - 1)

/** Plain text, or runs with different fonts. */
const richText = (node: Node): string =>
  node?.r === undefined ? toText(node?.t) : node.r.map((run: Node) => toText(run.t)).join('')

const toText = (node: Node): string => {
  const text: unknown = typeof node === 'object' && node !== null ? node['#text'] : node
  return typeof text === 'string' ? decoded(text) : ''
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
