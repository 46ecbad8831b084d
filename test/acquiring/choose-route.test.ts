/** Routing as a table: facts, rules and configurations in, candidates out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTING_DEFAULTS, type RoutingRule } from '../../src/acquiring/routing-rules/routing-store.ts'
import type { Configuration } from '../../src/connectors/attempt.ts'
import { Problem } from '../../src/core/problem.ts'
import { chooseRoutes, type RouteFacts, type Routing } from '../../src/payments/charge/choose-route.ts'

const configuration = (id: string, settings: Record<string, string>, isActive = true): Configuration => ({
  tenantId: 't',
  id,
  connectorId: 'c',
  connectorCode: 'SIMBANK',
  connectorType: 'custom',
  name: id,
  mode: 'test',
  priority: 10,
  isActive,
  settings,
  secrets: {},
  username: null,
  terminalId: null,
  storeId: null,
  bankCode: null,
  endpointUrl: null,
  threeDSecureEndpointUrl: null,
  changedAt: 0,
})
const CONFIGURATIONS = [
  configuration('primary', { supported_currencies: 'TRY,USD' }),
  configuration('fallback', { supported_currencies: 'TRY' }),
  configuration('single', { supported_currencies: 'TRY', max_installments: '1', supports_pre_auth: 'false' }),
  configuration('off', { supported_currencies: 'EUR' }, false),
]
const rule = (change: Partial<RoutingRule>): RoutingRule => ({
  id: 'r',
  name: 'r',
  priority: 100,
  card_bin: null,
  card_bin_end: null,
  installment_count: null,
  min_amount: 0,
  max_amount: 1_000_000,
  currency: null,
  card_brand_filter: null,
  card_type_filter: null,
  target_connector_config_id: 'primary',
  fallback_connector_config_id: 'fallback',
  weight: 0,
  success_rate: 0,
  average_response_time_ms: 0,
  cost_score: 0,
  daily_transaction_limit: null,
  ...change,
})
const facts = (change: Partial<RouteFacts>): RouteFacts => ({
  cardNumber: '4546711234567894',
  card_type: 'Credit',
  card_brand: 'Bonus',
  amount: 15_000,
  currency: 'TRY',
  installment: 1,
  issuerBankCode: '0062',
  operation: 'sale',
  wanted: undefined,
  ...change,
})

const routing = (routingRules: RoutingRule[], change: Partial<Routing> = {}): Routing => ({
  routingRules,
  simpleRules: [],
  routingSettings: ROUTING_DEFAULTS,
  ...change,
})
const DEFAULT = [rule({})]
const ROUTES: [what: string, facts: Partial<RouteFacts>, rules: RoutingRule[], expected: string][] = [
  ['the default rule names target and fallback', {}, DEFAULT, 'primary,fallback'],
  ['a fallback that cannot take the currency is left out', { currency: 'USD' }, DEFAULT, 'primary'],
  ['no rule: the first usable configuration', {}, [], 'primary'],
  ['a rule above its amount does not match', { amount: 1_000_001 }, DEFAULT, 'primary'],
  ['the amount range is inclusive', { amount: 1_000_000 }, DEFAULT, 'primary,fallback'],
  [
    'lowest priority number first',
    {},
    [rule({ priority: 1, target_connector_config_id: 'single', fallback_connector_config_id: null }), ...DEFAULT],
    'single',
  ],
  [
    'a target that cannot pre-authorize passes on',
    { operation: 'pre_auth' },
    [rule({ target_connector_config_id: 'single' }), ...DEFAULT],
    'primary,fallback',
  ],
  [
    'a target with too few installments passes on',
    { installment: 3 },
    [rule({ target_connector_config_id: 'single' }), ...DEFAULT],
    'primary,fallback',
  ],
  ['bin prefix', {}, [rule({ card_bin: '4546', target_connector_config_id: 'single' })], 'single,fallback'],
  [
    'bin range',
    {},
    [rule({ card_bin: '454600', card_bin_end: '454699', target_connector_config_id: 'single' })],
    'single,fallback',
  ],
  [
    'bin out of range',
    {},
    [rule({ card_bin: '454680', card_bin_end: '454699', target_connector_config_id: 'single' })],
    'primary',
  ],
  [
    'card program',
    { card_brand: 'World' },
    [rule({ card_brand_filter: 'Bonus', target_connector_config_id: 'single' })],
    'primary',
  ],
  ['a wanted configuration takes it whatever the rules say', { wanted: 'fallback' }, DEFAULT, 'fallback'],
]
for (const [what, change, rules, expected] of ROUTES)
  test(`route: ${what}`, () => {
    assert.equal(
      chooseRoutes(facts(change), routing(rules), CONFIGURATIONS)[0]
        .candidates.map((each) => each.id)
        .join(),
      expected,
    )
  })

const REFUSALS: [what: string, facts: Partial<RouteFacts>, code: string][] = [
  ['a currency nobody takes', { currency: 'GBP' }, 'invalid_currency'],
  ['a currency only an inactive configuration takes', { currency: 'EUR' }, 'invalid_currency'],
  ['an unknown currency', { currency: 'XXX' }, 'invalid_currency'],
  ['a wanted configuration that is off', { wanted: 'off' }, 'connector_not_found'],
  ['a wanted configuration of nobody', { wanted: 'nowhere' }, 'connector_not_found'],
  ['more installments than anybody takes', { installment: 13 }, 'invalid_installment'],
  [
    'more installments than those take that pre-authorize',
    { installment: 13, operation: 'pre_auth' },
    'invalid_installment',
  ],
]
for (const [what, change, code] of REFUSALS)
  test(`no route: ${what}`, () => {
    assert.throws(
      () => chooseRoutes(facts(change), routing(DEFAULT), CONFIGURATIONS),
      (error) => error instanceof Problem && error.code === code,
    )
  })

test('the number of installments is the reason only where all else fits', () => {
  const [, , single] = CONFIGURATIONS as [Configuration, Configuration, Configuration]
  const codeOf = (change: Partial<RouteFacts>): string => {
    try {
      return chooseRoutes(facts(change), routing(DEFAULT), [single])[0].candidates[0].id
    } catch (error) {
      return error instanceof Problem ? `${error.code} ${error.said}` : String(error)
    }
  }
  assert.equal(codeOf({ installment: 1 }), 'single')
  assert.match(codeOf({ installment: 3 }), /^invalid_installment .* 3 installments; the most is 1\.$/)
  assert.match(codeOf({ installment: 3, operation: 'pre_auth' }), /^routing_no_match/)
})
