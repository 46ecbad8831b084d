/** Every operation with an id, and every id another tenant has: answered as an id that names nothing, and nothing changes. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ok, startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { attack, unansweredSlots } from './attack.ts'
import { type Made, makeAll, type Owner } from './makers.ts'
import { idsOf, sumsOf } from './owned.ts'
import { openRig } from './rig.ts'

const rig = use(openRig)
const receiver = use(() => startReceiver(ok))
let own: Owner
let other: Owner
let made: Made
before(async () => {
  const tenantId = rig.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-other')?.tenant_id ?? ''
  other = {
    token: await rig.vezne.token('admin', 'tenant-other'),
    tenantId,
    headers: { 'x-tenant-id': tenantId },
    word: 'zqwren',
  }
  own = {
    token: rig.tokenOf('tenant-admin'),
    tenantId: rig.tenantId,
    headers: { 'x-merchant-id': rig.merchantId },
    word: 'zqlark',
  }
  await makeAll(rig, own, receiver)
  made = await makeAll(rig, other, receiver)
  await settled()
})

/** Deliveries are on their way for a moment. */
const settled = async (): Promise<void> => {
  let last = ''
  await until('all is quiet', async () => {
    const now = JSON.stringify(await sumsOf(rig, other))
    const isQuiet = now === last
    last = now
    return isQuiet
  })
}

/** Tables of tenants that no operation of the other tenant fills, and why that is no hole in this test. */
const NOT_MADE: Record<string, string> = {
  archive_keys: 'made where a month goes into an archive, by a command; no operation takes their ids',
  console_sessions: 'begun by a sign-in, found by a cookie; their ids are told to their person alone (test/console)',
  passkeys: 'registered at the console by a device; their ids are taken from their person alone (test/console)',
  password_requests: 'there for a moment, until a worker has looked the name up; no operation takes their ids',
  monitor_findings: 'found by the program, which looks once a minute; no operation takes their ids',
  closed_block_deltas: 'there for a moment, until a round has counted them; their ids are those of the rows they count',
}

test('the other tenant has a row of every kind, made by the operations themselves', () => {
  const failed = [...made].filter(([name, { status }]) => status >= 300 && !name.includes('cancellation-requests'))
  assert.deepEqual(
    failed.map(([name, { text }]) => `${name}: ${text}`),
    [],
  )
})

test('no table is empty for the other tenant', async () => {
  const empty = [...(await idsOf(rig, other))].filter(([name, ids]) => name.endsWith('.id') && ids.length === 0)
  assert.deepEqual(
    empty.map(([name]) => name.replace('.id', '')).filter((table) => !(table in NOT_MADE)),
    [],
  )
})

test('every id of the other tenant, in every position of every operation: 0 leaks, 0 changes', async (t) => {
  const sums = await sumsOf(rig, other)
  const report = await attack(rig, own, 'tenant-admin', { ids: await idsOf(rig, other, 1), word: other.word })
  const { leaks, ...figures } = report
  t.diagnostic(JSON.stringify({ ...figures, leaks: leaks.length }))
  assert.deepEqual(leaks.slice(0, 5), [])
  assert.deepEqual(await sumsOf(rig, other), sums)
})

/** Positions of ids that are not the tenant's, and what they are. */
const UNANSWERED: Record<string, string> = {
  'cards GET /api/v1/lookups/districts query city_id': 'look-up data, the same for all',
  'identity GET /api/v1/lookups/districts query city_id': 'look-up data, the same for all',
  'cards POST /api/v1/reconciliations/files query connector_config_id':
    'looked at once the file has been read, and none is sent here',
  'transfers POST /api/v1/webhooks/deliveries/{delivery_id}/replay path delivery_id': 'no transfer event yet',
}

test('for the owner each of these operations succeeds for some id: the attack had a target', async () => {
  const unanswered = await unansweredSlots(
    rig,
    { ...other, headers: { 'x-tenant-id': other.tenantId } },
    'tenant-admin',
  )
  assert.deepEqual(
    unanswered.filter((name) => !(name in UNANSWERED)),
    [],
  )
})
