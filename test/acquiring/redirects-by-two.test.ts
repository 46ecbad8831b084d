/** connectors.four_eyes: whatever changes where the next payments go waits for a second person, unless every configuration that then takes payments is one that two people confirmed. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { FALLBACK, MARKET, PRIMARY, SIMBANK, startTwoPeople } from '../support/two-banks.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

let rule: string
let simple: string
/** A configuration of another connector. */
let third: string
const two = use(startTwoPeople)
before(async () => {
  const target = { target_connector_config_id: PRIMARY, fallback_connector_config_id: FALLBACK }
  const made = await two.call('first', 'POST', '/routing-rules', {
    name: 'All',
    min_amount: 0,
    max_amount: 1_000_000,
    ...target,
  })
  assert.equal(made.status, 201, made.text)
  rule = made.body
  simple = (await two.call('first', 'POST', '/simple-routing-rules', { name: 'Rest', ...target })).body
  const { body } = await two.call('first', 'GET', '/connector-configurations?search_term=NEST_PAY&page_size=1')
  third = body.items[0].id
  await two.only(PRIMARY, FALLBACK, third)
  await two.wantTwo()
})

const CONFIGURATIONS = '/connector-configurations'
const account = (row: Json, change: object = {}): object => ({
  ...{ name: row.name, mode: row.mode, priority: row.priority, extra_properties_dict: row.extra_properties_dict },
  ...{ username: row.username ?? '', terminal_id: row.terminal_id ?? '', store_id: row.store_id ?? '' },
  ...change,
})
const ruleBody = (change: object = {}): object => ({
  ...{ name: 'All', min_amount: 0, max_amount: 1_000_000, target_connector_config_id: PRIMARY },
  ...{ fallback_connector_config_id: FALLBACK, ...change },
})
const SETTINGS = {
  ...{ routing_mode: 'score', weight_factor: 1, success_rate_factor: 0, response_time_factor: 0, cost_factor: 0 },
  ...{ min_execution_candidates: 3, fallback_enabled: true, bin_weight: 0, amount_weight: 0, currency_weight: 0 },
  ...{ installment_weight: 0, brand_weight: 0, type_weight: 0 },
}

/** A call that redirects, its documented code, and where it waits. */
const redirecting = async (): Promise<[method: string, path: string, body: unknown, code: number][]> => {
  const primary = await two.configuration(PRIMARY)
  const of = `${CONFIGURATIONS}/${PRIMARY}`
  const extra = (keys: object) =>
    account(primary, { extra_properties_dict: { ...primary.extra_properties_dict, ...keys } })
  return [
    ['POST', `${of}/deactivate`, undefined, 200],
    ['PUT', of, account(primary, { is_active: false }), 200],
    ['PUT', of, account(primary, { priority: 32_000 }), 200],
    ['PUT', of, extra({ supported_currencies: 'USD' }), 200],
    ['PUT', of, extra({ max_installments: '1' }), 200],
    ['PUT', of, extra({ supports_pre_auth: 'false' }), 200],
    ['PUT', of, extra({ supports_3d: 'false' }), 200],
    ['PUT', of, extra({ supports_recurring: 'false' }), 200],
    [
      'POST',
      '/routing-rules',
      ruleBody({ name: 'New', target_connector_config_id: FALLBACK, fallback_connector_config_id: PRIMARY }),
      201,
    ],
    [
      'PUT',
      `/routing-rules/${rule}`,
      ruleBody({ target_connector_config_id: FALLBACK, fallback_connector_config_id: PRIMARY }),
      204,
    ],
    ['PUT', `/routing-rules/${rule}`, ruleBody({ max_amount: 1 }), 204],
    ['PATCH', `/routing-rules/${rule}/score`, { weight: 100 }, 204],
    ['POST', `/routing-rules/${rule}/deactivate`, undefined, 204],
    ['DELETE', `/routing-rules/${rule}`, undefined, 204],
    ['POST', '/routing-rules/bulk-delete', { ids: [rule] }, 200],
    ['PUT', '/routing-rules/settings', SETTINGS, 204],
    ['POST', '/simple-routing-rules', { name: 'New', target_connector_config_id: FALLBACK }, 201],
    ['PUT', `/simple-routing-rules/${simple}`, { name: 'Rest', target_connector_config_id: FALLBACK }, 204],
    ['POST', `/simple-routing-rules/${simple}/deactivate`, undefined, 204],
    ['DELETE', `/simple-routing-rules/${simple}`, undefined, 204],
    ['POST', '/simple-routing-rules/bulk-delete', { ids: [simple] }, 200],
    ['POST', `/connectors/${SIMBANK}/deactivate`, undefined, 200],
    ['PUT', `/connectors/${SIMBANK}`, { name: 'Simulated Bank', type: 'custom', is_active: false }, 200],
  ]
}

/** New rules are there already, and inactive. */
const counting = ({ rules, simple, ...rest }: Json) => ({
  ...rest,
  rules: rules.filter(({ is_active }: Json) => is_active),
  simple: simple.filter(({ is_active }: Json) => is_active),
})

