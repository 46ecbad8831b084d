/** Maintenance jobs in one process: a long one does not run twice at once, and is signalled when the process ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTask } from '../../src/infra/process/jobs.ts'

test('due again while it runs: skipped; afterwards, and after a failure, it runs again', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const task = toTask({
    run() {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
  })
  const first = task({}, {})
  await task({}, {})
  assert.equal(runs.length, 1)
  runs[0]?.resolve()
  await first
  const second = task({}, {})
  runs[1]?.reject(new Error('broken'))
  await assert.rejects(second, /broken/)
  const third = task({}, {})
  assert.equal(runs.length, 3)
  runs[2]?.resolve()
  await third
})

test('a run receives the shutdown signal', async () => {
  const { signal } = new AbortController()
  let told: AbortSignal | undefined
  const run = async (given?: AbortSignal): Promise<void> => {
    told = given
  }
  await toTask({ run })({}, { abortSignal: signal })
  assert.equal(told, signal)
})
