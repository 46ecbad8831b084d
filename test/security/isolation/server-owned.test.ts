/** Members owned by the server, sent in every write: refused or ignored, never stored. And roles that cannot be granted. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Operation, Schema } from '../../resilience/fuzz/operations.ts'
import { ok, startReceiver } from '../../support/receiver.ts'
import { use } from '../../support/use.ts'
import { aimAt } from './attack.ts'
import { fittingBodies } from './bodies.ts'
import { dressOf, makeAll, type Owner } from './makers.ts'
import { idsOf, sumsOf } from './owned.ts'
import { nameOf, openRig, UNKNOWN_ID } from './rig.ts'

const rig = use(openRig)
const receiver = use(() => startReceiver(ok))
let own: Owner
let otherId: string
before(async () => {
  otherId = rig.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-other')?.tenant_id ?? ''
  own = {
    token: rig.tokenOf('tenant-admin'),
    tenantId: rig.tenantId,
    headers: { 'x-merchant-id': rig.merchantId },
    word: 'zqlark',
  }
  await makeAll(rig, own, receiver)
})

const PLANTED_ID = '0198aaaa-dead-7bad-8bad-00000badc0de'
const PLANTED_NUMBER = 771_177_117
const PLANTED_TEXT = 'zqplanted'
const PLANTED_TIME = '2001-02-03T04:05:06.000+00:00'
/** Names of columns and members owned by the server. */
const planted = (): Record<string, unknown> => ({
  id: PLANTED_ID,
  tenant_id: otherId,
  tenantId: otherId,
  merchant_id: rig.foreignMerchantId,
  merchantId: rig.foreignMerchantId,
  realm_id: otherId,
  status: PLANTED_TEXT,
  state: PLANTED_TEXT,
  created_by: PLANTED_TEXT,
  requested_by: PLANTED_TEXT,
  reviewed_by: PLANTED_TEXT,
  client_id: PLANTED_TEXT,
  secret_hash: PLANTED_TEXT,
  password_hash: PLANTED_TEXT,
  search_text: PLANTED_TEXT,
  created: PLANTED_TIME,
  created_at: PLANTED_TIME,
  last_modified: PLANTED_TIME,
  last_used_at: PLANTED_TIME,
  activated_at: PLANTED_TIME,
  captured: PLANTED_NUMBER,
  refunded: PLANTED_NUMBER,
  refunded_amount: PLANTED_NUMBER,
  captured_amount: PLANTED_NUMBER,
  daily_transaction_limit_used: PLANTED_NUMBER,
  is_deleted: true,
  is_builtin: true,
  is_unlimited: true,
  isDeleted: true,
})

const writes = (): Operation[] =>
  rig.operations.filter(
    ({ method, hasToken, body, roles, scope }) =>
      method !== 'GET' &&
      hasToken &&
      body &&
      !body.isForm &&
      scope !== 'platform' &&
      (!roles || roles.includes('tenant-admin')),
  )