test('every such call answers as documented, changes nothing and waits, while the remaining configurations are unconfirmed', async () => {
  for (const [method, path, body, code] of await redirecting()) {
    const before = counting(await two.routing())
    const what = `${method} ${path} ${JSON.stringify(body)}`
    const answer = await two.call('first', method, path, body)
    assert.equal(answer.status, code, `${what}: ${answer.text}`)
    assert.deepEqual(counting(await two.routing()), before, `${what} counts at once`)
    const isOfConfiguration = path.startsWith(CONFIGURATIONS)
    const waits = isOfConfiguration ? `${CONFIGURATIONS}/${PRIMARY}` : `/waiting-changes/${(await two.waiting())[0].id}`
    if (!isOfConfiguration) assert.equal((await two.waiting('second')).length, 1, what)
    assertProblem(await two.decide('first', waits), 'four_eyes_violation')
    const rejected = await two.decide('first', waits, 'reject')
    assert.ok(rejected.status < 300, `${what}: ${rejected.text}`)
    assert.deepEqual([counting(await two.routing()), await two.waiting()], [before, []], what)
  }
})

test('once a second person has confirmed it, each of them counts', async () => {
  const change = async (path: string, method: string, at: string, body?: unknown): Promise<void> => {
    const before = counting(await two.routing())
    const asked = await two.call('first', method, at, body)
    assert.ok(asked.status < 300, asked.text)
    const waits = path || `/waiting-changes/${(await two.waiting())[0].id}`
    const confirmed = await two.decide('second', waits)
    assert.ok(confirmed.status < 300, `${method} ${at}: ${confirmed.text}`)
    assert.notDeepEqual(counting(await two.routing()), before, `${method} ${at}`)
    assert.deepEqual(await two.waiting(), [])
  }
  await change('', 'PUT', `/routing-rules/${rule}`, ruleBody({ max_amount: 77 }))
  await change('', 'PATCH', `/routing-rules/${rule}/score`, { weight: 100 })
  await change('', 'POST', `/routing-rules/${rule}/deactivate`)
  await change('', 'POST', `/routing-rules/${rule}/activate`)
  await change('', 'PUT', '/routing-rules/settings', SETTINGS)
  await change('', 'POST', '/simple-routing-rules', { name: 'New', target_connector_config_id: FALLBACK })
  await change('', 'POST', '/simple-routing-rules/bulk-delete', { ids: [simple] })
  await change('', 'DELETE', `/routing-rules/${rule}`)
  await change('', 'POST', `/connectors/${SIMBANK}/deactivate`)
  await change('', 'PUT', `/connectors/${SIMBANK}`, { name: 'Simulated Bank', type: 'custom', is_active: true })
  const of = `${CONFIGURATIONS}/${PRIMARY}`
  await change(of, 'POST', `${of}/deactivate`)
  await change(of, 'POST', `${of}/activate`)
  await change(of, 'PUT', of, account(await two.configuration(PRIMARY), { priority: 7 }))
})

/** Two people confirm the account, as it is set up. */
const confirmAccount = async (id: string, store_id: string): Promise<void> => {
  const path = `${CONFIGURATIONS}/${id}`
  const asked = await two.call('first', 'PUT', path, account(await two.configuration(id), { store_id }))
  assert.equal(asked.status, 200, asked.text)
  assert.equal((await two.decide('second', path)).status, 200)
}

test('a bank that fails is taken out by one person at once, where two people confirmed what remains, with the profile of every merchant that has one', async () => {
  await two.only(PRIMARY, FALLBACK)
  await confirmAccount(FALLBACK, 'F-1')
  const profile = async (configuration: string): Promise<void> => {
    const path = `/merchants/${MARKET}/bank-profiles`
    const body = { connector_config_id: configuration, sub_merchant_id: 'SM-1' }
    const made = await two.call('first', 'POST', path, body)
    assert.equal(made.status, 201, made.text)
    const change_id = made.body.pending_change.id
    assert.equal((await two.call('second', 'POST', `${path}/${made.body.id}/confirm`, { change_id })).status, 204)
  }
  await profile(PRIMARY)
  const off = async (): Promise<boolean> => {
    const { status, body, text } = await two.call('first', 'POST', `${CONFIGURATIONS}/${PRIMARY}/deactivate`)
    assert.equal(status, 200, text)
    return !body.is_active
  }
  assert.equal(await off(), false, 'the other bank does not know the merchant')
  assert.equal((await two.decide('first', `${CONFIGURATIONS}/${PRIMARY}`, 'reject')).status, 200)
  await profile(FALLBACK)
  assert.equal(await off(), true, 'both people confirmed where its payments go now')
  const rules = await two.call('first', 'POST', '/simple-routing-rules', {
    name: 'Now',
    target_connector_config_id: FALLBACK,
  })
  assert.equal((await two.call('first', 'GET', `/simple-routing-rules/${rules.body}`)).body.is_active, true)
  assert.equal((await two.call('first', 'DELETE', `${CONFIGURATIONS}/${third}`)).status, 204)
})
