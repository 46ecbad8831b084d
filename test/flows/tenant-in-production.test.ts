/** A production tenant starts empty: no banks, no payments without 3D Secure, and its first key may be tied to addresses. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CommandFault } from '../../src/cli/command.ts'
import { createTenant, type Wanted } from '../../src/cli/create-tenant.ts'
import { callerWith } from '../../src/cli/published-interface.ts'
import { noteKnown } from '../support/seen.ts'
import { asPlatform, makeTenant } from '../support/tenants.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
before(async () => {
  vezne = await startVezne({ config: { env: 'production' } })
})
after(() => vezne.stop())

test('no simulated bank, no demo configuration, no rule, no payment without 3D Secure', async () => {
  const tenant = await makeTenant(vezne)
  assert.equal(tenant.body.allow_non_3d, false)
  for (const table of ['connectors', 'connector_configurations', 'routing_rules', 'test_cards']) {
    const rows = await vezne.house.db.inTenant(tenant.id, (tx) =>
      tx.query(`select 1 from ${table} where tenant_id = $1`, [tenant.id]),
    )
    assert.equal(rows.length, 0, table)
  }
})

test('the command asks for an email address, and ties the first key to addresses when told', async () => {
  const { client_id, client_secret } = vezne.demo.platform.clients.admin!
  const auth_url = vezne.urls.identity
  const platform = {
    caller: callerWith({ client_id, client_secret, auth_url, slug: 'master' }),
    auth_url,
    base_url: vezne.urls.cards,
    isSandbox: false,
  }
  const wanted: Wanted = { name: 'Live', slug: undefined, plan: 'standard', email: undefined, allowedIps: undefined }
  const create = (more: Partial<Wanted>) => createTenant(platform, { ...wanted, ...more })
  await assert.rejects(create({}), (error) => error instanceof CommandFault && /--email/.test(error.message))
  const email = 'ops@live.example'
  const made = await create({ email, allowedIps: '127.0.0.1' })
  noteKnown('secret', made.client_secret)
  assert.match(made.client_id, /^cid_live_/)
  assert.match(made.client_secret, /^cs_live_/)
  const { body } = await asPlatform(vezne, 'GET', `/platform/tenants/${made.tenant.id}/api-keys`)
  assert.deepEqual(
    body.items.map(({ roles, allowed_ips }: { roles: string[]; allowed_ips: string }) => [roles, allowed_ips]),
    [[['tenant-admin'], '127.0.0.1']],
  )
})
