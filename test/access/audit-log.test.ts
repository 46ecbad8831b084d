/** The audit log as a tenant and the platform read it, and as the command line verifies it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { logChainHeads } from '../../src/access/audit/chain-heads.ts'
import { assertProblem } from '../support/problems.ts'
import { noteText } from '../support/seen.ts'
import { tokenOf } from '../support/tenants.ts'
import { testServer } from '../support/test-server.ts'
import { useVezne } from '../support/vezne.ts'
import { chainOf, type OwnerTx, openOwner } from './audit/audit-rig.ts'

let owner: OwnerTx
const tenant: Record<string, string> = {}
const correlationId = randomUUID()
let connectorId: string
const vezne = useVezne()
before(async () => {
  owner = await openOwner(vezne.ownerUrl)
  for (const { slug, tenant_id } of vezne.demo.tenants) tenant[slug] = tenant_id
  const token = await vezne.token('admin')
  const headers = { 'x-request-id': correlationId }
  const body = { name: 'Read me', type: 'custom' }
  connectorId = (await vezne.request('cards', 'POST', '/api/v1/connectors', { token, headers, body })).body.id
  await vezne.request('cards', 'POST', `/api/v1/connectors/${connectorId}/deactivate`, { token })
  await vezne.request('cards', 'POST', '/api/v1/connectors', { token: await vezne.token('view'), body })
  await vezne.request('cards', 'POST', '/api/v1/connectors', {
    token: await vezne.token('admin', 'tenant-other'),
    body,
  })
})
after(async () => {
  await owner.end()
})

const list = async (query = '', realm = 'tenant-demo') =>
  vezne.request('identity', 'GET', `/api/v1/${realm === 'master' ? 'platform/' : ''}audit-log${query}`, {
    token: await vezne.token('admin', realm),
  })

test('newest first, own tenant only, unmodified', async () => {
  const { status, body } = await list()
  assert.equal(status, 200)
  assert.deepEqual([body.total_count, body.items.map((item: { seq: number }) => item.seq)], [3, [3, 2, 1]])
  const [refused, , made] = body.items
  assert.deepEqual([refused.outcome, refused.code, refused.before, refused.after], ['refused', 'forbidden', null, null])
  const { at, address, previous_hash, hash, after, ...rest } = made
  assert.deepEqual(rest, {
    tenant_id: tenant['tenant-demo'],
    seq: 1,
    actor: 'cid_test_demo_admin',
    realm: 'tenant-demo',
    operation: 'POST /api/v1/connectors',
    outcome: 'done',
    code: null,
    kind: 'connector',
    target_id: connectorId,
    merchant_id: null,
    correlation_id: correlationId,
    repeats: 1,
    before: null,
  })
  assert.match(hash, /^[0-9a-f]{64}$/)
  assert.deepEqual([previous_hash, body.items[1].previous_hash], ['0'.repeat(64), hash])
  assert.match(address, /^127\./)
  assert.ok(Date.parse(at) > 0)
  assert.equal(after.name, 'Read me')
})

test('filters and pages', async () => {
  const count = async (query: string): Promise<number> => (await list(query)).body.total_count
  const expected: [string, number][] = [
    ['?actor=cid_test_demo_admin', 2],
    ['?actor=nobody', 0],
    [`?operation=${encodeURIComponent('POST /api/v1/connectors')}`, 2],
    ['?kind=connector', 2],
    [`?target_id=${connectorId}`, 2],
    ['?outcome=refused', 1],
    ['?outcome=DONE', 2],
    [`?correlation_id=${correlationId}`, 1],
    ['?search_term=deactivate', 1],
    ['?search_term=FORBIDDEN', 1],
    ['?search_term=%25', 0],
    ['?from_date=2020-01-01T00:00:00Z', 3],
    ['?to_date=2020-01-01T00:00:00Z', 0],
  ]
  for (const [query, wanted] of expected) assert.equal(await count(query), wanted, query)
  const page = (await list('?page=2&page_size=2')).body
  assert.deepEqual([page.items.length, page.total_pages, page.has_next_page], [1, 2, false])
  assertProblem(await list('?from_date=2026-01-02T00:00:00Z&to_date=2026-01-01T00:00:00Z'), 'validation_failed')
})

test('the platform sees every chain, or one; a viewer none', async () => {
  const all = (await list('', 'master')).body
  const seen = new Set(all.items.map((item: { tenant_id: string }) => item.tenant_id))
  assert.ok(seen.has(tenant['tenant-demo']) && seen.has(tenant['tenant-other']))
  const one = (await list(`?tenant_id=${tenant['tenant-other']}`, 'master')).body
  assert.deepEqual(
    one.items.map((item: { tenant_id: string }) => item.tenant_id),
    [tenant['tenant-other']],
  )
  const view = await vezne.request('identity', 'GET', '/api/v1/audit-log', { token: await vezne.token('view') })
  assertProblem(view, 'forbidden')
})

const verify = async (...words: string[]): Promise<{ code: number | null; out: string }> => {
  const child = spawn(process.execPath, ['src/cli/vezne.ts', 'audit', 'verify', ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: vezne.ownerUrl,
      VEZNE_MASTER_KEYS: testServer().masterKeys,
      VEZNE_DATA_DIR: join(vezne.dataDir, 'none'),
    },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      out += text
    })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  noteText('output', out)
  return { code, out }
}

test('vezne audit verify, beside the running program: intact, broken, rolled back to an older state', async () => {
  const whole = await verify()
  assert.equal(whole.code, 0, whole.out)
  assert.match(whole.out, /tenant-demo +\d+ entries +whole/)
  assert.match(whole.out, /all whole/)

  const log = join(vezne.dataDir, 'kept.log')
  const lines: string[] = []
  const info = (event: string, facts: object = {}) => void lines.push(JSON.stringify({ event, ...facts }))
  const job = logChainHeads({ db: vezne.runtime.db, log: { ...vezne.runtime.log, info } })
  const old = await owner.query<{ seq: number; hash: Buffer; mac: Buffer }>(
    'select * from audit_heads where tenant_id = $1',
    [tenant['tenant-other']],
  )
  await vezne.request('cards', 'POST', '/api/v1/connectors', {
    token: await vezne.token('admin', 'tenant-other'),
    body: { name: 'Second', type: 'custom' },
  })
  await job.run()
  const told = lines.length
  await job.run()
  assert.ok(told >= 2 && lines.length === told, 'what has not grown is not told again')
  writeFileSync(log, lines.join('\n'))

  const where = 'where tenant_id = $1'
  const [entry] = await owner.query<Record<string, unknown>>(`select * from audit_log ${where} and seq = 2`, [
    tenant['tenant-other'],
  ])
  const [head] = await owner.query<{ seq: number; hash: Buffer; mac: Buffer }>(`select * from audit_heads ${where}`, [
    tenant['tenant-other'],
  ])
  const setHead = ({ seq, hash, mac }: { seq: number; hash: Buffer; mac: Buffer }) =>
    owner.execute(`update audit_heads set seq = $2, hash = $3, mac = $4 ${where}`, [
      tenant['tenant-other'],
      seq,
      hash,
      mac,
    ])
  await owner.execute(`delete from audit_log ${where} and seq = 2`, [tenant['tenant-other']])
  const cut = await verify('--tenant', 'tenant-other')
  assert.equal(cut.code, 1)
  assert.match(cut.out, /BROKEN at 2: the chain ends before its head/)
  await setHead(old[0]!)
  const alone = await chainOf(vezne.runtime, tenant['tenant-other'] as string)
  assert.equal(alone.fault, null, 'an older state is whole in itself')
  const back = await verify('--tenant', 'tenant-other', '--log', log)
  assert.equal(back.code, 1)
  assert.match(back.out, /BROKEN at 2: the log tells of 2 entries/)

  const names = Object.keys(entry!)
  await owner.execute(
    `insert into audit_log (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(entry!),
  )
  await setHead(head!)
  assert.equal((await verify('--log', log)).code, 0)
})

test('a caller bound to a merchant reads only what was done for that merchant and by its people', async () => {
  const admin = await vezne.token('admin')
  const post = (path: string, token: string, body: object, headers = {}) =>
    vezne.request(path.includes('webhook') ? 'cards' : 'identity', 'POST', `/api/v1${path}`, { token, headers, body })
  const shop = await post('/merchants', admin, { name: 'Shop', external_id: 'AUDITED' })
  assert.equal(shop.status, 201, shop.text)
  const demo = { id: tenant['tenant-demo'] as string, slug: 'tenant-demo' }
  const bound = await tokenOf(vezne, demo, ['tenant-admin'], shop.body.id)
  const hook = { url: 'https://example.com/hook', events: ['*'] }
  for (const external of ['M-1001', 'AUDITED'])
    assert.equal(
      (await post('/webhook-subscriptions', admin, hook, { 'x-external-merchant-id': external })).status,
      201,
    )
  const user = { username: 'shopper', email: 's@shop.example', roles: ['merchant-user'], merchantId: shop.body.id }
  assert.equal((await post('/users', bound, user)).status, 201)
  const { body } = await vezne.request('identity', 'GET', '/api/v1/audit-log?page_size=100', { token: bound })
  const seen = body.items.map((each: { operation: string; merchant_id: string }) => [each.operation, each.merchant_id])
  const own = (operation: string) => [operation, shop.body.id]
  assert.deepEqual(
    [body.total_count, seen],
    [2, [own('POST /api/v{version}/users'), own('POST /api/v1/webhook-subscriptions')]],
  )
})
