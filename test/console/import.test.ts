/** Transfers from a spreadsheet: what Excel saves is read as it was meant or refused by line and column; what is sent again is made once. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import iconv from 'iconv-lite'
import { workbookOf, zipOf } from '../support/small-zip.ts'

const IMPORT = fileURLToPath(new URL('../../console/src/screens/transfers/import/', import.meta.url))
/** Its types belong to a browser: `npm run check` judges them in a project of their own. */
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
const ofImport = (file: string): Promise<Json> => import(join(IMPORT, file))
const { readSheet } = await ofImport('sheet.ts')
const { readLines, LINES_MAX } = await ofImport('lines.ts')
const { parseMinor, parseMoment } = await ofImport('values.ts')
const { cutPieces, sendPieces } = await ofImport('pieces.ts')
const { csvText } = await ofImport('csv-file.ts')
const { Refused, Unreachable } = await import(join(IMPORT, '../../../api/problem.ts'))

const IBAN = 'TR160090100000000000009000'
const SOURCE = { id: '00000000-0000-4000-8000-000000000050', currency: 'TRY', iban: IBAN, account_number: '100001' }
const CHOICE = { accounts: [SOURCE], sourceId: SOURCE.id, way: 'fast', zone: 'Europe/Istanbul' }
const read = async (bytes: Uint8Array): Promise<Json> => readLines(await readSheet(new Uint8Array(bytes)), CHOICE)
const refusal = (bytes: Uint8Array): Promise<string> =>
  read(bytes).then(
    () => 'taken',
    ({ kind, of }: Json) => `${kind} ${of}`.trim(),
  )

