/** A channel that comes when something is wrong already hears of it, once; also one that was off, and one that is added at the moment at which it begins. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { insertFinding } from '../../src/monitors/findings/finding-store.ts'
import { announceBegin } from '../../src/monitors/telling/announce.ts'
import { MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { asOtherCaller } from '../support/other-caller.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const KIND = 'webhook_endpoint_failing'
const shop = useShop()
const monitors = monitorsOf(() => shop.vezne)
const told = (path: string): string[] => monitors.told(path).map(({ finding }) => finding.id)
let tenantId: string

before(async () => {
  const url = 'https://example.com/hook'
  const { body } = await shop.call('POST', '/webhook-subscriptions', { url, events: ['*'] })
  const since = new Date(shop.vezne.runtime.clock.ms() - 60 * MINUTE_MS)
  await shop.own('update webhook_subscriptions set failing_since = $2 where id = $1', [body.id, since])
  await shop.vezne.moveClock(MINUTE_MS)
  const [row] = await shop.rows("select tenant_id from realms where slug = 'tenant-load'", [])
  tenantId = row.tenant_id
})

test('a new channel is told of what is open, once, whatever is written of it later', async () => {
  const { id } = await monitors.found(KIND)
  const channel = await monitors.add()
  await until('it is told', () => told('/webhook').length > 0)
  const change = { name: 'Duty', language: 'en' }
  for (const is_active of [true, false, true])
    assert.equal((await monitors.call('PUT', `/channels/${channel.id}`, { ...change, is_active })).status, 200)
  await shop.vezne.moveClock(MINUTE_MS)
  await until('nothing waits', async () => {
    const [row] = await shop.rows('select count(*)::int as left from monitor_messages where due_at is not null', [])
    return row.left === 0
  })
  assert.deepEqual(told('/webhook'), [id])
})

test('one that was off, or listened to something else, is told when it is switched on or listens to it', async () => {
  const { id } = await monitors.found(KIND)
  const off = { name: 'Off', kind: 'slack', monitors: ['secret_ends'], is_active: false }
  const channel = await monitors.add(off)
  const messages = async (): Promise<number> => {
    const [row] = await shop.rows('select count(*)::int as n from monitor_messages where channel_id = $1', [channel.id])
    return row.n
  }
  const put = (body: object) =>
    monitors.call('PUT', `/channels/${channel.id}`, { name: 'Off', language: 'en', ...body })
  assert.equal(await messages(), 0)
  assert.equal((await put({ monitors: ['secret_ends'] })).status, 200)
  assert.equal(await messages(), 0)
  assert.equal((await put({ monitors: [KIND] })).status, 200)
  assert.equal(await messages(), 1)
  const [row] = await shop.rows('select finding_id from monitor_messages where channel_id = $1', [channel.id])
  assert.equal(row.finding_id, id)
})

test('a channel that is added while a finding begins is told of it', async () => {
  const { runtime } = shop.vezne
  const seen = {
    tenantId,
    kind: KIND,
    subject: 'at that moment',
    facts: { host: 'shop.example', failing_since: '2026-01-01T00:00:00Z' },
  } as const
  let added: Promise<{ id: string }> | undefined
  await runtime.db.transaction({ of: tenantId }, async (tx) => {
    const now = runtime.clock.now()
    const finding = await insertFinding(tx, seen, now)
    await announceBegin(tx, { ...seen, id: finding! }, now)
    added = monitors.add({ name: 'At that moment', monitors: [KIND] })
    await until('it waits for the finding, or is there', async () => {
      const isThere = `select exists (select from pg_locks where locktype = 'advisory' and not granted) or exists (select from monitor_channels where name = 'At that moment') as is_so`
      const [row] = await asOtherCaller(() => shop.rows(isThere, []))
      return row.is_so
    })
  })
  const { id } = await added!
  const rows = await shop.rows(
    `select 1 from monitor_messages m join monitor_findings f on f.tenant_id = m.tenant_id and f.id = m.finding_id
      where m.channel_id = $1 and f.subject = 'at that moment'`,
    [id],
  )
  assert.equal(rows.length, 1)
})