/** Members of the body's own schema are not planted, nor a second id beside the one of the path: that is refused anyway. */
const plantedFor = ({ body, path }: Operation): Record<string, unknown> => {
  const properties = Object.keys((body?.schema.properties ?? {}) as Record<string, Schema>)
  return Object.fromEntries(
    Object.entries(planted()).filter(
      ([name]) => !properties.includes(name) && !(name === 'id' && /\{(?!version)/.test(path)),
    ),
  )
}

/** Ids and names that would have to repeat the path's. */
const withoutIds = (body: unknown): object => {
  const { id: _id, transaction_id: _transaction, ...rest } = body as Record<string, unknown>
  return rest
}

/** Rows of any table that hold something planted; stored requests and their responses do not count. */
const rowsWithPlanted = async (): Promise<string[]> => {
  const tables = await rig.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await rig.rows<{ row: string }>(`select t::text as row from ${name} t where t::text ~ $1 limit 3`, [
      `${PLANTED_ID}|${PLANTED_TEXT}|2001-02-03|${PLANTED_NUMBER}`,
    ])
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`))
  }
  return found
}

test('every write with every member that is the server’s: refused or ignored, never stored', async (t) => {
  const sums = await sumsOf(rig, { tenantId: otherId })
  const [deleted] = await rig.rows<{ n: string }>(`select count(*) as n from connectors where is_deleted`)
  let taken = 0
  let refused = 0
  for (const operation of writes()) {
    const mine = await idsOf(rig, own)
    const pathSlot = operation.parameters.filter(({ in: place, name }) => place === 'path' && name !== 'version').at(-1)
    const likely = pathSlot && (await aimAt(rig, own, mine, operation, { place: 'query', name: 'nothing' }))
    for (const body of fittingBodies(operation, dressOf(mine, own, receiver), 12)) {
      const answer = await rig.call(operation, {
        token: own.token,
        headers: own.headers,
        path: likely?.path ?? { tenant_id: own.tenantId },
        body: { ...plantedFor(operation), ...withoutIds(body) },
      })
      assert.ok(answer.status < 500, `${nameOf(operation)}: ${answer.text}`)
      assert.ok(
        !answer.text.includes(PLANTED_ID) || answer.status >= 400,
        `${nameOf(operation)} answers the planted id`,
      )
      if (operation.refusesUnknown) assert.ok(answer.status >= 400, `${nameOf(operation)} took a planted member`)
      if (answer.status < 300) taken++
      else refused++
      if (answer.status < 300) break
    }
  }
  assert.deepEqual(await rowsWithPlanted(), [])
  assert.deepEqual(await sumsOf(rig, { tenantId: otherId }), sums)
  const [after] = await rig.rows<{ n: string }>(`select count(*) as n from connectors where is_deleted`)
  assert.equal(after?.n, deleted?.n)
  t.diagnostic(`${writes().length} operations, ${taken} taken without the members, ${refused} refused, 0 stored`)
  assert.ok(taken > 20)
})

test('a tenant can grant neither a role of the platform nor an unknown one', async (t) => {
  let tried = 0
  for (const operation of writes()) {
    const properties = (operation.body?.schema.properties ?? {}) as Record<string, Schema>
    const member = ['roles', 'includes', 'role', 'roleNames', 'role_names'].find((name) => name in properties)
    if (member === undefined) continue
    const mine = await idsOf(rig, own)
    const { path } = await aimAt(rig, own, mine, operation, { place: 'query', name: 'nothing' })
    for (const roles of [
      ['platform-admin'],
      ['tenant-admin', 'platform-admin'],
      ['PLATFORM-ADMIN'],
      ['Platform_Admin'],
      [' platform-admin'],
    ])
      for (const body of fittingBodies(operation, dressOf(mine, own, receiver), 4)) {
        const isList = properties[member]?.type === 'array' || 'anyOf' in (properties[member] ?? {})
        const answer = await rig.call(operation, {
          token: own.token,
          path,
          body: { ...(body as object), [member]: isList ? roles : roles.at(-1) },
        })
        assert.ok(answer.status >= 400 && answer.status < 500, `${nameOf(operation)}: ${answer.status} ${answer.text}`)
        tried++
      }
  }
  t.diagnostic(`${tried} attempts`)
  for (const table of ['clients', 'users'])
    assert.deepEqual(
      await rig.rows(
        `select r.slug from ${table} t join realms r on r.tenant_id = t.tenant_id
         where r.kind <> 'master' and exists (select from unnest(t.roles) as role where role ilike '%platform%')`,
      ),
      [],
    )
})

test('the platform, at a path with a tenant: an id of another tenant is an id that names nothing', async (t) => {
  const other = { tenantId: otherId }
  const foreign = [...new Set([...(await idsOf(rig, { tenantId: rig.tenantId }, 1)).values()].flat())]
  const known = new Set([...(await idsOf(rig, other, 1_000)).values()].flat())
  const sums = await sumsOf(rig, { tenantId: rig.tenantId })
  const master = rig.tokenOf('platform-admin')
  let requests = 0
  for (const operation of rig.operations.filter(
    ({ scope, path }) => scope === 'platform' && /\{tenant_id\}.*\{/.test(path),
  )) {
    const last = operation.path.match(/\{(\w+)\}(?!.*\{)/)?.[1] as string
    const [body] = fittingBodies(operation, dressOf(new Map(), own), 1)
    const at = (id: string) =>
      rig.call(operation, {
        token: master,
        path: { tenant_id: otherId, [last]: id },
        ...(operation.body ? { body } : {}),
      })
    const unknown = await at(UNKNOWN_ID)
    for (const id of foreign.filter((each) => !known.has(each) && /^[0-9a-f-]{36}$/.test(each))) {
      const answer = await at(id)
      assert.deepEqual(
        [answer.status, answer.body?.code],
        [unknown.status, unknown.body?.code],
        `${nameOf(operation)} ${id}`,
      )
      requests++
    }
  }
  assert.deepEqual(await sumsOf(rig, { tenantId: rig.tenantId }), sums)
  t.diagnostic(`${requests} requests`)
})
