/** A full disk, or a log that nobody takes: the program says so once, goes on, and tells what it dropped when there is room again. */
import assert from 'node:assert/strict'
import { copyFileSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { mountSmallDisk, type SmallDisk, unmountIn } from '../support/small-disk.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let disk: SmallDisk | undefined
let folder: string
const running = new Set<VezneProcess>()
before(async () => {
  database = await makeDatabase()
  disk = mountSmallDisk(4)
  folder = makeScratch('vezne-full-')
})
after(async () => {
  for (const vezne of running) vezne.kill('SIGKILL')
  await Promise.all([...running].map(({ exit }) => exit))
  disk?.remove()
  discardFolder(folder)
  await database.drop()
})

const start = async (env: Record<string, string>, stdout?: number): Promise<VezneProcess> => {
  const vezne = await startProcess(
    {
      DATABASE_URL: database.url,
      VEZNE_MASTER_KEYS: testServer().masterKeys,
      VEZNE_ROLE: 'api',
      VEZNE_DATA_DIR: folder,
      ...env,
    },
    stdout === undefined ? {} : { stdout },
  )
  running.add(vezne)
  void vezne.exit.then(() => running.delete(vezne))
  return vezne
}
const look = async ({ portBase }: VezneProcess): Promise<number> =>
  (await fetch(`http://127.0.0.1:${portBase + 10}/health/ready`, { signal: AbortSignal.timeout(10_000) })).status
const lookOften = async (vezne: VezneProcess, times: number): Promise<void> => {
  for (let left = times; left > 0; left -= 20)
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 20 }, () => look(vezne)))), new Set([200]))
}
const endsWell = async (vezne: VezneProcess): Promise<void> => {
  vezne.kill('SIGTERM')
  assert.deepEqual(await vezne.exit, { code: 0, signal: null }, vezne.output())
}
const dropped = async ({ portBase }: VezneProcess): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${portBase + 90}/metrics`)).text()
  return Number(/^vezne_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
}

test('the disk of the log is full: answers go on, said once, what was dropped is counted and told when there is room', async (t) => {
  if (!disk) return t.skip('nothing can be mounted here')
  copyFileSync(join(testServer().dataDir, 'demo.json'), join(disk.path, 'demo.json'))
  const vezne = await start({ VEZNE_DATA_DIR: disk.path, VEZNE_LOG_TO: 'file' })
  await vezne.ready
  disk.fill()
  await lookOften(vezne, 2_000)
  await until('lines are dropped', async () => (await dropped(vezne)) > 0)
  assert.equal(vezne.output().match(/cannot be written \(ENOSPC\)/g)?.length, 1, vezne.output())
  disk.makeRoom()
  const log = join(disk.path, 'vezne.log')
  const written = (): Record<string, unknown>[] =>
    readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  await until('the log is written again', () => readFileSync(log, 'utf8').includes('"log.written_again"'))
  const [told, ...more] = written().filter(({ event }) => event === 'log.written_again')
  assert.equal(more.length, 0)
  assert.equal(told?.dropped, await dropped(vezne))
  await lookOften(vezne, 20)
  await endsWell(vezne)
  assert.ok(written().length > 20, 'every line is whole')
})

test('ended while the disk of its log is full, it ends', async (t) => {
  if (!disk) return t.skip('nothing can be mounted here')
  const vezne = await start({ VEZNE_DATA_DIR: disk.path, VEZNE_LOG_TO: 'file' })
  await vezne.ready
  disk.fill()
  await lookOften(vezne, 100)
  await endsWell(vezne)
  disk.makeRoom()
})

test('a start on a full disk is refused with a line that names the fault', async (t) => {
  if (!disk) return t.skip('nothing can be mounted here')
  disk.fill()
  const vezne = await start({ VEZNE_DATA_DIR: disk.path, VEZNE_LOG_TO: 'file' }) // its ports are others: demo.json follows them
  assert.deepEqual(await vezne.exit, { code: 1, signal: null })
  assert.match(vezne.output(), /^ENOSPC: no space left on device/m)
  assert.doesNotMatch(vezne.output(), /process.crashed/)
  disk.makeRoom()
  assert.ok(!readdirSync(disk.path).some((name) => name.startsWith('demo.json.')), 'no part of a file is left')
})

test('nobody reads its standard output any more: answers go on, and it ends in good order', async () => {
  const vezne = await start({ VEZNE_LOG_TO: 'stdout' })
  await vezne.ready
  vezne.child.stdout?.destroy()
  await lookOften(vezne, 100)
  await endsWell(vezne)
})

test('its standard output is a full disk: answers go on, and it ends in good order', async () => {
  const vezne = await start({ VEZNE_LOG_TO: 'stdout' }, openSync('/dev/full', 'w'))
  await until('it answers', () =>
    look(vezne).then(
      (status) => status === 200,
      () => false,
    ),
  )
  await lookOften(vezne, 100)
  await until('it says so', () => /\(standard output\) cannot be written \(ENOSPC\)/.test(vezne.output()))
  await endsWell(vezne)
})

test('the folder of a killed run can be removed although a disk is still mounted in it', (t) => {
  const left = mountSmallDisk(1)
  if (!left) return t.skip('nothing can be mounted here')
  assert.throws(() => rmSync(left.path, { recursive: true }), /EBUSY|busy/)
  unmountIn(left.path)
  rmSync(left.path, { recursive: true })
})
