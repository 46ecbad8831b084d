/** A webhook endpoint that fails: found, told when it is no longer night, and not told at all where it was over by then. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { istanbulTime } from '../../src/core/clock.ts'
import { toClockText } from '../../src/monitors/model/quiet-hours.ts'
import { CALM_MS, MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop()
const monitors = monitorsOf(() => shop.vezne)
let subscriber: Receiver
const answers = { status: 500 }
after(() => subscriber.close())

const KIND = 'webhook_endpoint_failing'
/** Quiet from now on, for so long. */
const nightOf = (minutes: number) => {
  const { hour, minute } = istanbulTime(shop.vezne.runtime.clock.ms())
  const now = hour * 60 + minute
  return { from: toClockText(now), to: toClockText((now + minutes) % 1_440), critical_passes: true }
}
const failSince = async (id: string, isFailing: boolean): Promise<void> =>
  until(`failing: ${isFailing}`, async () => {
    const [row] = await shop.rows(
      'select failing_since is not null as is_failing from webhook_subscriptions where id = $1',
      [id],
    )
    return row.is_failing === isFailing
  })
const tell = { monitors: [KIND] }

test('told at once by day, in the morning by night; its end as well', async () => {
  subscriber = await startReceiver((_, response) => void response.writeHead(answers.status).end())
  const by_day = await monitors.add({ ...tell, name: 'Day' })
  const night = await monitors.add({ ...tell, kind: 'slack', name: 'Night', quiet_hours: nightOf(120) })
  assert.equal(night.secret, null)
  const made = await shop.call('POST', '/webhook-subscriptions', {
    url: `${subscriber.origin}/hook?key=hidden`,
    events: ['*'],
  })
  await shop.sell()
  await failSince(made.body.id, true)
  assert.deepEqual(await monitors.findings(`?kind=${KIND}`), [])
  await shop.vezne.moveClock(16 * MINUTE_MS)
  const finding = await monitors.found(KIND)
  assert.deepEqual([finding.subject, finding.facts.is_switched_off], [made.body.id, false])
  assert.equal(finding.facts.host, `127.0.0.1:${subscriber.port}`)
  await until('by day', () => monitors.told('/webhook').length === 1)
  assert.doesNotMatch(JSON.stringify([finding, monitors.told('/webhook')]), /hidden/)
  assert.equal(monitors.told('/slack').length, 0)

  await shop.vezne.moveClock(105 * MINUTE_MS)
  await until('in the morning', () => monitors.told('/slack').length === 1)
  assert.match(monitors.told('/slack')[0].text, /^Warning: The webhook endpoint/)

  answers.status = 200
  await shop.vezne.moveClock(60 * MINUTE_MS)
  await failSince(made.body.id, false)
  await shop.vezne.moveClock(CALM_MS)
  await monitors.found(KIND, false)
  await until('its end', () => monitors.told('/webhook').length === 2 && monitors.told('/slack').length === 2)
  assert.match(monitors.told('/slack')[1].text, /^Over: /)
  assert.equal(by_day.quiet_hours, null)
})

test('what was over before the morning is not told', async () => {
  const [{ id: subscription }] = (await shop.call('GET', '/webhook-subscriptions')).body.items
  const channels = (await monitors.call('GET', '/channels')).body.items
  const night = channels.find(({ name }: { name: string }) => name === 'Night')
  assert.equal(
    (
      await monitors.call('PUT', `/channels/${night.id}`, {
        ...tell,
        name: 'Night',
        language: 'en',
        quiet_hours: nightOf(300),
      })
    ).status,
    200,
  )
  answers.status = 500
  await shop.sell()
  await failSince(subscription, true)
  await shop.vezne.moveClock(16 * MINUTE_MS)
  await monitors.found(KIND)
  await until('by day', () => monitors.told('/webhook').length === 3)
  answers.status = 200
  await shop.vezne.moveClock(60 * MINUTE_MS)
  await failSince(subscription, false)
  await shop.vezne.moveClock(CALM_MS)
  await until('by day its end', () => monitors.told('/webhook').length === 4)
  await shop.vezne.moveClock(300 * MINUTE_MS)
  await until('nothing is left', async () => {
    const [row] = await shop.rows('select count(*)::int as left from monitor_messages where due_at is not null', [])
    return row.left === 0
  })
  assert.equal(monitors.told('/slack').length, 2)
})

test('a receiver that is away is told later, with the same id; a channel that is off is not told; a test is', async () => {
  const [, { id }] = (await monitors.call('GET', '/channels')).body.items
  monitors.answers.status = 503
  const test_of = async () => assert.equal((await monitors.call('POST', `/channels/${id}/test`)).status, 200)
  await test_of()
  await until('it was refused', async () => (await monitors.call('GET', `/channels/${id}`)).body.last_fault !== null)
  assert.match((await monitors.call('GET', `/channels/${id}`)).body.last_fault, /503/)
  monitors.answers.status = 200
  await shop.vezne.moveClock(2 * MINUTE_MS)
  await until('it was taken', async () => (await monitors.call('GET', `/channels/${id}`)).body.last_sent_at !== null)
  const tests = monitors.requests('/webhook').filter(({ headers }) => headers['x-service-event'] === 'monitor.test')
  assert.equal(tests.length, 2)
  assert.equal(new Set(tests.map(({ headers }) => headers['x-service-delivery-id'])).size, 1)

  const before = monitors.told('/webhook').length
  assert.equal(
    (await monitors.call('PUT', `/channels/${id}`, { ...tell, name: 'Day', language: 'en', is_active: false })).status,
    200,
  )
  await test_of()
  await until('a test comes through', () => monitors.told('/webhook').length === before + 1)
  assert.equal((await monitors.call('DELETE', `/channels/${id}`)).status, 204)
  assert.equal((await monitors.call('GET', `/channels/${id}`)).status, 404)
})

const REFUSED: [what: string, body: object, status: number, code: string][] = [
  ['a mailbox that is none', { kind: 'mail', address: 'nobody' }, 400, 'bad_request'],
  ['an address inside', { kind: 'slack', address: 'https://169.254.169.254/x' }, 422, 'invalid_webhook_url'],
  ['a kind of the platform', { monitors: ['disk_full'], address: 'https://example.com/x' }, 400, 'bad_request'],
  [
    'an hour that is none',
    { quiet_hours: { from: '24:00', to: '07:00', critical_passes: true }, address: 'https://example.com/x' },
    400,
    'bad_request',
  ],
]
for (const [what, change, status, code] of REFUSED)
  test(`refused: ${what}`, async () => {
    const answer = await monitors.call('POST', '/channels', { name: 'No', kind: 'webhook', language: 'en', ...change })
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
    assert.doesNotMatch(answer.body.detail, /\burl\b/i) // no member of a channel has this name
  })
