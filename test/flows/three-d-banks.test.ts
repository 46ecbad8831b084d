/** 3D Secure with gateways of real banks, spoken by the bank simulator: we authorize after the challenge, or the bank does before it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BankProcess, startBank } from '../support/bank.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D, encode, type Form, formIn, formType, openThreeD, type ThreeD } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let bank: BankProcess
let shop: ThreeD
before(async () => {
  vezne = await startVezne()
  bank = await startBank({ port: vezne.config.ports.bank })
  shop = openThreeD(vezne)
})
after(async () => {
  await bank.stop()
  await vezne.stop()
})

const GATEWAYS = [
  { code: 'NEST_PAY', merchant: '500100200', card: 'pan' },
  { code: 'GARANTI_VPOS', merchant: '10100200', card: 'cardnumber' },
] as const
type Gateway = (typeof GATEWAYS)[number]
type Model = '3d_secure' | '3d_pay'

const useModel = async ({ code }: Gateway, model: string): Promise<string> => {
  const [row] = await vezne.house.db.inTenant(shop.tenantId, (tx) =>
    tx.query<{ id: string }>(
      `update connector_configurations c set extra_properties = c.extra_properties || jsonb_build_object('three_d_model', $3::text)
         from connectors k where k.tenant_id = c.tenant_id and k.id = c.connector_id and c.tenant_id = $1 and k.code = $2
       returning c.id`,
      [shop.tenantId, code, model],
    ),
  )
  vezne.house.notices.tell('connectors', shop.tenantId)
  return row!.id
}

interface Challenged {
  id: string
  page: string
  form: Form
  text: string
}
const init = async (configuration: string, card: string = CARDS_3D.frictionless, change: object = {}) => {
  const started = await shop.init(card, {
    extra_properties: { connector_configuration_id: configuration },
    ...change,
  })
  assert.equal(started.answer.status, 200, started.answer.text)
  const form = formIn(started.answer.body.extra_properties.html_content)
  return { ...started, form, text: started.answer.text } satisfies Challenged & object
}
/** What the bank's page brings back after the browser has posted the form; the machine's way of answering it. */
const atBank = async ({ form }: Pick<Challenged, 'form'>, auto = 'ok'): Promise<Form> => {
  const answer = await fetch(`${form.action}?auto=${auto}`, {
    method: 'POST',
    headers: { ...formType, accept: 'application/json' },
    body: encode(form.fields),
  })
  const { action, fields } = (await answer.json()) as Form
  return { action, fields }
}
const callback = ({ action, fields }: Form) => shop.post(shop.pathOf(action), fields)
const types = async (id: string): Promise<string[]> => (await shop.events(id)).map(({ type }) => type)
const orderOf = async ({ merchant }: Gateway, id: string) => {
  const { orders } = await bank.bench.orders()
  const reference = id.replaceAll('-', '')
  return orders.find((order) => order.merchant === merchant && order.order_id.toLowerCase().includes(reference))
}
/** What the bank holds in the end, in minor units. */
const netOf = async (gateway: Gateway, id: string): Promise<number> => (await orderOf(gateway, id))?.net ?? 0
const PAID = ['3ds.completed', 'payment.completed']

