/** Six attempts, five waits of 1 m, 5 m, 30 m, 2 h and 24 h, each uniform within plus or minus 20 percent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelayMs } from '../../src/webhooks/subscriptions/retry-schedule.ts'

const table = `
  attempt  minutes
  1        1
  2        5
  3        30
  4        120
  5        1440`
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])

for (const [attempt, minutes] of rows) {
  const ms = minutes * 60_000
  test(`after attempt ${attempt}: ${minutes} min, within 20 percent`, () => {
    assert.equal(retryDelayMs(attempt, 5, 0.5), ms)
    assert.equal(retryDelayMs(attempt, 5, 0), ms * 0.8)
    assert.ok(Math.abs((retryDelayMs(attempt, 5, 1 - 2 ** -53) as number) - ms * 1.2) <= 1)
  })
}

test('no wait after the last attempt', () => {
  assert.equal(retryDelayMs(6, 5, 0.5), null)
  assert.equal(retryDelayMs(7, 5, 0.5), null)
})

for (let retries = 0; retries <= 5; retries++) {
  test(`${retries} retries make ${retries + 1} attempts`, () => {
    let attempts = 1
    while (retryDelayMs(attempts, retries, 0.5) !== null) attempts++
    assert.equal(attempts, retries + 1)
  })
}

test('10,000 draws are spread evenly (chi-square over 20 cells, p > 0.01)', () => {
  const seed = 20_260_511
  const draw = mulberry(seed)
  const cells = Array<number>(20).fill(0)
  for (let n = 0; n < 10_000; n++) {
    const wait = retryDelayMs(1, 5, draw()) as number
    assert.ok(wait >= 48_000 && wait <= 72_000)
    cells[Math.min(19, Math.floor((wait - 48_000) / 1_200))]!++
  }
  const chiSquare = cells.reduce((sum, count) => sum + (count - 500) ** 2 / 500, 0)
  assert.ok(chiSquare < 36.19, `chi-square ${chiSquare.toFixed(1)} with seed ${seed}`) // 19 degrees of freedom
})

/** A small seeded generator, so that the run can be repeated. */
const mulberry = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
