/** Large bodies take turns; small ones never wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/core/problem.ts'
import { openBodyBudget, SMALL_BODY_BYTES } from '../../src/infra/body-budget.ts'

const KIB = 1024
const WAIT_MS = 20

test('a small body holds nothing', () => {
  assert.equal(openBodyBudget(KIB).take(SMALL_BODY_BYTES), null)
})

test('what is released or turned out small lets the next ones go, in the order they came', async () => {
  const budget = openBodyBudget(200 * KIB, 60_000)
  const first = await budget.take(100 * KIB)
  const second = await budget.take(100 * KIB)
  const order: string[] = []
  const third = budget.take(100 * KIB)?.then((held) => [order.push('third'), held] as const)
  const fourth = budget.take(20 * KIB)?.then((held) => [order.push('fourth'), held] as const)
  first?.shrink(90 * KIB)
  await Promise.resolve()
  assert.deepEqual(order, [])
  first?.shrink(10 * KIB)
  await third
  assert.deepEqual(order, ['third'])
  second?.release()
  await fourth
  assert.deepEqual(order, ['third', 'fourth'])
})

test('one that waits too long is refused with a hint, and gives its place away', async () => {
  const budget = openBodyBudget(100 * KIB, WAIT_MS)
  const held = await budget.take(100 * KIB)
  await assert.rejects(
    async () => budget.take(100 * KIB),
    (error) => error instanceof Problem && error.status === 503 && /large bodies/.test(error.message),
  )
  held?.release()
  held?.release() // twice frees once
  await budget.take(100 * KIB)
  await assert.rejects(async () => budget.take(100 * KIB))
})

test('one larger than all of it waits for all of it', async () => {
  const budget = openBodyBudget(100 * KIB, WAIT_MS)
  const held = await budget.take(500 * KIB)
  assert.ok(held)
})