for (const gateway of GATEWAYS)
  for (const model of ['3d_secure', '3d_pay'] as Model[]) {
    const named = `${gateway.code} ${model}`

    test(`${named}: approved, once, although the callback comes twenty times at once`, async () => {
      const started = await init(await useModel(gateway, model))
      const back = await atBank(started)
      const answers = await Promise.all(Array.from({ length: 20 }, () => callback(back)))
      for (const { status, headers, text } of answers) {
        assert.equal(status, 303, text)
        assert.match(headers.location ?? '', /status=completed$/)
      }
      assert.deepEqual(await types(started.id), PAID)
      const read = await shop.transaction(started.id)
      assert.deepEqual(
        [read.status, read.md_status, read.eci, read.secure_type],
        ['completed', 'fully_authenticated', '05', model === '3d_pay' ? 'three_d_pay' : 'three_ds_v2'],
      )
      assert.equal(await netOf(gateway, started.id), 15_000)
    })

    test(`${named}: the shopper cancels: failed, nothing is charged`, async () => {
      const started = await init(await useModel(gateway, model), CARDS_3D.challenge)
      const answer = await callback(await atBank(started, 'cancel'))
      assert.match(answer.headers.location ?? '', /status=failed$/)
      assert.deepEqual(await types(started.id), ['3ds.failed'])
      assert.equal(await netOf(gateway, started.id), 0)
    })

    test(`${named}: authenticated, then declined`, async () => {
      const started = await init(await useModel(gateway, model), CARDS_3D.declined)
      const answer = await callback(await atBank(started))
      assert.match(answer.headers.location ?? '', /status=failed$/)
      const { error_code, provider_error_code } = await shop.payment(started.id)
      assert.deepEqual([error_code, provider_error_code], ['do_not_honor', '05'])
      assert.deepEqual(await types(started.id), ['3ds.failed'])
    })

    for (const kind of ['bad_hash', 'tampered_amount'])
      test(`${named}: ${kind}: refused, the payment waits on`, async () => {
        const started = await init(await useModel(gateway, model))
        await bank.bench.arm({ kind })
        const back = await atBank(started)
        await bank.bench.disarm()
        const answer = await callback(back)
        assertProblem(answer, 'three_ds_verify_failed')
        assert.equal((await shop.payment(started.id)).status, 'pending_3ds')
        assert.deepEqual(await types(started.id), [])
      })

    test(`${named}: the callback of another order: refused`, async () => {
      const configuration = await useModel(gateway, model)
      const one = await init(configuration)
      const two = await init(configuration)
      const [first] = [await atBank(one), await atBank(two)]
      const foreign = { action: two.form.action, fields: first!.fields }
      const path = (await atBank(two)).action
      assertProblem(await callback({ ...foreign, action: path }), 'three_ds_card_mismatch')
      assert.equal((await shop.payment(two.id)).status, 'pending_3ds')
    })

    test(`${named}: unknown fields in the callback do no harm`, async () => {
      const started = await init(await useModel(gateway, model))
      await bank.bench.arm({ kind: 'extra_fields', match: { operation: 'callback' } })
      const back = await atBank(started)
      await bank.bench.disarm()
      assert.match((await callback(back)).headers.location ?? '', /status=completed$/)
    })
  }

for (const gateway of GATEWAYS) {
  test(`${gateway.code} 3d_pay: a bad md status, and charged all the same: asked, reversed, failed, traced`, async () => {
    const started = await init(await useModel(gateway, '3d_pay'))
    await bank.bench.arm({ kind: 'md_bad_but_charged' })
    const back = await atBank(started)
    await bank.bench.disarm()
    assert.ok(((await orderOf(gateway, started.id))?.captured ?? 0) > 0, 'the bank has charged')
    const answer = await callback(back)
    assert.match(answer.headers.location ?? '', /status=failed$/)
    assert.deepEqual(await types(started.id), ['3ds.failed'])
    assert.equal(await netOf(gateway, started.id), 0)
    const { error_message } = await shop.transaction(started.id)
    assert.match(error_message, /reversed/)
  })

  test(`${gateway.code} 3d_pay: charged, and the callback never came: it counts when the time is over`, async () => {
    const started = await init(await useModel(gateway, '3d_pay'))
    await atBank(started) // the shopper is gone
    await vezne.moveClock(16 * 60_000)
    await until('settled', async () => (await shop.payment(started.id)).status !== 'pending_3ds')
    assert.equal((await shop.payment(started.id)).status, 'completed')
    assert.deepEqual(await types(started.id), PAID)
    assert.equal(await netOf(gateway, started.id), 15_000)
  })

  test(`${gateway.code} 3d_pay: nobody answers in time: asked first, then failed; a later charge does not stand`, async () => {
    const started = await init(await useModel(gateway, '3d_pay'), CARDS_3D.challenge)
    await vezne.moveClock(16 * 60_000)
    await until('failed', async () => (await shop.payment(started.id)).status === 'failed')
    assert.equal((await shop.payment(started.id)).error_code, 'three_ds_timeout')
    // What was not charged by then was undone by reference: the bank takes nothing for this order any more.
    await callback(await atBank(started))
    assert.equal(await netOf(gateway, started.id), 0)
    assert.equal((await shop.payment(started.id)).status, 'failed')
    assert.deepEqual(await types(started.id), ['3ds.failed'])
  })
}

