/** The runner of test files can fail: whatever goes wrong in a lane, within a file or outside, fails the run and is named. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type FileResult, runInLanes } from '../runner/lanes.ts'
import { makeScratch } from '../support/scratch.ts'

let folder: string
before(() => {
  folder = makeScratch('vezne-lanes-')
})
after(() => rmSync(folder, { recursive: true }))

const written = (sources: readonly string[]): string[] =>
  sources.map((source, at) => {
    const file = join(folder, `f${at}.test.ts`)
    writeFileSync(file, `import { after, before, test } from 'node:test'\n${source}\n`)
    return file
  })
const results: FileResult[] = []
const options = {
  env: process.env,
  fileMs: 3_000,
  endingMs: 500,
  onResult: (result: FileResult) => results.push(result),
}

/** Each file in a lane of its own. */
const run = async (...sources: string[]): Promise<FileResult[]> => {
  for (const file of written(sources)) await runInLanes([file], options)
  return results.splice(0)
}
/** So that what one file leaves behind meets the next. */
const runInOneLane = async (...sources: string[]): Promise<FileResult[]> => {
  await runInLanes(written(sources), { ...options, lanes: 1 })
  return results.splice(0)
}
const errorsOf = (results: readonly FileResult[]): string =>
  results.flatMap(({ failures }) => failures.map(({ name, error }) => `${name}: ${error}`)).join('\n')

test('what passes, is skipped and is reported is counted, nested tests with it', async () => {
  const [result, ...more] = await run(
    `test('one', (t) => { t.diagnostic('a figure'); return t.test('in it', () => undefined) })
     test('two', { skip: true }, () => undefined)`,
  )
  assert.deepEqual(
    [result?.passed, result?.skipped, result?.failures, result?.figures, more],
    [2, 1, [], ['a figure'], []],
  )
})

const FAULTS: [name: string, source: string, error: RegExp][] = [
  ['a failed assertion', `test('wrong', () => { throw new Error('too bad') })`, /wrong: Error: too bad/],
  ['a nested one', `test('outer', (t) => t.test('inner', () => { throw new Error('deep') }))`, /inner: Error: deep/],
  ['a hook', `before(() => { throw new Error('no ground') })\ntest('a', () => undefined)`, /no ground/],
  ['a hook at the end', `after(() => { throw new Error('still open') })\ntest('a', () => undefined)`, /still open/],
  ['a module that does not load', `throw new Error('not loaded')`, /not loaded/],
  [
    'a process that dies',
    `test('dies', () => { process.kill(process.pid, 'SIGKILL') })`,
    /its process ended \(SIGKILL\)/,
  ],
  ['a process that leaves', `test('leaves', () => process.exit(0))`, /its process ended \(0\)/],
  [
    'a test that hangs',
    `test('hangs', () => new Promise(() => setInterval(() => undefined, 1_000)))`,
    /took longer than 3 s/,
  ],
  ['something left open', `test('a', () => { setInterval(() => undefined, 1_000) })`, /something is still open in it/],
  [
    'an error after the end of its test',
    `test('a', () => { setTimeout(() => { throw new Error('late') }, 100) })`,
    /late|asynchronous activity/,
  ],
  [
    'an error outside of any call while its test runs',
    `test('a', async () => { setTimeout(() => { throw new Error('astray') }, 10); await new Promise((r) => setTimeout(r, 200)) })`,
    /astray/,
  ],
  [
    'a rejection nobody waits for',
    `test('a', async () => { setTimeout(() => void Promise.reject(new Error('adrift')), 10); await new Promise((r) => setTimeout(r, 200)) })`,
    /adrift/,
  ],
]
for (const [name, source, error] of FAULTS)
  test(`fails and is named: ${name}`, async () => assert.match(errorsOf(await run(source)), error))

test('what a failed test left open is said to be so, and which file that was', async () => {
  const source = `test('wrong', () => { setInterval(() => undefined, 1_000); throw new Error('too bad') })`
  assert.match(errorsOf(await run(source)), /still open in it\nmost likely left by .*see there first: .*f0\.test\.ts$/)
  const alone = `test('a', () => { setInterval(() => undefined, 1_000) })`
  assert.match(errorsOf(await run(alone)), /still open in it\nafter one of: .*f0\.test\.ts$/)
})

test('each file is told what it spent', async () => {
  const busy = `test('busy', () => { const begun = process.cpuUsage(); while (process.cpuUsage(begun).user < 50_000); })`
  const [result] = await run(busy)
  assert.ok(result && result.spent.cpuMs >= 50 && result.spent.cpuMs < 20_000, JSON.stringify(result?.spent))
})

test('a file that fails does not keep the next from running', async () => {
  const results = await run(`test('dies', () => process.exit(1))`, `test('runs', () => undefined)`)
  assert.deepEqual(
    results.map(({ passed, failures }) => [passed, failures.length]),
    [
      [0, 1],
      [1, 0],
    ],
  )
})

const USE = `import { use } from '${new URL('../support/use.ts', import.meta.url)}'
const closed = globalThis.closed ??= []
const opened = (name) => use(async () => ({ name, stop: () => closed.push(name) }))
`

test('what a file uses is closed in reverse order after its own hooks, also where opening failed half-way', async () => {
  const [whole, half, failing, last] = await runInOneLane(
    `${USE}const a = opened('a'); opened('b')
     after(() => closed.push('own ' + a.name)); test('a', () => undefined)`,
    `${USE}opened('c'); use(async () => { throw new Error('no ground') }); opened('d'); test('b', () => undefined)`,
    `${USE}opened('e'); after(() => { throw new Error('not ended') }); test('c', () => undefined)`,
    `${USE}test('d', () => { throw new Error(closed.join()) })`,
  )
  assert.deepEqual([whole?.passed, whole?.failures], [1, []])
  assert.match(errorsOf([half!]), /no ground/)
  assert.match(errorsOf([failing!]), /not ended/)
  assert.match(errorsOf([last!]), /Error: own a,b,a,c,e\n/)
})
