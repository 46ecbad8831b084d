/** `npm run vezne -- transfers import` as a process of its own, against the running program. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { noteText } from '../support/seen.ts'
import { TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const SOURCE_IBAN = 'TR96 0090 1000 0000 0000 1000 01'
const IBAN = 'TR160090100000000000009000'
const HEAD = 'source_account;external_id;transfer_type;amount;currency;holder_name;iban;description'
const row = (externalId: string, changes: { amount?: string; iban?: string } = {}): string =>
  `${SOURCE_IBAN};${externalId};fast;${changes.amount ?? '12,50'};TRY;Ayşe Yılmaz;${changes.iban ?? IBAN};Maaş`

const vezne = useVezne()
let folder: string
before(async () => {
  folder = join(vezne.dataDir, 'here')
  mkdirSync(folder)
  const { cards, identity, transfers } = vezne.urls
  const demo = { ...vezne.demo, base_url: cards, auth_url: identity, transfer_url: transfers }
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo), { mode: 0o600 })
})

const importFile = (name: string, text: string | null, ...words: string[]) => {
  const path = join(folder, name)
  if (text !== null) writeFileSync(path, text)
  const child = spawn(process.execPath, [
    'src/cli/vezne.ts',
    'transfers',
    'import',
    path,
    '--demo',
    join(folder, 'demo.json'),
    ...words,
  ])
  let out = ''
  let err = ''
  child.stdout.on('data', (piece) => {
    out += piece
  })
  child.stderr.on('data', (piece) => {
    err += piece
  })
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => {
      noteText('output', out + err)
      resolve({ code, out, err })
    }),
  )
}
const made = (): Promise<number> =>
  vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    const rows = await tx.query('select 1 from transfers where tenant_id = $1', [TENANT])
    return rows.length
  })
const beside = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('checked without --apply, created with it, and never twice', async () => {
  const text = `\ufeff${[HEAD, row('A-1'), row(''), row('A-3', { amount: '1000.05' })].join('\r\n')}\r\n`
  const checked = await importFile('salaries.csv', text)
  assert.deepEqual([checked.code, checked.err], [0, ''])
  assert.match(checked.out, /^3 transfers, 1025\.05 TRY\nchecked, nothing was created/)
  assert.equal(await made(), 0)

  const applied = await importFile('salaries.csv', null, '--apply')
  assert.deepEqual([applied.code, applied.err], [0, ''])
  assert.match(applied.out, /3 created; their ids: .*salaries\.csv\.created\.csv/)
  const ids = beside('salaries.csv.created.csv')
  assert.match(ids, /^line,external_id,id\n2,A-1,[0-9a-f-]{36}\n3,[0-9a-f]{16}-3,[0-9a-f-]{36}\n4,A-3,/)

  assert.equal((await importFile('salaries.csv', null, '--apply')).code, 0)
  assert.equal(beside('salaries.csv.created.csv'), ids)
  assert.equal(await made(), 3)
})

test('a faulty line rejects the whole file, with the reason', async () => {
  const lines = [HEAD, row('B-1'), row('B-2', { iban: 'TR170090100000000000009000' }), row('B-1')]
  const before = await made()
  const run = await importFile('faulty.csv', lines.join('\n'), '--apply')
  assert.equal(run.code, 2)
  assert.match(run.err, /^2 of 3 lines are faulty: .*faulty\.csv\.faults\.csv; nothing was created\n$/)
  assert.match(
    beside('faulty.csv.faults.csv'),
    /^line,field,reason\n3,iban,.*check digits.*\n4,external_id,stands in line 2 already\n$/,
  )
  assert.equal(await made(), before)
  await importFile('faulty.csv', [HEAD, row('B-1')].join('\n'))
  assert.ok(!existsSync(join(folder, 'faulty.csv.faults.csv')))
})

test('faults only the service can find are reported by line with --apply', async () => {
  await importFile('first.csv', [HEAD, row('C-1')].join('\n'), '--apply')
  const before = await made()
  const run = await importFile('second.csv', [HEAD, row('C-0'), row('C-1')].join('\n'), '--apply')
  assert.equal(run.code, 2)
  assert.match(run.err, /409 duplicate_external_id .*nothing was created\n$/)
  assert.match(beside('second.csv.faults.csv'), /^line,field,reason\n3,external_id,/)
  assert.equal(await made(), before)
})

const MISTAKES: [name: string, bytes: Buffer | null, words: RegExp][] = [
  ['nowhere.csv', null, /cannot read/],
  ['header.csv', Buffer.from('iban;colour\na;b'), /"colour"/],
  // As a Turkish spreadsheet saves it: the letter of Maaş as one byte.
  [
    'windows.csv',
    Buffer.concat([Buffer.from(`${HEAD}\n${row('D').slice(0, -1)}`), Buffer.from([0xfe])]),
    /is not UTF-8/,
  ],
]
for (const [name, bytes, words] of MISTAKES)
  test(`${name} is refused in one line, exit code 2`, async () => {
    if (bytes !== null) writeFileSync(join(folder, name), bytes)
    const run = await importFile(name, null)
    assert.equal(run.code, 2)
    assert.match(run.err, words)
    assert.equal(run.err.trim().split('\n').length, 1)
  })
