/** The clocks of a lease: the one since boot is read seldom, and is never behind by more than its own steps. */
import assert from 'node:assert/strict'
import { uptime } from 'node:os'
import { test } from 'node:test'
import { elapsedMs, readClocks } from '../../src/infra/database/lease-age.ts'

const STEP_MS = 10
const MOMENT_MS = 5

test('a reading is of now, for each of the clocks, however many are taken', () => {
  const end = performance.now() + 60
  let readings = 0
  while (performance.now() < end) {
    const before = { monotonic: performance.now(), sinceBoot: uptime() * 1_000 }
    const reading = readClocks()
    assert.ok(reading.monotonic >= before.monotonic)
    assert.ok(reading.sinceBoot >= before.sinceBoot - MOMENT_MS - STEP_MS)
    readings++
  }
  assert.ok(readings > 10)
})

test('the largest age counts: a machine that was suspended, a wall clock that was set', () => {
  const since = { monotonic: 1_000, wall: 5_000, sinceBoot: 9_000 }
  assert.equal(elapsedMs(since, { monotonic: 1_001, wall: 5_001, sinceBoot: 99_000 }), 90_000)
  assert.equal(elapsedMs(since, { monotonic: 1_001, wall: 65_000, sinceBoot: 9_000 }), 60_000)
  assert.equal(elapsedMs(since, { monotonic: 31_000, wall: 1, sinceBoot: 9_000 }), 30_000)
})
