/** Files that a bank leaves in a folder, and the command for operators: whole ones are taken once, faulty ones refused with their reason. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { receiveFolder } from '../../src/reconciliations/watched-folder/receive-folder.ts'
import { makeScratch } from '../support/scratch.ts'
import { noteText } from '../support/seen.ts'
import { bankDay } from './bank-day.ts'
import { NEVER_CALLED, openReconcilingShop } from './reconciling-shop.ts'

const { shop, apart } = await openReconcilingShop()
after(() => shop.vezne.stop())

const { runtime } = shop.vezne
const { db, clock } = runtime
const services = { ...NEVER_CALLED, runtime, db, clock, findCommissions: async () => [] }
const folder = makeScratch('vezne-bank-files-')
const ours = join(folder, 'tenant-load')
mkdirSync(ours)
const at = clock.ms()
const fileOf = (number: number, gross = 500) =>
  bankDay({ rows: [{ order: 'O-1', id: 'T-1', gross }], at, number, currency: 'USD' })
/** As if nothing had been written to it for two minutes. */
const settle = (path: string) => utimesSync(path, Date.now() / 1_000 - 120, Date.now() / 1_000 - 120)
const names = (sub = '') => readdirSync(join(ours, sub)).sort()
const claimed = () =>
  readdirSync(ours, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('.taking'))
    .map(({ name }) => name)
const taken = () => shop.rows('select day::text, number, status, taken_by from bank_files order by number', [])

test('whole files are taken once by however many processes; half-written ones wait, faulty ones are refused', async () => {
  const [one, two, three] = [fileOf(1), fileOf(2), fileOf(3)]
  writeFileSync(join(ours, 'one.csv'), one.file)
  writeFileSync(join(ours, 'one.csv.sha256'), `${one.sha256}  one.csv\n`)
  writeFileSync(join(ours, 'two.csv'), two.file.subarray(0, 100)) // still being written
  writeFileSync(join(ours, 'two.csv.sha256'), two.sha256)
  writeFileSync(join(ours, 'three.csv.part'), three.file)
  writeFileSync(join(ours, 'broken.csv'), 'H;1;no file')
  settle(join(ours, 'broken.csv'))
  settle(join(ours, 'three.csv.part'))
  mkdirSync(join(folder, 'nobody'))
  writeFileSync(join(folder, 'nobody', 'x.csv'), one.file)
  settle(join(folder, 'nobody', 'x.csv'))
  await Promise.all([1, 2, 3].map(() => receiveFolder(services, folder)))
  assert.deepEqual(names(), ['done', 'refused', 'three.csv.part', 'two.csv', 'two.csv.sha256'])
  assert.deepEqual(names('done'), ['one.csv', 'one.csv.sha256'])
  assert.deepEqual(names('refused'), ['broken.csv', 'broken.csv.reason.txt'])
  assert.match(readFileSync(join(ours, 'refused', 'broken.csv.reason.txt'), 'utf8'), /validation_failed: .*\n.*: /)
  assert.deepEqual(readdirSync(join(folder, 'nobody')), ['x.csv'])
  assert.deepEqual(
    (await taken()).map(({ number, status, taken_by }) => [number, status, taken_by]),
    [[1, 'taken', 'bank-files']],
  )

  writeFileSync(join(ours, 'two.csv'), two.file) // now whole, which its checksum says before it has rested
  const again = fileOf(1, 900)
  writeFileSync(join(ours, 'one.csv'), again.file)
  writeFileSync(join(ours, 'one.csv.sha256'), again.sha256)
  await receiveFolder(services, folder)
  assert.deepEqual(names('done'), ['one.csv', 'one.csv.sha256', 'two.csv', 'two.csv.sha256'])
  assert.match(readFileSync(join(ours, 'refused', 'one.csv.reason.txt'), 'utf8'), /^conflict: /)
  assert.equal((await taken()).length, 2)
  const rows = await shop.rows(`select overall_status, follow_up from reconciliations where source = 'files'`, [])
  assert.deepEqual(rows, Array(2).fill({ overall_status: 'in_review', follow_up: 'done' }))
})

