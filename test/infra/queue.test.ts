/** The work queue: one at a time, in order of arrival, within its capacity, whatever the result of the work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrase } from '../../src/core/phrases/phrase.ts'
import { createWorkQueue } from '../../src/infra/process/work-queue.ts'

const opened = () => Promise.withResolvers<string>()

test('one at a time and in order; a failure affects no other', async () => {
  const { run: inTurn } = createWorkQueue({ all: 3 }, phrase`Too many.`)
  const steps: string[] = []
  const first = opened()
  const run = (name: string, end: Promise<string>) =>
    inTurn(async () => {
      steps.push(`${name} begins`)
      await end
      steps.push(`${name} ends`)
      return name
    })
  const all = [run('a', first.promise), run('b', Promise.reject(new Error('b fails'))), run('c', Promise.resolve(''))]
  await Promise.resolve()
  assert.deepEqual(steps, ['a begins'])
  first.resolve('')
  const ends = await Promise.allSettled(all)
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'c begins', 'c ends'])
})

test('beyond the capacity, and beyond one caller’s share, callers are refused; capacity is released', async () => {
  const { run } = createWorkQueue({ all: 3, each: 2 }, phrase`Too many.`)
  const gate = opened()
  const work = () => gate.promise
  const waiting = [run(work, 'one'), run(work, 'one')]
  const refused = { code: 'service_unavailable', message: 'Too many.' }
  await assert.rejects(run(work, 'one'), refused)
  waiting.push(run(work, 'other'))
  await assert.rejects(run(work, 'third'), refused)
  gate.resolve('done')
  assert.deepEqual(await Promise.all(waiting), ['done', 'done', 'done'])
  assert.equal(await run(work, 'one'), 'done')
})
