/** What names a receiver or a transfer in a spreadsheet: digits that were rounded name nothing, and a line keeps its reference. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { workbookOf } from '../support/small-zip.ts'

const IMPORT = fileURLToPath(new URL('../../console/src/screens/transfers/import/', import.meta.url))
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
const ofImport = (file: string): Promise<Json> => import(join(IMPORT, file))
const { readSheet } = await ofImport('sheet.ts')
const { readLines } = await ofImport('lines.ts')
const { withReferences } = await ofImport('references.ts')

const IBAN = 'TR160090100000000000009000'
const SOURCE = { id: '00000000-0000-4000-8000-000000000050', currency: 'TRY', iban: IBAN, account_number: '100001' }
const CHOICE = { accounts: [SOURCE], sourceId: SOURCE.id, way: 'fast', zone: 'Europe/Istanbul' }
const read = async (bytes: Uint8Array, way = 'fast'): Promise<Json> =>
  readLines(await readSheet(new Uint8Array(bytes)), { ...CHOICE, way })

const HEAD = ['Alıcı', 'IBAN', 'Tutar', 'Açıklama', 'Tarih']
const ROW = ['Şükrü Çiğdem', IBAN, '1.250,50', 'Maaş, Kasım', '31.05.2027']
const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([HEAD, ...rows].map((row) => row.join(';')).join('\r\n'))

test('a number too long for a cell of a workbook is no account: its last digits are gone', async () => {
  const head = ['Alıcı', 'Hesap No', 'Tutar', 'Referans']
  const long = await read(
    workbookOf([head, ['Ada', 1234567890123456, 12.5, 9e39], ['Can', 123456789012345, 12.5, 'r-1']]),
  )
  assert.deepEqual(
    long.faults.map(({ line, column, kind }: Json) => [line, column, kind]),
    [
      [2, 'account_number', 'numberRounded'],
      [2, 'external_id', 'numberRounded'],
    ],
  )
  assert.equal(long.lines[1].item.recipient.account_number, '123456789012345')
})

test('a line without a reference keeps the one of what it says, whatever else of the file was changed between two tries', async () => {
  const referencesOf = async (rows: readonly (readonly string[])[], way = 'fast'): Promise<string[]> => {
    const { lines } = await read(csvOf(rows), way)
    return (await withReferences(lines)).map(({ item }: Json) => item.external_id)
  }
  const other = ['Can', IBAN, '7,00', '', '']
  const [first, twin, third, ...more] = await referencesOf([ROW, ROW, other])
  assert.deepEqual([new Set([first, twin, third]).size, more], [3, []])
  assert.ok([first, twin, third].every((reference) => /^[\w-]{1,100}$/.test(reference ?? '')))
  assert.deepEqual(await referencesOf([['Ece', IBAN, '8,00', '', ''], other, ROW, ROW]), [
    (await referencesOf([['Ece', IBAN, '8,00', '', '']]))[0],
    third,
    first,
    twin,
  ])
  assert.deepEqual(await referencesOf([ROW], 'eft'), [first])
  for (const [at, cell] of ['Ali', IBAN, '1.250,51', 'Maaş, Aralık', '30.06.2027'].entries())
    if (cell !== IBAN) assert.notEqual((await referencesOf([ROW.with(at, cell)]))[0], first, cell)
  const workbook = await withReferences(
    (await read(workbookOf([HEAD, ['Şükrü Çiğdem', IBAN, 1250.5, 'Maaş, Kasım', 46538]]))).lines,
  )
  assert.equal(workbook[0].item.external_id, first)
})