test('what cannot be read or moved holds up nobody else, links are not followed, and what is too large is never read', async () => {
  const first = join(folder, 'a-first') // before ours in the order of names
  mkdirSync(join(first, 'odd.csv.sha256'), { recursive: true })
  writeFileSync(join(first, 'odd.csv'), 'H')
  writeFileSync(join(ours, 'a-folder.csv'), 'H')
  mkdirSync(join(ours, 'a-folder.csv.sha256'))
  const secret = join(folder, 'secret')
  const { file, sha256 } = fileOf(11)
  writeFileSync(secret, `${sha256}\n`)
  symlinkSync(secret, join(ours, 'b-link.csv'))
  writeFileSync(join(ours, 'b-stated.csv'), file)
  symlinkSync(secret, join(ours, 'b-stated.csv.sha256')) // no word of the bank's
  writeFileSync(join(ours, 'c-large.csv'), '')
  truncateSync(join(ours, 'c-large.csv'), 3 * 1024 ** 3)
  writeFileSync(join(ours, 'c-large.csv.sha256'), sha256)
  const long = `d-${'x'.repeat(245)}.csv`
  writeFileSync(join(ours, long), 'H;1;no file')
  settle(join(ours, long))
  const last = fileOf(10)
  writeFileSync(join(ours, 'z.csv'), last.file)
  writeFileSync(join(ours, 'z.csv.sha256'), last.sha256)
  await receiveFolder(services, folder)
  assert.equal(names('done').includes('z.csv'), true, names().join())
  assert.deepEqual(
    names().filter((name) => /^[abcd]-.*csv$/.test(name)),
    ['a-folder.csv', 'b-link.csv', 'b-stated.csv', 'c-large.csv'],
  )
  assert.equal(
    names('refused').some((name) => name.startsWith('d-x') && name.endsWith('.reason.txt')),
    true,
  )
  settle(join(ours, 'c-large.csv'))
  await receiveFolder(services, folder)
  assert.match(readFileSync(join(ours, 'refused', 'c-large.csv.reason.txt'), 'utf8'), /^payload_too_large: /)
  rmSync(join(ours, 'refused', 'c-large.csv'))
  const elsewhere = join(folder, '.elsewhere')
  mkdirSync(elsewhere)
  rmSync(join(ours, 'refused'), { recursive: true })
  symlinkSync(elsewhere, join(ours, 'refused'))
  writeFileSync(join(ours, 'e-broken.csv'), 'H;1;no file')
  settle(join(ours, 'e-broken.csv'))
  await receiveFolder(services, folder)
  assert.deepEqual([readdirSync(elsewhere), claimed()], [[], ['e-broken.csv']]) // tried again at the next look
  rmSync(join(ours, 'refused'))
  await receiveFolder(services, folder)
  assert.deepEqual([claimed(), names('refused').includes('e-broken.csv')], [[], true])
  for (const left of ['a-folder.csv', 'b-link.csv', 'b-stated.csv', 'b-stated.csv.sha256'])
    rmSync(join(ours, left), { force: true })
})

