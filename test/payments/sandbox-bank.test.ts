/** Every sandbox tenant has the simulated bank, once; and a bank that fails repeatedly opens its breaker. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedHosts } from '../../src/acquiring/hosts/seed-hosts.ts'
import { seedConnectors } from '../../src/acquiring/seed/seed-connectors.ts'
import { composeConnectors } from '../../src/acquiring/tenant-banks/connectors-module.ts'
import { demoConnectors } from '../../src/connectors/registry.ts'
import { seedFraud } from '../../src/fraud/seed-fraud.ts'
import { seedReference } from '../../src/reference/seed/seed-reference.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const LATER = '00000000-0000-4000-8000-0000000000aa'
const TABLES = [
  'connectors',
  'connector_configurations',
  'routing_rules',
  'connector_error_codes',
  'test_cards',
  'fraud_rules',
]
const DEMOS = demoConnectors()
const DEMO_CODES = DEMOS.reduce((sum, { codes }) => sum + codes.rows.length, 0)
/** Rows by table: SIMBANK's own, and those of every demo. */
const seededRows = (fraudRules: number) => [1 + DEMOS.length, 3 + DEMOS.length, 1, 27 + DEMO_CODES, 36, fraudRules]
const REFERENCE = ['banks', 'bank_bins', 'cities', 'districts', 'mcc_codes', 'connector_hosts', 'fraud_rules_global']

const vezne = useVezne()

const countsOf = (tenantId: string): Promise<number[]> =>
  vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    Promise.all(
      TABLES.map(async (table) => {
        const rows = await tx.query<{ count: number }>(`select count(*) from ${table} where tenant_id = $1`, [tenantId])
        return rows[0]!.count
      }),
    ),
  )
const referenceCounts = (): Promise<number[]> =>
  vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    Promise.all(
      REFERENCE.map(async (table) => (await tx.query<{ count: number }>(`select count(*) from ${table}`))[0]!.count),
    ),
  )

test('seeding again, twice at once, adds nothing', async () => {
  const before = [await countsOf(DEMO), await referenceCounts()]
  assert.deepEqual(before[0], seededRows(4))
  const { runtime } = vezne
  const again = () =>
    Promise.all([
      seedReference(runtime),
      seedHosts(runtime, true),
      seedConnectors(runtime, [DEMO]),
      seedFraud(runtime, [DEMO]),
    ])
  await Promise.all([again(), again()])
  assert.deepEqual([await countsOf(DEMO), await referenceCounts()], before)
})

test('every demo configuration calls the bank simulator where this start has it', async () => {
  const { runtime } = vezne
  const { configurationsOf, close } = composeConnectors(runtime)
  after(close)
  const configurations = await configurationsOf(DEMO)
  for (const { demo } of DEMOS) {
    const one = configurations.find(({ connectorCode }) => connectorCode === demo.code)
    assert.equal(one?.endpointUrl, `${runtime.config.urls.bank}${demo.endpointPath}`) // the template was seeded on other ports
    assert.ok(one.isActive && one.priority >= 200)
  }
})

test('a tenant created later gets all of it under ids of its own, once from two concurrent starts', async () => {
  const { runtime } = vezne
  await runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.execute(
      `insert into realms (tenant_id, slug, kind, status, created, last_modified)
       values ($1, 'tenant-later', 'tenant', 'active', $2, $2)`,
      [LATER, runtime.clock.now()],
    ),
  )
  await Promise.all([seedConnectors(runtime, [DEMO, LATER]), seedConnectors(runtime, [LATER])])
  assert.deepEqual(await countsOf(LATER), seededRows(0))
  const [rule] = await runtime.db.transaction({ of: LATER }, (tx) =>
    tx.query<{ id: string; target: string; fallback: string }>(
      `select r.id, t.name as target, f.name as fallback from routing_rules r
         join connector_configurations t on t.tenant_id = r.tenant_id and t.id = r.target_connector_config_id
         join connector_configurations f on f.tenant_id = r.tenant_id and f.id = r.fallback_connector_config_id
        where r.tenant_id = $1`,
      [LATER],
    ),
  )
  assert.deepEqual([rule?.target, rule?.fallback], ['SIM-PRIMARY', 'SIM-FALLBACK'])
  assert.notEqual(rule?.id, '00000000-0000-4000-8000-000000000040')
})

test('what a tenant deleted does not come back with the next start', async () => {
  const token = await vezne.token('pos')
  const list = await vezne.request('cards', 'GET', '/api/v1/test-cards?page_size=1', { token })
  const gone = await vezne.request('cards', 'DELETE', `/api/v1/test-cards/${list.body.items[0].id}`, { token })
  assert.equal(gone.status, 204)
  await seedConnectors(vezne.runtime, [DEMO])
  const { body } = await vezne.request('cards', 'GET', '/api/v1/test-cards?include_inactive=true', { token })
  assert.equal(body.total_count, 35)
})

test('three counted faults open the breakers of target and fallback: 503 at once, and nothing is stored', async () => {
  const pay = async (number: string, realm = 'tenant-demo', merchant = 'M-1001') =>
    vezne.request('cards', 'POST', '/api/v1/payments', {
      token: await vezne.token('admin', realm),
      headers: { 'x-external-merchant-id': merchant },
      body: paymentBody({ card: { number } }),
    })
  const paymentsOf = async () =>
    (
      await vezne.runtime.db.transaction({ of: DEMO }, (tx) =>
        tx.query<{ count: number }>('select count(*) from payments'),
      )
    )[0]!.count
  for (let call = 0; call < 3; call++) assert.equal((await pay(CARDS.trippingGateway)).status, 503)

  const stored = await paymentsOf()
  const refused = await pay(CARDS.success)
  assert.deepEqual(
    [refused.status, refused.body.code, await paymentsOf()],
    [503, 'connector_unavailable', stored],
    refused.text,
  )
  assert.match(refused.body.detail, /nothing was stored.*with the same Idempotency-Key/)

  const elsewhere = await pay(CARDS.success, 'tenant-other', 'M-2001')
  assert.equal(elsewhere.status, 200, elsewhere.text)
})
