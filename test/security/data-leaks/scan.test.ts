/** The scan itself: what is planted in a column, a log, a delivery, an answer, the write-ahead log is caught, however it is spelt. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { startReceiver } from '../../support/receiver.ts'
import { makeScratch } from '../../support/scratch.ts'
import { discardFolder, noteAnswer, noteOutput } from '../../support/seen.ts'
import { dumpTables, makeDatabase, type TestDatabase, testServer, testServerEnv } from '../../support/test-server.ts'
import { placesIn } from './places.ts'
import { isSampled, type Leak, piecesOf } from './read-place.ts'
import { scan, scanPlaces, scanReport } from './scan.ts'
import { hasCheckDigit, shapesIn } from './shapes.ts'
import { cardSpellings, secretSpellings } from './spellings.ts'

/** Outside every scheme's range: the scan of the whole run ignores it. No spelling of it may look like another card's number. */
const drawCard = (): string => {
  const body = `714360${String(randomBytes(4).readUInt32BE()).padStart(10, '1').slice(-9)}`
  const card = [...'0123456789'].map((digit) => body + digit).find(hasCheckDigit) as string
  const isPlain = cardSpellings(card).every(([, bytes]) => shapesIn(` ${bytes.toString('latin1')} `).length === 0)
  return isPlain ? card : drawCard()
}
const CARD = drawCard()
const SECRET = `s_${randomBytes(32).toString('base64url')}`
const KNOWN = { cards: [CARD], secrets: [SECRET] }
const SPELLINGS = [
  ...cardSpellings(CARD).map(([name, bytes]) => ({ what: `a card number, ${name}`, bytes })),
  ...secretSpellings(SECRET).map(([name, bytes]) => ({ what: `a token or secret, ${name}`, bytes })),
]
const ALL = SPELLINGS.map(({ what }) => what).sort()
const PLANTS = Buffer.concat(SPELLINGS.flatMap(({ bytes }) => [Buffer.from(' | '), bytes, Buffer.from('\n')]))

let folder: string
let database: TestDatabase
let client: pg.Client
const server = testServer()
before(async () => {
  folder = makeScratch('vezne-planted-')
  mkdirSync(join(folder, 'seen'))
  // Nothing planted here may reach the folder of the run, whose own scan would find it.
  Object.assign(process.env, testServerEnv({ ...server, seen: join(folder, 'seen') }))
  database = await makeDatabase('empty')
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
  Object.assign(process.env, testServerEnv(server))
  rmSync(folder, { recursive: true })
})

const found = async (where: RegExp): Promise<Leak[]> =>
  (await scan(folder, KNOWN)).leaks.filter((leak) => where.test(leak.where))
const kinds = (leaks: readonly Leak[]): string[] => [...new Set(leaks.map(({ what }) => what))].sort()

test('in a column of a table, as text and as bytes', async () => {
  // Unlogged, so that it leaves no trace in the write-ahead log.
  await client.query('create unlogged table planted (id integer, note text, "bytes" bytea)')
  for (const [id, { bytes }] of SPELLINGS.entries())
    await client.query('insert into planted values ($1, $2, $3)', [id, isText(bytes) ? bytes.toString() : null, bytes])
  await dumpTables(server, database.name)
  for (const path of globSync(`${server.dataDir}/postgres/dump.${database.name}.*`))
    renameSync(path, join(folder, basename(path)))
  await client.query('drop table planted')

  const inNotes = kinds(await found(/public\.planted\.note$/))
  assert.deepEqual(
    inNotes,
    SPELLINGS.filter(({ bytes }) => isText(bytes))
      .map(({ what }) => what)
      .sort(),
  )
  const inBytes = kinds(await found(/public\.planted\.bytes$/)).map((what) => what.replace(/, in bytes$/, ''))
  assert.deepEqual([...new Set(inBytes)].sort(), ALL)
})
const isText = (bytes: Buffer): boolean => /^[\x20-\x7e]+$/.test(bytes.toString('latin1'))

test('of a copy of the template every table is read that was written to, however', async () => {
  const copy = await makeDatabase()
  const writer = new pg.Client({ connectionString: copy.url })
  await writer.connect()
  await writer.query('update plans set name = name')
  await writer.query('delete from fraud_rules')
  await writer.query(`insert into connector_hosts (id, host, created) values (gen_random_uuid(), '127.0.0.9', now())`)
  await writer.query('begin; update realms set slug = slug; rollback')
  await writer.end()
  await copy.drop()
  const read = globSync(`${server.dataDir}/postgres/dump.${copy.name}.public.*`).map((path) => path.split('.').at(-1))
  for (const table of ['plans', 'fraud_rules', 'connector_hosts', 'realms']) assert.ok(read.includes(table), table)
})