const HEAD = ['Alıcı', 'IBAN', 'Tutar', 'Açıklama', 'Tarih']
const ROW = ['Şükrü Çiğdem', IBAN, '1.250,50', 'Maaş; Kasım', '31.05.2027']
const csvOf = (separator: string, rows: readonly (readonly string[])[] = [HEAD, ROW]): string =>
  rows.map((row) => row.map((cell) => (/[;,\n"]/.test(cell) ? `"${cell}"` : cell)).join(separator)).join('\r\n')

const MEANT = {
  line: 2,
  item: {
    source_account_id: SOURCE.id,
    description: 'Maaş; Kasım',
    transfer_type: 'fast',
    recipient: { holder_name: 'Şükrü Çiğdem', iban: IBAN },
    amount: { value: 125_050, currency_code: 'TRY' },
    scheduled_date: '2027-05-31T06:00:00.000Z',
  },
}
const SAVED: Record<string, Buffer> = {
  'as a Turkish Excel saves CSV': iconv.encode(csvOf(';'), 'iso-8859-9'),
  'as CSV UTF-8': Buffer.from(`\ufeff${csvOf(';')}`),
  'with commas': Buffer.from(csvOf(',')),
  'as Unicode text': Buffer.from(`\ufeff${csvOf('\t')}`, 'utf16le'),
  'with its separator named': Buffer.from(`sep=|\r\n${csvOf('|')}`),
  'as a workbook': workbookOf([HEAD, ['Şükrü Çiğdem', IBAN, 1250.5, 'Maaş; Kasım', 46538]]),
}
for (const [how, bytes] of Object.entries(SAVED))
  test(`${how}: the same transfer`, async () => {
    const { lines, faults, ignored } = await read(bytes)
    assert.deepEqual([faults, ignored], [[], []])
    const line = how.includes('named') ? 3 : 2
    const { item } = MEANT
    assert.deepEqual(lines, [{ line, item }])
  })

test('workbooks: lines as Excel counts them, cells that are missing, entities, digits no person typed', async () => {
  const rows = [
    ['Alıcı', 'Not', 'IBAN', 'Tutar'],
    ['A & B <Ltd>', null, IBAN, 12.100000000000001],
  ]
  const { lines, ignored } = await read(workbookOf(rows, 4))
  assert.deepEqual(
    [lines[0].line, lines[0].item.recipient.holder_name, lines[0].item.amount.value, ignored],
    [5, 'A & B <Ltd>', 1_210, ['Not']],
  )
})

const AMOUNTS: Record<string, number | string> = {
  '12': 1_200,
  '12,5': 1_250,
  '12.50': 1_250,
  '1.234,56': 123_456,
  '1,234.56': 123_456,
  '1.234.567': 123_456_700,
  '1.234.567,8': 123_456_780,
  '₺1.234,56': 123_456,
  '1\u00a0234,56 TL': 123_456,
  '1.234': 'ambiguous',
  '1,234': 'ambiguous',
  '1.23,45': 'unreadable',
  '12,345.6,7': 'unreadable',
  '12,3456': 'unreadable',
  '-12': 'unreadable',
  '1E+05': 'unreadable',
  '12 USD': 'unreadable',
  '=12': 'unreadable',
}
test('amounts mean one thing or are refused', () => {
  for (const [text, minor] of Object.entries(AMOUNTS)) assert.equal(parseMinor(text, 'TRY'), minor, text)
})

test('days and moments, in the zone of the organization', () => {
  const of = (text: string): string | null => parseMoment(text, 'Europe/Istanbul')
  assert.equal(of('2027-05-31'), '2027-05-31T06:00:00.000Z')
  assert.equal(of('1.6.2027 14:30'), '2027-06-01T11:30:00.000Z')
  assert.equal(of('46538.75'), '2027-05-31T15:00:00.000Z')
  assert.equal(of('2027-05-31T10:00:00+03:00'), '2027-05-31T07:00:00.000Z')
  for (const text of ['31.02.2027', '2027-13-01', '31.05.27', '05/31/2027', 'tomorrow', '1.6.2027 25:00'])
    assert.equal(of(text), null, text)
})

const FAULTY: [change: Record<string, string>, column: string, kind: string][] = [
  [{ holder_name: '' }, 'holder_name', 'isMissing'],
  [{ holder_name: 'x'.repeat(101) }, 'holder_name', 'isTooLong'],
  [{ iban: 'TR170090100000000000009000' }, 'iban', 'ibanWrong'],
  [{ iban: '' }, 'iban', 'isMissing'],
  [{ account_number: '1' }, 'iban', 'ibanAndAccount'],
  [{ amount: '1.250' }, 'amount', 'amountAmbiguous'],
  [{ amount: 'ten' }, 'amount', 'amountUnreadable'],
  [{ amount: '0,00' }, 'amount', 'amountNotPositive'],
  [{ currency: 'EUR' }, 'currency', 'currencyOther'],
  [{ transfer_type: 'SWIFT' }, 'transfer_type', 'wayUnknown'],
  [{ scheduled_date: '31.02.2027' }, 'scheduled_date', 'dateUnreadable'],
  [{ source_account: 'TR00' }, 'source_account', 'sourceUnknown'],
  [{ external_id: 'first' }, 'external_id', 'referenceTwice'],
  [{ iban: '', account_number: '1,23457E+15' }, 'account_number', 'numberRounded'],
  [{ external_id: '1.2E+39' }, 'external_id', 'numberRounded'],
]
test('what is wrong is told by line and column, all of it at once', async () => {
  const good = { holder_name: 'Ayşe', iban: IBAN, amount: '12,50', currency: 'TL', transfer_type: 'Havale' }
  const columns = Object.keys({ ...good, account_number: '', scheduled_date: '', source_account: '', external_id: '' })
  const rows = [{ ...good, external_id: 'first' }, ...FAULTY.map(([change]) => ({ ...good, ...change }))]
  const text = csvOf(';', [
    columns,
    ...rows.map((row: Record<string, string>) => columns.map((name) => row[name] ?? '')),
  ])
  const { faults } = await read(Buffer.from(`${text}\r\n;;;;\r\n\r\n`))
  assert.deepEqual(
    faults.map(({ line, column, kind }: Json) => [line, column, kind]),
    FAULTY.map(([, column, kind], at) => [at + 3, column, kind]),
  )
})

test('files that are taken as a whole or not at all', async () => {
  const bomb = zipOf({
    'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><workbook>&a;</workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships/>',
  })
  const broken = SAVED['as a workbook'] as Buffer
  assert.equal(await refusal(Buffer.from('')), 'isEmpty')
  assert.equal(await refusal(Buffer.from(csvOf(';', [HEAD]))), 'isEmpty')
  assert.equal(await refusal(Buffer.from('Alıcı;Tutar\na;1')), 'lacksColumns iban')
  assert.equal(await refusal(Buffer.from('Alıcı;IBAN;Tutar;tutar\na;b;1;2')), 'hasColumnTwice amount')
  assert.equal(await refusal(Buffer.from(`${csvOf(';')}\r\n"open`)), 'quoteStaysOpen 3')
  assert.equal(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])), 'isOldExcel')
  assert.equal(await refusal(Buffer.alloc(9_000_000, 'a')), 'isTooLarge 8')
  assert.equal(await refusal(bomb), 'isUnreadable')
  assert.equal(await refusal(broken.subarray(0, 300)), 'isUnreadable')
  assert.equal(
    await refusal(Buffer.from(`${csvOf(';', [HEAD])}${'\na;b;1'.repeat(LINES_MAX + 1)}`)),
    `hasTooManyLines ${LINES_MAX}`,
  )
})

const linesOf = (count: number): Json[] =>
  Array.from({ length: count }, (_, at) => ({ line: at + 2, item: { ...MEANT.item, external_id: `E-${at}` } }))

/** A service that keeps what it made by key, and answers as told before that. */
const serviceThat = (...told: (Error | 'made, but the answer is lost' | null)[]) => {
  const made = new Map<string, number>()
  const outcomes = new Map<number, Json>()
  const pauses: number[] = []
  const sending = {
    async create({ key, lines }: Json) {
      const next = told.shift() ?? null
      if (next instanceof Error) throw next
      made.set(key, lines.length)
      if (next !== null) throw new Unreachable(next)
      return { transfers: lines.map(({ item }: Json) => ({ id: `of ${item.external_id}`, created: 'now' })) }
    },
    pause: async (ms: number) => void pauses.push(ms),
    onOutcome: (line: number, outcome: Json) => void outcomes.set(line, outcome),
    onPiece: () => undefined,
  }
  return { made, outcomes, pauses, sending }
}

test('a lost answer is asked for again under its key; a limit is waited out; nothing is made twice', async () => {
  const limited = new Refused({ title: '', status: 429, code: 'rate_limit_exceeded', detail: '' }, 7_000)
  const { made, outcomes, pauses, sending } = serviceThat(
    'made, but the answer is lost',
    limited,
    null,
    new Unreachable('x'),
  )
  await sendPieces(await cutPieces(linesOf(250), 'M'), sending)
  assert.deepEqual([...made.values()], [100, 100, 50])
  assert.deepEqual(pauses, [1_000, 7_000, 1_000])
  assert.equal([...outcomes.values()].filter(({ state }) => state === 'made').length, 250)
  assert.equal(outcomes.get(251)?.id, 'of E-249')
})

test('after many lost answers it stops, and goes on with the same keys; a file of the same lines has them, too', async () => {
  const lost = Array.from({ length: 4 }, () => new Unreachable('nobody'))
  const { made, outcomes, sending } = serviceThat(null, ...lost)
  const pieces = await cutPieces(linesOf(250), 'M')
  await assert.rejects(sendPieces(pieces, sending), Unreachable)
  assert.equal(outcomes.size, 100)
  await sendPieces(pieces.slice(1), sending)
  assert.deepEqual(
    [...made.keys()],
    (await cutPieces(linesOf(250), 'M')).map(({ key }: Json) => key),
  )
  assert.notEqual((await cutPieces(linesOf(250), 'N'))[0].key, pieces[0].key)
  const sizes = async (count: number): Promise<number[]> =>
    (await cutPieces(linesOf(count), 'M')).map(({ lines }: Json) => lines.length)
  assert.ok((await sizes(LINES_MAX)).every((size) => size <= 1_000))
  assert.ok((await sizes(5_000)).length <= 8)
})

test('a refused line holds its piece back, and the others go on', async () => {
  const errors = [{ field: 'items[1].recipient', code: 'fraud_blocked', message: 'is refused by the fraud rules' }]
  const refused = new Refused({ title: '', status: 422, code: 'fraud_blocked', detail: '', errors })
  const { outcomes, sending } = serviceThat(refused)
  await sendPieces(await cutPieces(linesOf(150), 'M'), sending)
  const states = [...outcomes.values()].map(({ state }) => state)
  assert.deepEqual([states[0], states[1], states[99], states[100]], ['held', 'refused', 'held', 'made'])
  assert.deepEqual(outcomes.get(3).faults, [
    { line: 3, field: 'recipient', code: 'fraud_blocked', message: errors[0]?.message },
  ])
  const forbidden = new Refused({ title: '', status: 403, code: 'forbidden', detail: '' })
  await assert.rejects(sendPieces(await cutPieces(linesOf(1), 'M'), serviceThat(forbidden).sending), Refused)
})

test('files for the person: no formula, no broken cell', () => {
  const rows = [['=1+1', '@x', 'a;b', 'say "so"', '-5', 'Ayşe']]
  assert.equal(csvText(rows), `\ufeff'=1+1;'@x;"a;b";"say ""so""";'-5;Ayşe\r\n`)
})
