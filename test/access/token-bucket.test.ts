/** The organization's bucket: its values, call by call, and its invariants for any sequence of calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullBucket, takeOne } from '../../src/access/limits/token-bucket.ts'

const SANDBOX = { ratePerSecond: 50, burst: 100 }
const T0 = 1_750_000_000_000

test('a fresh bucket holds its burst; the headers count down and report when it is full again', () => {
  const bucket = fullBucket(SANDBOX, T0)
  assert.deepEqual(takeOne(bucket, SANDBOX, T0), {
    limit: 50,
    remaining: 99,
    resetAt: T0 / 1000 + 1,
    retryAfter: null,
  })
  for (let call = 0; call < 98; call++) takeOne(bucket, SANDBOX, T0)
  assert.deepEqual(takeOne(bucket, SANDBOX, T0), {
    limit: 50,
    remaining: 0,
    resetAt: T0 / 1000 + 2,
    retryAfter: null,
  })
})

test('the call after the last token is refused, with a whole second to wait, and takes nothing', () => {
  const bucket = fullBucket(SANDBOX, T0)
  for (let call = 0; call < 100; call++) assert.equal(takeOne(bucket, SANDBOX, T0).retryAfter, null)
  for (let call = 0; call < 3; call++) assert.equal(takeOne(bucket, SANDBOX, T0).retryAfter, 1)
  assert.equal(takeOne(bucket, SANDBOX, T0 + 19).retryAfter, 1)
  assert.equal(takeOne(bucket, SANDBOX, T0 + 20).retryAfter, null)
})

test('a slow bucket reports the wait for the next token, and waiting that long succeeds', () => {
  const slow = { ratePerSecond: 0.25, burst: 1 }
  const bucket = fullBucket(slow, T0)
  takeOne(bucket, slow, T0)
  const refused = takeOne(bucket, slow, T0 + 500)
  assert.equal(refused.retryAfter, 4)
  assert.equal(takeOne(bucket, slow, T0 + 500 + 4000).retryAfter, null)
})

test('a clock set back neither adds nor removes tokens', () => {
  const bucket = fullBucket(SANDBOX, T0)
  takeOne(bucket, SANDBOX, T0)
  assert.equal(takeOne(bucket, SANDBOX, T0 - 60_000).remaining, 98)
  assert.equal(takeOne(bucket, SANDBOX, T0 - 60_000).remaining, 97)
})

test('never more than burst + rate × time, and never less than what was refilled', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 400 }),
      (ratePerSecond, burst, waits) => {
        const size = { ratePerSecond, burst }
        const bucket = fullBucket(size, T0)
        let now = T0
        let accepted = 0
        for (const wait of waits) {
          now += wait
          const taken = takeOne(bucket, size, now)
          if (taken.retryAfter === null) accepted++
          else assert(Number.isInteger(taken.retryAfter) && taken.retryAfter >= 1)
          assert(taken.remaining >= 0 && taken.remaining <= burst)
        }
        const most = burst + ((now - T0) / 1000) * ratePerSecond
        assert(accepted <= most + 1e-6, `${accepted} accepted, at most ${most}`)
        assert(accepted === waits.length || accepted >= Math.min(burst, waits.length), 'the burst was there')
      },
    ),
  )
})