test('in the log of a program', async () => {
  const dataDir = makeScratch('vezne-planted-app-')
  writeFileSync(join(dataDir, 'vezne.log'), PLANTS)
  discardFolder(dataDir)
  assert.deepEqual(kinds(await found(/vezne\.log$/)), ALL)
})

test('in a delivery', async () => {
  const receiver = await startReceiver()
  await fetch(receiver.origin, { method: 'POST', body: PLANTS })
  await receiver.close()
  assert.deepEqual(kinds(await found(/deliveries\./)), ALL)
})

test('in an answer, though not where it is handed out', async () => {
  const answer = (status: number, text: string) => ({ status, headers: {}, text })
  noteAnswer('POST', '/api/v1/auth/x/token', answer(200, `{"access_token":"${SECRET}"}`))
  noteAnswer('POST', '/api/v1/test-cards', answer(201, `{"card_number":"${CARD}","cvv":"739"}`))
  assert.deepEqual(await found(/answers\./), [])
  noteAnswer('GET', '/api/v1/payments', answer(400, `{"detail":"${CARD}"}`))
  noteAnswer('GET', '/api/v1/clients', answer(200, `{"client_secret":"${SECRET}"}`))
  assert.deepEqual(kinds(await found(/answers\./)), ['a card number, plain', 'a token or secret, plain'])
})

test('a password of several words is looked for whole, not by its first word', async () => {
  writeFileSync(join(folder, 'seen/known.1'), 'secret purple horse battery 9\n')
  writeFileSync(join(folder, 'seen/output.1'), 'a purple door\n')
  assert.deepEqual(await found(/output\.1$/), [])
  writeFileSync(join(folder, 'seen/output.1'), 'a purple horse battery 9\n')
  assert.deepEqual(kinds(await found(/output\.1$/)), ['a token or secret, plain'])
  rmSync(join(folder, 'seen/known.1'))
  rmSync(join(folder, 'seen/output.1'))
})

test('in what a program prints: the greeting of the first start shows its secrets, and no later one', async () => {
  const secret = `cs_test_${randomBytes(32).toString('base64url')}`
  noteOutput(`admin ${secret}\ncurl -d ${secret}\nready after 1.0 s\nbye\n`)
  assert.deepEqual(await found(/(documents|output)\./), [])
  noteOutput(`curl -d ${secret}\nready after 1.0 s\n`)
  assert.deepEqual(kinds(await found(/documents\./)), ['a client secret', 'a token or secret, plain'])
  noteOutput(`ready after 1.0 s\n${CARD}\n`)
  assert.deepEqual(kinds(await found(/output\./)), ['a card number, plain'])
})

