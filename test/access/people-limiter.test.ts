/** Limits of people in the console: an office behind one address signs in with codes in the same minute, and no more than that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPeopleLimiter } from '../../src/access/limits/people-limiter.ts'
import { createRateLimiter } from '../../src/access/limits/rate-limiter.ts'

test('twenty-five people of one office sign in with password and code in one minute; guessing on and on is refused', async () => {
  const limiter = createPeopleLimiter(createRateLimiter())
  const signIn = () =>
    limiter.takeForAnonymous({ address: '192.0.2.7', realm: null, limitClass: 'token', nowMs: 1_800_000_000_000 })
  for (let times = 0; times < 50; times++) assert.equal((await signIn()).retryAfter, null, `after ${times}`)
  let refused = 0
  for (let times = 0; times < 50; times++) if ((await signIn()).retryAfter !== null) refused++
  assert.equal(refused, 40)
})