test('charged after somebody had settled the payment as failed: given back, once, and traced', async () => {
  const gateway = GATEWAYS[0]
  const started = await init(await useModel(gateway, '3d_pay'))
  const back = await atBank(started)
  await vezne.house.db.inTenant(shop.tenantId, (tx) =>
    tx.execute(
      `update payments set status = 'failed', error_code = 'payment_failed', next_inquiry_at = null,
         history = history || jsonb_build_object('id', gen_random_uuid(), 'to', 'failed', 'at', 0)
       where tenant_id = $1 and id = $2`,
      [shop.tenantId, started.id],
    ),
  )
  assert.equal(await netOf(gateway, started.id), 15_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => callback(back)))
  for (const { headers } of answers) assert.match(headers.location ?? '', /status=failed$/)
  await until('given back', async () => (await netOf(gateway, started.id)) === 0)
  const told = async () => (await shop.call('GET', `/api/v1/payments/${started.id}/history`)).body
  await until('written down', async () => /Charged late/.test((await told()).internal_history.at(-1).message))
  const { status, error_code } = await shop.payment(started.id)
  assert.deepEqual([status, error_code], ['failed', 'payment_failed'])
  assert.deepEqual(await types(started.id), [])
  const voids = (await orderOf(gateway, started.id)).movements.filter(
    (each: { operation: string }) => each.operation === 'void',
  )
  assert.equal(voids.length, 1)
})

test('a module that does not exist: failed at init', async () => {
  const configuration = await useModel(GATEWAYS[0], '3d_unheard_of')
  const { answer } = await shop.init(CARDS_3D.frictionless, {
    extra_properties: { connector_configuration_id: configuration },
  })
  const { transaction_id } = assertProblem(answer, 'three_ds_module_not_found')
  assert.deepEqual(await types(transaction_id), ['payment.failed'])
})

test('switched off for the configuration: refused, and nothing is stored', async () => {
  const configuration = await useModel(GATEWAYS[0], '3d_secure')
  const set = (value: string) =>
    vezne.house.db.inTenant(shop.tenantId, (tx) =>
      tx.execute(
        `update connector_configurations set extra_properties = extra_properties || jsonb_build_object('supports_3d', $3::text)
          where tenant_id = $1 and id = $2`,
        [shop.tenantId, configuration, value],
      ),
    )
  await set('false')
  vezne.house.notices.tell('connectors', shop.tenantId)
  const { answer } = await shop.init(CARDS_3D.frictionless, {
    extra_properties: { connector_configuration_id: configuration },
  })
  assert.equal(assertProblem(answer, 'three_ds_not_supported').transaction_id, undefined)
  await set('true')
  vezne.house.notices.tell('connectors', shop.tenantId)
})

test('a form with a card: in the first answer alone, and once on a page of ours; never on disk', async () => {
  const gateway = GATEWAYS[0]
  const configuration = await useModel(gateway, '3d_secure')
  const headers = { 'idempotency-key': 'with-card' }
  const change = { extra_properties: { connector_configuration_id: configuration } }
  const first = await shop.init(
    CARDS_3D.frictionless,
    { ...change, card: { number: CARDS_3D.frictionless, cvv: '737' } },
    headers,
  )
  assert.equal(first.answer.headers['cache-control'], 'no-store')
  const { html_content, redirect_url } = first.answer.body.extra_properties
  assert.equal(formIn(html_content).fields[gateway.card], CARDS_3D.frictionless)
  assert.ok(redirect_url.startsWith(`${vezne.urls.cards}/3d/`))
  const again = await shop.init(
    CARDS_3D.frictionless,
    { ...change, card: { number: CARDS_3D.frictionless, cvv: '737' } },
    headers,
  )
  assert.equal(again.answer.body.extra_properties.html_content, undefined)
  assert.equal(again.answer.body.extra_properties.redirect_url, redirect_url)
  assert.equal(again.answer.text.includes(CARDS_3D.frictionless), false)

  const page = await shop.open(first.page)
  assert.equal(page.status, 200)
  assert.deepEqual(formIn(page.text), formIn(html_content))
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
  const policy = page.headers['content-security-policy'] ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'none'; script-src 'sha256-[^ ]+'; form-action /)
  assert.ok(policy.includes(`form-action ${bank.url} ${vezne.urls.cards} https://shop.example`), policy)
  const second = await shop.open(first.page, { 'accept-language': 'en' })
  assert.equal(second.status, 410)
  assert.ok(second.text.includes(`transaction_id=${first.id}`))
  assert.equal(second.text.includes(CARDS_3D.frictionless), false)
  assert.equal((await shop.open(`${first.page}x`)).status, 404)
  const trace = await vezne.request('cards', 'GET', `/api/v1/Trace/${first.answer.headers['x-correlation-id']}`, {
    token: await vezne.token('pos'),
  })
  assert.equal(trace.text.includes(CARDS_3D.frictionless), false)
  assert.equal(trace.text.includes('737'), false)
})

test('a plain payment body is no start of 3D Secure', async () => {
  const answer = await shop.call('POST', '/api/v1/payments', paymentBody({ return_url: 'https://shop.example/' }))
  assertProblem(answer, 'bad_request', /return_url/)
})
