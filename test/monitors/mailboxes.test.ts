/** A mailbox of a channel: nobody is mailed findings before the code that came to the mailbox was entered, whoever administers the tenant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailsTo, mailTo } from '../support/mails.ts'
import { codesTo, MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { openPeople } from '../support/people.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const shop = useShop({ limits: 'own' })
const monitors = monitorsOf(() => shop.vezne)
const STRANGER = 'victim@elsewhere.example'
const mails = (to: string) => mailsTo(shop.vezne, to)
const codeOf = async (to: string, count = 1): Promise<string> => {
  await mailTo(shop.vezne, to, count)
  return codesTo(shop.vezne, to)[count - 1]!
}
const addMailbox = async (address: string, realm?: string, name = 'Duty') => {
  const made = await monitors.call('POST', '/channels', { name, kind: 'mail', language: 'en', address }, realm)
  assert.equal(made.status, 201, made.text)
  return made.body
}
const confirm = (id: string, code: string, realm?: string) =>
  monitors.call('POST', `/channels/${id}/confirm`, { code }, realm)
/** A subscription that has failed for an hour is a finding of the next round. */
const fail = async (): Promise<void> => {
  const url = 'https://example.com/hook'
  const { body } = await shop.call('POST', '/webhook-subscriptions', { url, events: ['*'] })
  const since = new Date(shop.vezne.runtime.clock.ms() - 60 * MINUTE_MS)
  await shop.own('update webhook_subscriptions set failing_since = $2 where id = $1', [body.id, since])
  await shop.vezne.moveClock(MINUTE_MS)
}

test('a mailbox of a stranger gets the code and nothing else until it is entered; then what is open, once', async () => {
  const { id, is_confirmed } = await addMailbox(STRANGER)
  assert.equal(is_confirmed, false)
  const code = await codeOf(STRANGER)
  assert.match(mails(STRANGER)[0]!.text, /Vezne finds something wrong/)
  assert.equal((await monitors.call('POST', `/channels/${id}/test`)).status, 409)
  await fail()
  await monitors.found('webhook_endpoint_failing')
  const [waits] = await shop.rows('select count(*)::int as n from monitor_messages where channel_id = $1', [id])
  assert.equal(waits.n, 0)
  assert.equal(mails(STRANGER).length, 1)

  const wrong = await confirm(id, 'AAAAA-AAAAA')
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'bad_request'], wrong.text)
  assert.equal((await confirm(id, code, 'tenant-demo')).status, 404)
  const right = await confirm(id, ` ${code.toLowerCase().replace('-', ' ')}`)
  assert.deepEqual([right.status, right.body.is_confirmed], [200, true], right.text)
  assert.equal((await confirm(id, code)).status, 409)
  await until('what is open is told', () => mails(STRANGER).length === 2)
  assert.match(mails(STRANGER)[1]!.subject, /^Warning: The webhook endpoint/)
  assert.equal((await monitors.call('POST', `/channels/${id}/test`)).status, 200)
  await until('a test comes, and nothing twice', () => mails(STRANGER).length === 3)
})

test('the mailbox of a person who proved it by signing up is confirmed; one that an administrator wrote into a user is not', async () => {
  const people = openPeople(shop.vezne)
  const known = await addMailbox('ADMIN@demo.example', 'tenant-demo')
  assert.equal(known.is_confirmed, true)
  await people.make('written')
  const written = await addMailbox('written@people.example', 'tenant-demo')
  assert.equal(written.is_confirmed, false)
  const elsewhere = await addMailbox('admin@demo.example') // a person of another tenant
  assert.equal(elsewhere.is_confirmed, false)
  await codeOf('admin@demo.example')
})

test('another address is confirmed anew, and until then nothing waits for it; the same one stays confirmed', async () => {
  const { id } = await addMailbox('first@shop.example')
  assert.equal((await confirm(id, await codeOf('first@shop.example'))).status, 200)
  const put = async (address?: string) => {
    const change = { name: 'Duty', language: 'en', ...(address === undefined ? {} : { address }) }
    const answer = await monitors.call('PUT', `/channels/${id}`, change)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.is_confirmed
  }
  assert.equal(await put(), true)
  assert.equal(await put('first@shop.example'), true)
  assert.equal(await put('second@shop.example'), false)
  await codeOf('second@shop.example')
  await fail()
  assert.equal(await put('first@shop.example'), false)
  const code = await codeOf('first@shop.example', mails('first@shop.example').length + 1)
  const late = await (async () => {
    await shop.vezne.moveClock(DAY_MS)
    return confirm(id, code)
  })()
  assert.equal(late.status, 400, late.text)
  assert.equal((await monitors.call('POST', `/channels/${id}/code`)).status, 200)
  const count = codesTo(shop.vezne, 'first@shop.example').length
  await until('another code', () => codesTo(shop.vezne, 'first@shop.example').length === count + 1)
  assert.equal((await confirm(id, codesTo(shop.vezne, 'first@shop.example').at(-1)!)).status, 200)
  assert.equal((await monitors.call('POST', `/channels/${id}/code`)).status, 409)
})

test('ten codes a day are mailed for a tenant, however often a channel is deleted and added', async () => {
  await shop.vezne.moveClock(DAY_MS)
  for (let at = 0; at < 10; at++) {
    const { id } = await addMailbox('flooded@elsewhere.example', 'tenant-demo')
    assert.equal((await monitors.call('DELETE', `/channels/${id}`, undefined, 'tenant-demo')).status, 204)
  }
  const body = { name: 'One more', kind: 'mail', language: 'en', address: 'flooded@elsewhere.example' }
  const refused = await monitors.call('POST', '/channels', body, 'tenant-demo')
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limit_exceeded'], refused.text)
  assert.equal((await addMailbox('admin@demo.example', 'tenant-demo')).is_confirmed, true)
  await shop.vezne.moveClock(DAY_MS)
  assert.equal((await addMailbox('flooded@elsewhere.example', 'tenant-demo')).is_confirmed, false)
})