test('in the write-ahead log, though the row is gone', async () => {
  await client.query('create table logged (note text)')
  const lsn = async (): Promise<string> =>
    (await client.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as name')).rows[0].name
  const first = await lsn()
  await client.query('set synchronous_commit = on')
  await client.query('insert into logged values ($1)', [`of ${CARD}`])
  await client.query('drop table logged')
  const last = await lsn()
  const segments = placesIn(join(server.dataDir, 'postgres/pg_wal')).places.filter(
    ({ name }) => name >= first && name <= last,
  )
  // Other test files write there too, such as the table of test cards.
  assert.ok(kinds(scanPlaces(segments, { ...KNOWN, testCards: [] })).includes('a card number, plain'))
})

test('the numbers of test cards may stand in their own two columns, and in what the server and the documents hold', async () => {
  const name = 'dump.t.public.test_cards'
  writeFileSync(join(folder, name), `id\tcard_number\tcvv\tlabel\n1\t${CARD}\t739\tnone\n`)
  mkdirSync(join(folder, 'postgres/base'), { recursive: true })
  writeFileSync(join(folder, 'postgres/base/1234'), `${CARD} cvv=000`)
  writeFileSync(join(folder, 'seen/documents.1'), `{"number":"${CARD}","cvv":"000"}`)
  const known = { cards: [], secrets: [], testCards: [CARD] }
  const inPlaces = (): string[] =>
    scanPlaces(placesIn(folder).places, known)
      .map(({ where }) => where)
      .filter((where) => /test_cards|base|documents\.1$/.test(where))
  assert.deepEqual(inPlaces(), [])
  writeFileSync(join(folder, name), `id\tcard_number\tcvv\tlabel\n1\t${CARD}\t739\tlike ${CARD}\n`)
  assert.deepEqual(inPlaces(), [`${name}.label`])
})

test('samples of columns are read for known values alone: digits of two of them side by side are no number', async () => {
  const known = { cards: [CARD], secrets: [], testCards: [] }
  const scanned = (name: string, text: string): string[] => {
    mkdirSync(join(folder, 'postgres/base/16384'), { recursive: true })
    writeFileSync(join(folder, 'postgres/base/16384', name), text)
    return scanPlaces(placesIn(folder).places, known)
      .filter(({ where }) => where.endsWith(`16384/${name}`))
      .map(({ what }) => what)
  }
  assert.deepEqual(scanned('2619', '4546711234567894'), [])
  assert.deepEqual(scanned('26190', '4546711234567894'), ['a card number by its shape'])
  assert.equal(scanned('2619', CARD).length, 1)
})

test('an unregistered value: by its shape', () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(40)}.${'c'.repeat(80)}`
  for (const [text, what] of [
    ['paid with 4546-7112-3456-7894.', 'a card number by its shape'],
    ['4917.6100.0000.0000', 'a card number by its shape'],
    ['of 3782_822463_10005', 'a card number by its shape'],
    [latin1('６０１１ 1111\u00a01111\u20111117'), 'a card number by its shape'],
    ['3/5/3/0/1/1/1/3/3/3/3/0/0/0/0/0', 'a card number by its shape'],
    ['{"Cvv2":"739"}', 'a card code'],
    ['CVV: 0000', 'a card code'],
    ['%22cvv%22%3A739 cvv%3D739', 'a card code'],
    [`"${token}"`, 'an access token'],
    [`rt_${'x'.repeat(43)}`, 'a refresh token'],
    [`cs_test_${'x'.repeat(43)}`, 'a client secret'],
    [`whsec_${'x'.repeat(43)}`, 'a webhook secret'],
    [`{"kty":"EC","d":"${'x'.repeat(43)}"}`, 'a private key'],
    [`Basic ${'x'.repeat(60)}`, 'a Basic or Bearer header'],
  ] as const)
    assert.deepEqual(
      shapesIn(text).map((shape) => shape.what),
      [what],
      text,
    )
  for (const text of [
    '454671******7894',
    '"cvv":"***"',
    '4546711234567895',
    '1763750123456789',
    '0190e3b0-4546-7112-3456-789400000000',
    'whsec_...',
  ])
    assert.deepEqual(shapesIn(text), [], text)
})

/** As a file is read. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

test('the report names the place, never the value', async () => {
  const report = scanReport(await scan(folder, KNOWN))
  assert.match(report, /^LEAKS: \d+/)
  assert.match(report, /public\.planted\.note: a card number, plain: .*«7143\*{12}»/)
  assert.ok(!report.includes(CARD) && !report.includes(SECRET.slice(-24)))
})

test('a file too long for one string is read in pieces: every line of rows is whole and has its names, bytes of a file overlap', () => {
  const rows = ['id\tnote', ...Array.from({ length: 40 }, (_, at) => `${at}\t${'x'.repeat(at)}`), ''].join('\n')
  const pieces = piecesOf(Buffer.from(rows), true, 200).map(String)
  assert.ok(pieces.length > 3 && pieces.every((piece) => piece.startsWith('id\tnote\n') && piece.endsWith('\n')))
  assert.equal(pieces.map((piece, at) => (at === 0 ? piece : piece.replace('id\tnote\n', ''))).join(''), rows)
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 256))
  const files = piecesOf(bytes, false, 100)
  for (let at = 0; at + 50 <= bytes.length; at++)
    assert.ok(
      files.some((piece) => piece.includes(bytes.subarray(at, at + 50))),
      `the fifty bytes from ${at}`,
    )
  assert.deepEqual(piecesOf(bytes, false), [bytes])
})

test('in the log, a number of a sampled column has the long header of an array, one of a row has not', () => {
  const number = Buffer.from(CARD)
  const header = Buffer.alloc(4)
  header.writeUInt32LE((4 + number.length) * 4)
  assert.equal(isSampled(Buffer.concat([header, number]), 4), true)
  assert.equal(isSampled(Buffer.concat([Buffer.from([0, 0, 0, (1 + number.length) * 2 + 1]), number]), 4), false)
  assert.equal(isSampled(number, 0), false)
})

test('the token with which a bank’s page begins its challenge is none of ours', () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(43)}`
  for (const text of [
    `name="threeDSServerWebFlowStart" value="${token}"`,
    `name=\\"threeDSServerWebFlowStart\\" value=\\"${token}`,
  ])
    assert.deepEqual(shapesIn(text), [], text)
  assert.equal(shapesIn(`name="token" value="${token}"`).length, 1)
})
