/** Banks that charge on their own page, and forms that carry a card there: a charge stands or is reversed, a displayed card is not stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GATEWAYS, openBankShop } from '../support/bank-shop.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D, formIn } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)

const PAID = ['3ds.completed', 'payment.completed']

for (const gateway of GATEWAYS) {
  test(`${gateway.code} 3d_pay: a bad md status, and charged all the same: asked, reversed, failed, traced`, async () => {
    const started = await rig.init(await rig.useModel(gateway, '3d_pay'))
    await rig.bank.control.arm({ kind: 'md_bad_but_charged' })
    const back = await rig.atBank(started)
    await rig.bank.control.disarm()
    assert.ok(((await rig.orderOf(gateway, started.id))?.captured ?? 0) > 0, 'the bank has charged')
    const answer = await rig.callback(back)
    assert.match(answer.headers.location ?? '', /status=failed$/)
    assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
    assert.equal(await rig.netOf(gateway, started.id), 0)
    const { error_message } = await rig.shop.transaction(started.id)
    assert.match(error_message, /reversed/)
  })

  test(`${gateway.code} 3d_pay: charged, and the callback never came: the charge counts after expiry`, async () => {
    const started = await rig.init(await rig.useModel(gateway, '3d_pay'))
    await rig.atBank(started) // the shopper is gone
    await rig.vezne.moveClock(16 * 60_000)
    await until('settled', async () => !/^pending/.test((await rig.shop.payment(started.id)).status))
    assert.equal((await rig.shop.payment(started.id)).status, 'completed')
    assert.deepEqual(await rig.types(started.id), PAID)
    assert.equal(await rig.netOf(gateway, started.id), 15_000)
  })

  test(`${gateway.code} 3d_pay: no response in time: inquired first, then failed; a later charge does not stand`, async () => {
    const started = await rig.init(await rig.useModel(gateway, '3d_pay'), CARDS_3D.challenge)
    await rig.vezne.moveClock(16 * 60_000)
    await until('failed', async () => (await rig.shop.payment(started.id)).status === 'failed')
    assert.equal((await rig.shop.payment(started.id)).error_code, 'three_ds_timeout')
    // What was not charged by then was reversed by reference: the bank accepts nothing for this order any more.
    await rig.callback(await rig.atBank(started))
    assert.equal(await rig.netOf(gateway, started.id), 0)
    assert.equal((await rig.shop.payment(started.id)).status, 'failed')
    assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
  })
}

test('charged after the payment was resolved as failed: reversed, once, and traced', async () => {
  const gateway = GATEWAYS[0]
  const started = await rig.init(await rig.useModel(gateway, '3d_pay'))
  const back = await rig.atBank(started)
  await rig.vezne.runtime.db.transaction({ of: rig.shop.tenantId }, (tx) =>
    tx.execute(
      `update payments set status = 'failed', error_code = 'payment_failed', next_inquiry_at = null,
         history = history || jsonb_build_object('id', gen_random_uuid(), 'to', 'failed', 'at', 0)
       where tenant_id = $1 and id = $2`,
      [rig.shop.tenantId, started.id],
    ),
  )
  assert.equal(await rig.netOf(gateway, started.id), 15_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => rig.callback(back)))
  for (const { headers } of answers) assert.match(headers.location ?? '', /status=failed$/)
  await until('given back', async () => (await rig.netOf(gateway, started.id)) === 0)
  const told = async () => (await rig.shop.call('GET', `/api/v1/payments/${started.id}/history`)).body
  await until('written down', async () => /Charged late/.test((await told()).internal_history.at(-1).message))
  const { status, error_code } = await rig.shop.payment(started.id)
  assert.deepEqual([status, error_code], ['failed', 'payment_failed'])
  assert.deepEqual(await rig.types(started.id), [])
  const voids = (await rig.orderOf(gateway, started.id)).movements.filter(
    (each: { operation: string }) => each.operation === 'void',
  )
  assert.equal(voids.length, 1)
})

test('a module that does not exist: failed at init', async () => {
  const configuration = await rig.useModel(GATEWAYS[0], '3d_unheard_of')
  const { answer } = await rig.shop.init(CARDS_3D.frictionless, {
    extra_properties: { connector_configuration_id: configuration },
  })
  const { transaction_id } = assertProblem(answer, 'three_ds_module_not_found')
  assert.deepEqual(await rig.types(transaction_id), ['payment.failed'])
})

test('an address for 3D Secure is missing: reported, and failed at init', async () => {
  const configuration = await rig.useModel(GATEWAYS[0], '3d_secure')
  const set = async (url: string | null): Promise<string | null> => {
    const [before] = await rig.vezne.runtime.db.transaction({ of: rig.shop.tenantId }, (tx) =>
      tx.query<{ url: string | null }>(
        `with was as (select three_d_secure_endpoint_url as url from connector_configurations where tenant_id = $1 and id = $2)
         update connector_configurations set three_d_secure_endpoint_url = $3 from was where tenant_id = $1 and id = $2
         returning was.url`,
        [rig.shop.tenantId, configuration, url],
      ),
    )
    rig.vezne.runtime.notifications.publish('connectors', rig.shop.tenantId)
    return before?.url ?? null
  }
  const right = await set(null)
  const { answer } = await rig.shop.init(CARDS_3D.frictionless, {
    extra_properties: { connector_configuration_id: configuration },
  })
  const { transaction_id } = assertProblem(answer, 'config_error')
  assert.deepEqual(await rig.types(transaction_id), ['payment.failed'])
  await set(right)
})

test('switched off for the configuration: refused, and nothing is stored', async () => {
  const configuration = await rig.useModel(GATEWAYS[0], '3d_secure')
  const set = (value: string) =>
    rig.vezne.runtime.db.transaction({ of: rig.shop.tenantId }, (tx) =>
      tx.execute(
        `update connector_configurations set extra_properties = extra_properties || jsonb_build_object('supports_3d', $3::text)
          where tenant_id = $1 and id = $2`,
        [rig.shop.tenantId, configuration, value],
      ),
    )
  await set('false')
  rig.vezne.runtime.notifications.publish('connectors', rig.shop.tenantId)
  const { answer } = await rig.shop.init(CARDS_3D.frictionless, {
    extra_properties: { connector_configuration_id: configuration },
  })
  assert.equal(assertProblem(answer, 'three_ds_not_supported').transaction_id, undefined)
  await set('true')
  rig.vezne.runtime.notifications.publish('connectors', rig.shop.tenantId)
})

test('a form with a card: only in the first response, and once on a page of ours; never stored', async () => {
  const gateway = GATEWAYS[0]
  const configuration = await rig.useModel(gateway, '3d_secure')
  const headers = { 'idempotency-key': 'with-card' }
  const change = { extra_properties: { connector_configuration_id: configuration } }
  const first = await rig.shop.init(
    CARDS_3D.frictionless,
    { ...change, card: { number: CARDS_3D.frictionless, cvv: '737' } },
    headers,
  )
  assert.equal(first.answer.headers['cache-control'], 'no-store')
  const { html_content, redirect_url } = first.answer.body.extra_properties
  assert.equal(formIn(html_content).fields[gateway.card], CARDS_3D.frictionless)
  assert.ok(redirect_url.startsWith(`${rig.vezne.urls.cards}/3d/`))
  const again = await rig.shop.init(
    CARDS_3D.frictionless,
    { ...change, card: { number: CARDS_3D.frictionless, cvv: '737' } },
    headers,
  )
  assert.equal(again.answer.body.extra_properties.html_content, undefined)
  assert.equal(again.answer.body.extra_properties.redirect_url, redirect_url)
  assert.equal(again.answer.text.includes(CARDS_3D.frictionless), false)

  const page = await rig.shop.open(first.page)
  assert.equal(page.status, 200)
  assert.deepEqual(formIn(page.text), formIn(html_content))
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
  const policy = page.headers['content-security-policy'] ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'none'; script-src 'sha256-[^ ]+'; form-action /)
  assert.ok(policy.includes(`form-action ${rig.bank.url} ${rig.vezne.urls.cards} https://shop.example`), policy)
  const second = await rig.shop.open(first.page, { 'accept-language': 'en' })
  assert.equal(second.status, 410)
  assert.ok(second.text.includes(`transaction_id=${first.id}`))
  assert.equal(second.text.includes(CARDS_3D.frictionless), false)
  assert.equal((await rig.shop.open(`${first.page}x`)).status, 404)
  const trace = await rig.vezne.request('cards', 'GET', `/api/v1/Trace/${first.answer.headers['x-correlation-id']}`, {
    token: await rig.vezne.token('pos'),
  })
  assert.equal(trace.text.includes(CARDS_3D.frictionless), false)
  const form = trace.body.data.events.find(({ title }: { title: string }) => title.endsWith('/est3Dgate'))
  assert.equal(JSON.parse(form.requestBody).cv2, '***')
})

test('a plain payment body does not start 3D Secure', async () => {
  const answer = await rig.shop.call('POST', '/api/v1/payments', paymentBody({ return_url: 'https://shop.example/' }))
  assertProblem(answer, 'bad_request', /return_url/)
})
