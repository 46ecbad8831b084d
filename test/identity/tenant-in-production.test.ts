/** A production tenant starts empty: no banks, no payments without 3D Secure, and its first key may be tied to addresses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiClientWith } from '../../src/cli/api-client.ts'
import { UsageError } from '../../src/cli/command.ts'
import { createTenant, type Wanted } from '../../src/cli/tenant-creation.ts'
import { assertProblem } from '../support/problems.ts'
import { noteKnown } from '../support/seen.ts'
import { asPlatform, makeTenant } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ config: { env: 'production' } })

test('no simulated bank, no demo configuration, no rule, no payment without 3D Secure', async () => {
  const tenant = await makeTenant(vezne)
  assert.equal(tenant.body.allow_non_3d, false)
  for (const table of ['connectors', 'connector_configurations', 'routing_rules', 'test_cards']) {
    const rows = await vezne.runtime.db.transaction({ of: tenant.id }, (tx) =>
      tx.query(`select 1 from ${table} where tenant_id = $1`, [tenant.id]),
    )
    assert.equal(rows.length, 0, table)
  }
})

test('a bank of a production tenant: only documented hosts, and not before a second person has confirmed it', async () => {
  const tenant = await makeTenant(vezne)
  const made = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, {
    display_name: 'First',
    roles: ['tenant-admin'],
    allowed_ips: '127.0.0.1',
  })
  assert.equal(made.status, 201, made.text)
  const { client_id } = made.body.api_key
  noteKnown('secret', made.body.secret)
  const signedIn = await vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/token`, {
    body: { client_id, client_secret: made.body.secret },
  })
  const { access_token: token } = signedIn.body
  const call = (path: string, body: object) => vezne.request('cards', 'POST', `/api/v1/${path}`, { token, body })
  const { body: bank } = await call('connectors', { name: 'İş', type: 'is_bank_vpos' })
  const at = (host: string) => ({
    connector_id: bank.id,
    name: 'İş',
    mode: 'production',
    username: 'u',
    password: 'p',
    store_id: '1',
    api_endpoint_url: `https://${host}/fim/api`,
    extra_properties_dict: { supports_3d: 'false' },
  })
  for (const host of ['93.184.215.14', 'sanalpos.halkbank.com.tr', 'sanalpos.isbank.com.tr.example.org'])
    assert.match((await call('connector-configurations', at(host))).body.detail, /not among the hosts of is_bank_vpos/)
  const { body: listed } = await asPlatform(vezne, 'POST', '/lookups/connector-hosts', {
    connector_type: 'is_bank_vpos',
    host: '93.184.215.14',
  })
  assert.equal(listed.port, null)
  const asked = await call('connector-configurations', at('93.184.215.14'))
  assert.deepEqual(
    [asked.status, asked.body.is_active, asked.body.pending_change?.is_new],
    [201, false, true],
    asked.text,
  )
  const change = { change_id: asked.body.pending_change.id }
  const user = await vezne.request('identity', 'POST', '/api/v1/users', {
    token,
    body: { username: 'one', email: 'one@people.example', roles: ['tenant-admin'] },
  })
  const { id, changeId } = user.body.data
  const confirmed = (body?: object) =>
    asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/users/${id}/confirm`, body)
  assertProblem(await confirmed(), 'bad_request', /names the change/, 'changeId required')
  assert.equal((await confirmed({ changeId })).body.data.needsConfirmation, false)
  // A key issued by the platform decides nothing.
  assert.equal((await call(`connector-configurations/${asked.body.id}/confirm`, change)).body.code, 'forbidden')
})

test('the command asks for an email address and for addresses, to which it ties the first key', async () => {
  const { client_id, client_secret } = vezne.demo.platform.clients.admin!
  const auth_url = vezne.urls.identity
  const platform = {
    caller: createApiClientWith({ client_id, client_secret, auth_url, slug: 'master' }),
    auth_url,
    base_url: vezne.urls.cards,
    isSandbox: false,
  }
  const wanted: Wanted = {
    name: 'Live',
    slug: undefined,
    plan: 'standard',
    email: undefined,
    allowedIps: undefined,
    shard: undefined,
  }
  const create = (more: Partial<Wanted>) => createTenant(platform, { ...wanted, ...more })
  await assert.rejects(create({}), (error) => error instanceof UsageError && /--email/.test(error.message))
  const email = 'ops@live.example'
  await assert.rejects(create({ email }), (error) => error instanceof UsageError && /--allowed-ips/.test(error.message))
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
