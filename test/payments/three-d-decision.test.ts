/** Whether a challenge is accepted: every md status against every set a configuration can accept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideAuthentication, toMdStatusName } from '../../src/payments/three-d-secure/decide-authentication.ts'

const MD = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
const REFUSALS = ['wrong_code', 'cancelled', 'timeout', 'refused', 'unavailable']

test('passed exactly when it is accepted, acceptable, and the bank gives no reason against it', () => {
  const setting = fc.option(
    fc.subarray(MD).map((set) => set.join(', ')),
    { nil: undefined },
  )
  const refusal = fc.option(fc.constantFrom(...REFUSALS))
  fc.assert(
    fc.property(fc.constantFrom(...MD), setting, refusal, (mdStatus, accepted, reason) => {
      const judged = decideAuthentication({ mdStatus, refusal: reason, message: null }, accepted)
      const isAccepted = accepted === undefined ? true : accepted.split(', ').includes(mdStatus)
      const isRight = isAccepted && mdStatus >= '1' && mdStatus <= '4' && reason === null
      assert.equal(judged.isPassed, isRight)
      assert.equal(judged.error_code === undefined, isRight)
    }),
    { numRuns: 2_000 },
  )
})

test('nothing but a digit ever passes', () => {
  fc.assert(
    fc.property(fc.option(fc.string()), fc.string(), (mdStatus, accepted) => {
      fc.pre(mdStatus === null || !/^[1-4]$/.test(mdStatus))
      assert.equal(decideAuthentication({ mdStatus, refusal: null, message: null }, accepted).isPassed, false)
    }),
  )
})

const WHY: [mdStatus: string, refusal: string | null, code: string][] = [
  ['0', null, 'three_ds_authentication_failed'],
  ['0', 'wrong_code', 'three_ds_authentication_failed'],
  ['0', 'refused', 'three_ds_authentication_failed'],
  ['0', 'cancelled', 'three_ds_user_cancelled'],
  ['0', 'timeout', 'three_ds_timeout'],
  ['1', 'cancelled', 'three_ds_user_cancelled'],
  ['5', null, 'three_ds_failed'],
  ['7', null, 'three_ds_failed'],
  ['8', null, 'three_ds_authentication_failed'],
]
for (const [mdStatus, refusal, code] of WHY)
  test(`md status ${mdStatus}, ${refusal ?? 'no reason'}: ${code}`, () => {
    assert.equal(decideAuthentication({ mdStatus, refusal, message: null }, undefined).error_code, code)
  })

test("the interface's words for md statuses", () => {
  const words = [...MD, 'x', null].map((mdStatus) => toMdStatusName(mdStatus))
  const failed = 'authentication_failed'
  const attempted = 'attempted_authentication'
  const right = [failed, 'fully_authenticated', attempted, attempted, attempted, failed, failed, failed, failed]
  assert.deepEqual(words, [...right, 'unknown', 'unknown', null])
})
