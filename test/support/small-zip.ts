/** A zip of a few texts, and a workbook as Excel saves one. */
import { crc32, deflateRawSync } from 'node:zlib'

export const zipOf = (files: Readonly<Record<string, string>>): Buffer => {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}

const OFFICE = 'http://schemas.openxmlformats.org'
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;')

/** Texts are shared strings, numbers are numbers, null is a cell that is not there; the first sheet is hidden. */
export const workbookOf = (rows: readonly (readonly (string | number | null)[])[], from = 1): Buffer => {
  const shared = [...new Set(rows.flat().filter((each) => typeof each === 'string'))]
  const cellOf = (value: string | number, reference: string): string =>
    typeof value === 'number'
      ? `<c r="${reference}" s="1"><v>${value}</v></c>`
      : `<c r="${reference}" t="s"><v>${shared.indexOf(value)}</v></c>`
  const rowOf = (cells: readonly (string | number | null)[], n: number): string =>
    `<row r="${n}">${cells.map((value, at) => (value === null ? '' : cellOf(value, `${String.fromCharCode(65 + at)}${n}`))).join('')}</row>`
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Lists" sheetId="1" state="hidden" r:id="rId2"/><sheet name="Ödemeler" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet2.xml"/><Relationship Id="rId2" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><r><rPr><b/></rPr><t xml:space="preserve">${escaped(text.slice(0, 2))}</t></r><r><t xml:space="preserve">${escaped(text.slice(2))}</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows.map((cells, at) => rowOf(cells, at + from)).join('')}</sheetData></worksheet>`,
  })
}
