/** Calls gathered in one write: each gets its own result, and only a failing row is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GroupCommit } from '../../src/infra/database/group-commit.ts'

const open = (failing: () => Error) => {
  const writes: number[][] = []
  const commit = new GroupCommit<number, string>({
    keyOf: (job) => String(job).padStart(3, '0'),
    write: async (jobs) => {
      writes.push([...jobs])
      if (jobs.includes(13)) throw failing()
      return jobs.map((job) => `written ${job}`)
    },
  })
  return { writes, submit: (jobs: number[]) => Promise.allSettled(jobs.map((job) => commit.submit(job))) }
}

test('jobs of one tick are one write, in key order, and each has its own result', async () => {
  const { writes, submit } = open(() => new Error('never'))
  const answers = await submit([3, 1, 2])
  assert.deepEqual(writes, [[1, 2, 3]])
  assert.deepEqual(
    answers.map((answer) => answer.status === 'fulfilled' && answer.value),
    ['written 3', 'written 1', 'written 2'],
  )
})

const SPOILT: [name: string, error: () => Error][] = [
  ['an error of the program', () => new TypeError('x is undefined')],
  ['a broken rule of the database', () => Object.assign(new Error('duplicate key'), { code: '23505' })],
]
for (const [name, error] of SPOILT)
  test(`${name} in one row: the others are written`, async () => {
    const { submit } = open(error)
    const answers = await submit([1, 13, 2])
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

test('a lost connection leaves all of them unknown: the rows are not rewritten one by one', async () => {
  const { writes, submit } = open(() => Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  const answers = await submit([1, 13, 2])
  assert.ok(answers.every(({ status }) => status === 'rejected'))
  assert.equal(writes.length, 1)
})

test('jobs of different parts are never one write, and none of them waits for another', async () => {
  const writes: [part: number, jobs: readonly number[]][] = []
  const held = Promise.withResolvers<void>()
  const commit = new GroupCommit<number, number>({
    keyOf: String,
    partOf: (job) => job % 2,
    async write(jobs, part) {
      writes.push([part, jobs])
      if (part === 0) await held.promise
      return jobs
    },
  })
  const even = [2, 4].map((job) => commit.submit(job))
  assert.deepEqual(await Promise.all([1, 3].map((job) => commit.submit(job))), [1, 3])
  held.resolve()
  assert.deepEqual(await Promise.all(even), [2, 4])
  assert.deepEqual(writes, [
    [0, [2, 4]],
    [1, [1, 3]],
  ])
})
