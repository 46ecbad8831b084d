/** Life cycle of signing secrets: shown once, rotated with a day of overlap, lost and replaced. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOOKS, isBy, openHookShop } from '../support/hook-shop.ts'
import { use } from '../support/use.ts'

const HOUR_MS = 3_600_000
const shop = use(openHookShop)

test('rotation: both secrets sign for 24 hours, then only the new one; a second rotation ends the oldest at once', async () => {
  const { id, secret: first } = await shop.subscribe()
  const rotate = async (): Promise<string> => {
    const { status, body, headers } = await shop.call('POST', `${HOOKS}/${id}/rotate-secret`)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(Date.parse(body.previous_secret_expires_at) - Date.parse(body.rotated_at), 24 * HOUR_MS)
    assert.equal(body.id, id)
    return body.secret
  }
  const second = await rotate()
  const during = await shop.next(() => shop.pay())
  assert.ok(isBy(second, during) && isBy(first, during, 'x-service-signature-previous'))

  const third = await rotate()
  const again = await shop.next(() => shop.pay())
  assert.ok(isBy(third, again) && isBy(second, again, 'x-service-signature-previous'))

  await shop.vezne.moveClock(24 * HOUR_MS - 60_000)
  assert.ok(isBy(second, await shop.next(() => shop.pay()), 'x-service-signature-previous'))
  await shop.vezne.moveClock(61_000)
  const afterwards = await shop.next(() => shop.pay())
  assert.ok(isBy(third, afterwards))
  assert.equal(afterwards.headers['x-service-signature-previous'], undefined)

  const seen = JSON.stringify([await shop.log(id), (await shop.call('GET', `${HOOKS}/${id}`)).body])
  for (const secret of [first, second, third]) assert.ok(!seen.includes(secret))
  await shop.call('DELETE', `${HOOKS}/${id}`)
})

test('a secret that cannot be opened holds its deliveries; a rotation lets them go', async () => {
  const { id } = await shop.subscribe()
  const sql = (text: string) =>
    shop.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ error_message: string | null; state: string }>(text, [id]),
    )
  await sql(`update webhook_subscriptions set secret_sealed = '\\x00' where id = $1`)
  await shop.pay()
  const parked = 'select state, error_message from webhook_deliveries where subscription_id = $1'
  while ((await sql(parked))[0]?.error_message == null) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal((await sql(parked))[0]!.state, 'waiting')
  let secret = ''
  const got = await shop.next(async () => {
    secret = (await shop.call('POST', `${HOOKS}/${id}/rotate-secret`)).body.secret
  })
  assert.ok(isBy(secret, got))
  assert.equal((await shop.logUntil(id, 1)).items[0].attempt_number, 1)
  await shop.call('DELETE', `${HOOKS}/${id}`)
})
