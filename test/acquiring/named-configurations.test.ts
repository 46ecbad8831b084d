/** A caller names a connector configuration by its id or by its name: in payments, in bodies and in filters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const payWith = (named: string) =>
  shop.call('POST', '/payments', paymentBody({ extra_properties: { connector_configuration_id: named } }))

const idOf = async (name: string): Promise<string> => {
  const [row] = await shop.rows(
    `select c.id from connector_configurations c join realms r using (tenant_id) where c.name = $1 and r.slug = 'tenant-load'`,
    [name],
  )
  return row.id
}

test('a payment goes to the configuration whose name it gives, in any case of letters', async () => {
  for (const named of ['SIM-FALLBACK', 'sim-fallback', await idOf('SIM-FALLBACK')]) {
    const paid = await payWith(named)
    assert.equal(paid.status, 200, paid.text)
    const { connector_configuration_name } = await shop.read(paid.body.transaction_id)
    assert.equal(connector_configuration_name, 'SIM-FALLBACK', named)
  }
  const listed = await shop.call('GET', '/transactions?connector_configuration_id=SIM-FALLBACK')
  assert.equal(listed.body.items.length, 3)
  assert.equal((await shop.call('GET', '/transactions?connector_configuration_id=SIM-PRIMARY')).body.items.length, 0)
})

test('a rule and its list name their target the same way', async () => {
  const body = { name: 'By name', min_amount: 100, max_amount: 500_000, target_connector_config_id: 'SIM-PRIMARY' }
  const made = await shop.call('POST', '/routing-rules', body)
  assert.equal(made.status, 201, made.text)
  const rule = await shop.call('GET', `/routing-rules/${made.body}`)
  assert.equal(rule.body.target_connector_config_id, await idOf('SIM-PRIMARY'))
  const listed = await shop.call('GET', '/routing-rules?target_connector_config_id=SIM-PRIMARY')
  assert(listed.body.items.some(({ name }: { name: string }) => name === 'By name'))
})

test('a name that nobody has, that another tenant has, or that several have, is no configuration', async () => {
  await shop.own(
    `update connector_configurations set name = 'ELSEWHERE' where name = 'NESTPAY-DEMO'
       and tenant_id <> (select tenant_id from realms where slug = 'tenant-load')`,
    [],
  )
  await shop.own(
    `update connector_configurations set name = 'TWICE' where name in ('GARANTI-DEMO', 'SIM-LIMITED')
       and tenant_id = (select tenant_id from realms where slug = 'tenant-load')`,
    [],
  )
  shop.vezne.runtime.notifications.publish('connectors')
  for (const named of ['NOBODY', 'ELSEWHERE', 'TWICE', '']) {
    assertProblem(await payWith(named), 'connector_not_found')
    if (named === '') continue
    for (const filtered of [
      `/transactions?connector_configuration_id=${named}`,
      `/transactions/export?connector_configuration_id=${named}`,
      `/api-request-logs?connector_configuration_id=${named}`,
      `/routing-rules?fallback_connector_config_id=${named}`,
      `/reconciliations?connector_config_id=${named}`,
      `/settlements/terms?connector_config_id=${named}`,
    ])
      assertProblem(await shop.call('GET', filtered), 'connector_not_found')
  }
})
