/** Repeated work: run by run, never two at once, until it is stopped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { every } from '../../src/infra/process/every.ts'

test('a run that takes longer than the interval is not begun twice, and a stopped one not again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let begun = 0
  let end = (): void => undefined
  const stop = every(1_000, () => {
    begun++
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
  t.mock.timers.tick(3_000)
  assert.equal(begun, 1)
  end()
  await new Promise(setImmediate)
  t.mock.timers.tick(1_000)
  assert.equal(begun, 2)
  end()
  await new Promise(setImmediate)
  stop()
  t.mock.timers.tick(5_000)
  assert.equal(begun, 2)
})

test('work that is done at once is done at every interval', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let done = 0
  const stop = every(1_000, () => done++)
  t.mock.timers.tick(3_000)
  stop()
  assert.equal(done, 3)
})
