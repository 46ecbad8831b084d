/** Whatever one person writes of a key, in whichever order: its limits never grow, and one in use never sells for another merchant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  awaitedOfKey,
  KEY_LOOSENS,
  type KeyReach,
  loosenedMembers,
  withoutAwaited,
} from '../../src/identity/api-keys/loosened-key.ts'
import { isLoosened, USER_LOOSENS } from '../../src/identity/users/loosened-user.ts'

const PLANS: Readonly<Record<string, { daily: number; monthly: number; rate: number }>> = {
  small: { daily: 10, monthly: 100, rate: 5 },
  large: { daily: 0, monthly: 1_000, rate: 50 }, // 0 sets no limit
}
const limit = fc.constantFrom(null, 1, 5, 10, 11, 100, 1_000)
const keys: fc.Arbitrary<KeyReach> = fc
  .record({
    display_name: fc.constantFrom('Till', 'Shop'),
    contact_email: fc.constantFrom(null, 'a@b.example'),
    merchant_id: fc.constantFrom(null, 'one', 'other'),
    roles: fc.subarray(['pos-operator', 'pos-admin']),
    plan_id: fc.constantFrom(null, 'small', 'large'),
    daily_limit_override: limit,
    monthly_limit_override: limit,
    rate_limit_override: limit,
    allowed_ips: fc.constantFrom(null, '10.0.0.1', '10.0.0.0/8'),
    expires_at: fc.constantFrom(null, new Date(1_000), new Date(2_000)),
    is_active: fc.boolean(),
  })
  .map((key) => ({ ...key, ofPlan: key.plan_id === null ? undefined : PLANS[key.plan_id] }))
const withPlan = (key: KeyReach): KeyReach => ({
  ...key,
  ofPlan: key.plan_id === null ? undefined : PLANS[key.plan_id],
})

/** Told again here, so that a mistake of the program is not repeated by its test. */
const ends = (key: KeyReach) => {
  const plan = key.plan_id === null ? { daily: 0, monthly: 0, rate: 0 } : PLANS[key.plan_id]!
  const most = (own: number | null, ofPlan: number): number => own ?? (ofPlan === 0 ? 1e9 : ofPlan)
  return [
    most(key.daily_limit_override, plan.daily),
    most(key.monthly_limit_override, plan.monthly),
    most(key.rate_limit_override, plan.rate),
  ]
}

test('one person’s writes in sequence: no limit grows, and the merchant of a key in use stays', () => {
  fc.assert(
    fc.property(keys, fc.array(keys, { minLength: 1, maxLength: 8 }), fc.boolean(), (made, writes, decides) => {
      let counting = made
      for (const wanted of writes) {
        const circumstances = { isUsed: true, decides }
        const awaited = awaitedOfKey(counting, wanted, circumstances)
        const next = withPlan(withoutAwaited(wanted, counting, awaited))
        ends(next).forEach((most, at) => {
          assert.ok(most <= ends(counting)[at]!, `${JSON.stringify(counting)} to ${JSON.stringify(next)}`)
        })
        assert.equal(next.merchant_id, counting.merchant_id)
        // Once it is confirmed it is what was written, whole.
        assert.deepEqual(withPlan({ ...next, ...awaited }), wanted)
        if (awaited !== null) assert.ok(loosenedMembers(counting, wanted, circumstances).length > 0)
        counting = next
      }
    }),
  )
})

test('what is not looser counts at once: the same key, and one with less of everything', () => {
  fc.assert(
    fc.property(keys, fc.boolean(), (key, decides) => {
      const less = {
        ...key,
        roles: [],
        daily_limit_override: 1,
        monthly_limit_override: 1,
        rate_limit_override: 1,
        is_active: false,
      }
      for (const wanted of [key, less]) assert.deepEqual(loosenedMembers(key, wanted, { isUsed: true, decides }), [])
    }),
  )
})

test('every member says what loosens it, or why nothing does', () => {
  const why = (table: object) =>
    Object.entries(table).flatMap(([member, { never }]) => (never === undefined ? [] : [`${member}: ${never}`]))
  assert.deepEqual(
    [...why(KEY_LOOSENS), ...why(USER_LOOSENS)].map((line) => line.split(':')[0]),
    ['display_name', 'contact_email', 'plan_id', 'first_name', 'last_name', 'company_name'],
  )
})

const user = {
  email: 'a@b.example',
  first_name: null,
  last_name: null,
  company_name: null,
  roles: ['pos-viewer'],
  merchant_id: null,
  enabled: true,
  pending_approval: false,
}
const USERS: readonly [name: string, before: object, after: object, isLooser: boolean][] = [
  ['another name', {}, { first_name: 'A', last_name: 'B', company_name: 'C' }, false],
  ['another address', {}, { email: 'c@d.example' }, true],
  ['a role more', {}, { roles: ['pos-viewer', 'pos-admin'] }, true],
  ['a role less', {}, { roles: [] }, false],
  ['another merchant', { merchant_id: 'one' }, { merchant_id: 'other' }, true],
  ['no merchant', { merchant_id: 'one' }, { merchant_id: null }, true],
  ['switched off', {}, { enabled: false }, false],
  ['switched on', { enabled: false }, { enabled: true }, true],
  ['approved', { pending_approval: true }, { pending_approval: false }, true],
]
for (const [name, before, after, isLooser] of USERS)
  test(`a user: ${name}`, () =>
    assert.equal(isLoosened({ ...user, ...before }, { ...user, ...before, ...after }), isLooser))
