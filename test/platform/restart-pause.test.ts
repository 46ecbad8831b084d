/** A process of the program that ends again and again is started ever later; one that ran for a while is started at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_PAUSE_MS, restartPause } from '../../src/app/restart-pause.ts'

const LIVES: [livedMs: number, pauseMs: number][] = [
  [0, 500],
  [100, 1_000],
  [60_000, 2_000],
  [1, 4_000],
  [1, 8_000],
  [1, 16_000],
  [1, 30_000],
  [1, 30_000],
  [60_001, 250],
  [1, 500],
]
test('pauses double up to half a minute, and begin again after a life of a minute', () => {
  let pauseMs = FIRST_PAUSE_MS
  for (const [livedMs, expected] of LIVES) {
    pauseMs = restartPause(pauseMs, livedMs)
    assert.equal(pauseMs, expected)
  }
})