test('a file that the bank publishes under the same name while the one before is being taken is read itself', async () => {
  const [first, next, left] = [fileOf(20), fileOf(21), fileOf(22)]
  const publish = ({ file, sha256 }: { file: Uint8Array; sha256: string }, name = 'same.csv') => {
    writeFileSync(join(ours, `${name}.new.tmp`), file)
    writeFileSync(join(ours, `${name}.sha256`), sha256)
    renameSync(join(ours, `${name}.new.tmp`), join(ours, name))
  }
  publish(first)
  const { db } = services
  const transaction: typeof db.transaction = (reach, work) => {
    const isChange = 'of' in reach && typeof reach.of === 'string' && reach.mode === undefined
    if (isChange && !isPublished) publish(next) // once the first one is being loaded
    if (isChange) isPublished = true
    return db.transaction(reach, work)
  }
  let isPublished = false
  const between = new Proxy(db, {
    get: (of, name) =>
      name === 'transaction' ? transaction : (Reflect.get(of, name).bind?.(of) ?? Reflect.get(of, name)),
  })
  await receiveFolder({ ...services, runtime: { ...runtime, db: between } }, folder)
  assert.deepEqual(
    [isPublished, names().filter((name) => name.startsWith('same')), claimed()],
    [true, ['same.csv', 'same.csv.sha256'], []],
  )
  await receiveFolder(services, folder)
  assert.deepEqual(
    (await taken()).filter(({ number }) => number >= 20).map(({ number, status }) => [number, status]),
    [
      [20, 'taken'],
      [21, 'taken'],
    ],
  )
  assert.deepEqual(
    ['same.csv', 'same.csv.2'].map((name) => readFileSync(join(ours, 'done', name), 'latin1')),
    [first, next].map(({ file }) => Buffer.from(file).toString('latin1')),
  )
  // What a process that was killed had claimed, before it could bring the checksum along.
  mkdirSync(join(ours, '.taking', 'x'), { recursive: true })
  writeFileSync(join(ours, '.taking', 'x', 'left.csv'), left.file)
  writeFileSync(join(ours, 'left.csv.sha256'), left.sha256)
  await receiveFolder(services, folder)
  assert.deepEqual(
    [names('done').includes('left.csv'), names('done').includes('left.csv.sha256'), names().includes('.taking')],
    [true, true, false],
  )
})

test('a name that is no UTF-8 is told to the log', async () => {
  const path = Buffer.concat([Buffer.from(`${ours}/g`), Buffer.from([0xff]), Buffer.from('.csv')])
  writeFileSync(path, 'H')
  const told: string[] = []
  const log = { ...runtime.log, warn: (name: string) => told.push(name) } as unknown as typeof runtime.log
  await receiveFolder({ ...services, runtime: { ...runtime, log } }, folder)
  rmSync(path)
  assert.equal(told.includes('bank_files.name_not_utf8'), true)
})

test('vezne reconcile prints counts and discrepancies, and its exit code says whether there are any', async () => {
  await apart()
  const demoFile = join(folder, 'demo.json')
  const { cards, identity } = shop.vezne.urls
  writeFileSync(demoFile, JSON.stringify({ ...shop.vezne.demo, base_url: cards, auth_url: identity }), { mode: 0o600 })
  const run = (...words: string[]): Promise<{ code: number | null; out: string; err: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [
        'src/cli/vezne.ts',
        'reconcile',
        ...words,
        '--tenant',
        'tenant-load',
        '--demo',
        demoFile,
      ])
      const told = { out: '', err: '' }
      child.stdout.on('data', (text) => {
        told.out += text
      })
      child.stderr.on('data', (text) => {
        told.err += text
      })
      child.on('close', (code) => {
        noteText('output', told.out + told.err)
        resolve({ code, ...told })
      })
    })
  const { file, sha256 } = fileOf(4, 700)
  const path = join(folder, 'four.csv')
  writeFileSync(path, file)
  const refused = await run(path)
  assert.equal(refused.code, 2, refused.out)
  assert.match(refused.err, /validation_failed.*\n.*checksum/)
  const shown = await run(path, '--sha256', sha256)
  assert.equal(shown.code, 3, shown.err)
  assert.match(
    shown.out,
    /^file 4 of .*: 1 rows, gross 700\n.*in_review.*\n0 matched, .* 1 orphan_bank\n {2}orphan_bank: T-1: - here, 700 completed there\n$/,
  )
  writeFileSync(`${path}.sha256`, sha256)
  assert.match((await run(path)).out, /taken before/)
  const empty = bankDay({ rows: [], at: at + 1, number: 1, currency: 'GBP' })
  writeFileSync(path, empty.file)
  const fine = await run(path, '--sha256', empty.sha256)
  assert.deepEqual([fine.code, fine.err], [0, ''], fine.out)
  assert.equal((await run(join(folder, 'absent.csv'))).code, 2)
})
