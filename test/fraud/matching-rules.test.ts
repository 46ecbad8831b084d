/** Routing rules as a table: which match, in what order, and what their score is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compositeScore,
  matchingRules,
  matchingSimpleRules,
  type RoutingFacts,
} from '../../src/acquiring/routing-rules/match-rules.ts'
import { ROUTING_DEFAULTS, type RoutingRule, type SimpleRule } from '../../src/acquiring/routing-rules/routing-store.ts'
import { AMOUNT_MAX } from '../../src/core/money.ts'

const rule = (id: string, change: Partial<RoutingRule> = {}): RoutingRule => ({
  id,
  name: id,
  priority: 100,
  card_bin: null,
  card_bin_end: null,
  installment_count: null,
  min_amount: 0,
  max_amount: AMOUNT_MAX,
  currency: null,
  card_brand_filter: null,
  card_type_filter: null,
  target_connector_config_id: 't',
  fallback_connector_config_id: null,
  weight: 0,
  success_rate: 0,
  average_response_time_ms: 1000,
  cost_score: 0,
  daily_transaction_limit: null,
  ...change,
})
const simple = (id: string, change: Partial<SimpleRule> = {}): SimpleRule => ({
  id,
  name: id,
  priority: 100,
  bank_code: null,
  has_installment: null,
  min_amount: null,
  max_amount: null,
  currency: null,
  card_brand_filter: null,
  card_type_filter: null,
  target_connector_config_id: 't',
  fallback_connector_config_id: null,
  ...change,
})
const FACTS: RoutingFacts = {
  digits: '4546711234567894',
  amount: 15_000,
  currency: 'TRY',
  installment: 3,
  card_brand: 'Bonus',
  card_type: 'Credit',
  issuerBankCode: '0062',
}

const MATCHES: [what: string, rule: Partial<RoutingRule>, facts: Partial<RoutingFacts>, isMatch: boolean][] = [
  ['no criterion', {}, {}, true],
  ['a BIN', { card_bin: '454671' }, {}, true],
  ['another BIN', { card_bin: '454672' }, {}, false],
  ['a BIN longer than what is known', { card_bin: '454671' }, { digits: '4546' }, false],
  ['a BIN that is not known', { card_bin: '4' }, { digits: '' }, false],
  ['both ends of a range', { card_bin: '454671', card_bin_end: '454671' }, {}, true],
  ['below a range', { card_bin: '454672', card_bin_end: '454699' }, {}, false],
  ['the smallest amount', { min_amount: 15_000 }, {}, true],
  ['the largest amount', { max_amount: 15_000 }, {}, true],
  ['above the largest amount', { max_amount: 14_999 }, {}, false],
  ['its installments', { installment_count: 3 }, {}, true],
  ['other installments', { installment_count: 2 }, {}, false],
  ['another currency', { currency: 'USD' }, {}, false],
  ['another type', { card_type_filter: 'Debit' }, {}, false],
  ['an unknown card program', { card_brand_filter: 'Bonus' }, { card_brand: null }, false],
]
for (const [what, change, facts, isMatch] of MATCHES)
  test(`${what}: ${isMatch ? 'matches' : 'does not match'}`, () => {
    assert.equal(matchingRules([rule('r', change)], { ...FACTS, ...facts }, ROUTING_DEFAULTS).length, isMatch ? 1 : 0)
  })

const SIMPLE: [what: string, rule: Partial<SimpleRule>, facts: Partial<RoutingFacts>, isMatch: boolean][] = [
  ['no criterion', {}, {}, true],
  ['the issuer', { bank_code: '0062' }, {}, true],
  ['another issuer', { bank_code: '0064' }, {}, false],
  ['an unknown issuer', { bank_code: '0062' }, { issuerBankCode: null }, false],
  ['installments', { has_installment: true }, {}, true],
  ['installments, and there is one', { has_installment: true }, { installment: 1 }, false],
  ['one payment', { has_installment: false }, { installment: 1 }, true],
  ['an amount above', { min_amount: 15_001 }, {}, false],
  ['an amount inside', { min_amount: 15_000, max_amount: 15_000 }, {}, true],
]
for (const [what, change, facts, isMatch] of SIMPLE)
  test(`simple rule, ${what}: ${isMatch ? 'matches' : 'does not match'}`, () => {
    assert.equal(matchingSimpleRules([simple('r', change)], { ...FACTS, ...facts }).length, isMatch ? 1 : 0)
  })

test('the score: factors times figures, and the weights of the criteria a rule names', () => {
  const figures = { weight: 50, success_rate: 95, average_response_time_ms: 300, cost_score: 40 }
  assert.equal(compositeScore(rule('r', figures), ROUTING_DEFAULTS), 191.5)
  assert.equal(compositeScore(rule('r', { average_response_time_ms: 60_000 }), ROUTING_DEFAULTS), -11_800)
  const weights = {
    ...ROUTING_DEFAULTS,
    bin_weight: 1,
    amount_weight: 2,
    currency_weight: 4,
    installment_weight: 8,
    brand_weight: 16,
    type_weight: 32,
  }
  const named: [Partial<RoutingRule>, number][] = [
    [{}, 0],
    [{ card_bin: '4' }, 1],
    [{ min_amount: 1 }, 2],
    [{ max_amount: 1_000_000 }, 2],
    [{ currency: 'TRY' }, 4],
    [{ installment_count: 1 }, 8],
    [{ card_brand_filter: 'Bonus', card_type_filter: 'Credit' }, 48],
  ]
  for (const [change, sum] of named) assert.equal(compositeScore(rule('r', change), weights), sum)
})

test('mode priority: number first, score between equal numbers; mode score: the other way round', () => {
  const rules = [
    rule('late and good', { priority: 20, weight: 100 }),
    rule('early and bad', { priority: 10, weight: 1 }),
    rule('early and good', { priority: 10, weight: 100 }),
  ]
  const order = (routing_mode: 'priority' | 'score') =>
    matchingRules(rules, FACTS, { ...ROUTING_DEFAULTS, routing_mode }).map(({ id }) => id)
  assert.deepEqual(order('priority'), ['early and good', 'early and bad', 'late and good'])
  assert.deepEqual(order('score'), ['early and good', 'late and good', 'early and bad'])
})

test('the order does not depend on the order rules come in, as long as no two are equal', () => {
  const rules = Array.from({ length: 8 }, (_, n) => rule(String(n), { priority: n % 3, weight: n }))
  fc.assert(
    fc.property(fc.shuffledSubarray(rules, { minLength: 8 }), fc.constantFrom('priority', 'score'), (mixed, mode) => {
      const settings = { ...ROUTING_DEFAULTS, routing_mode: mode as 'priority' | 'score' }
      const ids = (list: readonly RoutingRule[]) => matchingRules(list, FACTS, settings).map(({ id }) => id)
      assert.deepEqual(ids(mixed), ids(rules))
    }),
    { numRuns: 50 },
  )
})
