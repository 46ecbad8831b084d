/** Payments that go to a bank over the wire, from the shop's request to the bank's records: by each demo configuration, and by one a shop creates itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitGateway } from '../bank-simulator/shopper.ts'
import { type BankFault, startBank } from '../support/bank.ts'
import { merchantOf, toOrderId, wiredConnectors } from '../support/bank-rig.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'
import { CALLBACK, encode, formIn, formType, INIT } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const LATE_MS = 200_000 // beyond every lateness window
const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))

const storedOf = async (id: string) => {
  const [row] = await shop.rows(
    'select status, error_code, captured, refunded, attempt_no from payments where id = $1',
    [id],
  )
  return row
}
const referenceOf = (id: string): string => `V${id.replaceAll('-', '')}01`

/** Each bank in its own words: refusals by card, the 3D models it has, and whether it takes the shopper's address. */
const BANKS: Readonly<
  Record<
    string,
    {
      codes: readonly [string, string]
      badCvv: readonly [string, string]
      models: readonly ('3d_secure' | '3d_pay')[]
      takesAddress: boolean
      /** Without, a refusal whose answer was lost looks as if it was never sent, until the lateness window is over. */
      recordsRefusals: boolean
      /** Where it is neither the address of the configuration, nor the one of its 3D Secure page. */
      salePath?: string
      pagePath?: string
      /** What a refusal is whose code is not in the record; by default it has that of the issuer. */
      refusedThere?: string
    }
  >
> = {
  NEST_PAY: {
    codes: ['51', '05'],
    badCvv: ['82', 'invalid_cvv'],
    models: ['3d_secure', '3d_pay'],
    takesAddress: true,
    recordsRefusals: true,
  },
  GARANTI_VPOS: {
    codes: ['51', '05'],
    badCvv: ['12/CVC', 'invalid_cvv'],
    models: ['3d_secure', '3d_pay'],
    takesAddress: true,
    recordsRefusals: true,
  },
  YAPI_KREDI_VPOS: {
    codes: ['0051', '0005'],
    badCvv: ['0005', 'do_not_honor'],
    models: ['3d_secure'],
    takesAddress: false,
    recordsRefusals: false,
  },
  QNB_VPOS: {
    codes: ['51', '05'],
    badCvv: ['34', 'invalid_cvv'],
    models: ['3d_secure', '3d_pay'],
    takesAddress: false,
    recordsRefusals: true,
  },
  AKBANK_VPOS: {
    codes: ['51', '05'],
    badCvv: ['82', 'invalid_cvv'],
    models: ['3d_secure', '3d_pay'],
    takesAddress: true,
    recordsRefusals: true,
  },
  KUVEYT_TURK_VPOS: {
    codes: ['51', '05'],
    badCvv: ['82', 'invalid_cvv'],
    models: ['3d_secure'],
    takesAddress: false,
    recordsRefusals: true,
    salePath: '/kuveyt/ServiceGateWay/Home/Non3DPayGate',
    pagePath: '/kuveyt/tds/resultFlow',
  },
  IYZICO: {
    codes: ['10051', '10005'],
    badCvv: ['10084', 'invalid_cvv'],
    models: ['3d_secure'],
    takesAddress: true,
    recordsRefusals: true,
    salePath: '/iyzico/payment/auth',
    pagePath: '/iyzico/payment/mock/init3ds',
    refusedThere: 'bank_declined',
  },
  DENIZBANK_VPOS: {
    codes: ['51/B510000', '05/B050000'],
    badCvv: ['82/B820000', 'invalid_cvv'],
    models: ['3d_secure', '3d_pay'],
    takesAddress: false,
    recordsRefusals: true,
  },
}
const isDone = (status: string): boolean => status === 'completed'
const armNext = (kind: string, operation: string, parameters?: BankFault['parameters']) =>
  bank.control.arm({ kind, match: { operation }, ...(parameters ? { parameters } : {}) })

for (const { demo, capabilities } of wiredConnectors) {
  const said = BANKS[demo.code]
  assert.ok(said, `${demo.code} has no words here`)
  const merchant = merchantOf(demo)
  const orderIdOf = (id: string, model?: '3d_secure' | '3d_pay'): string => toOrderId(referenceOf(id), demo.type, model)
  const net = async (id: string, model?: '3d_secure' | '3d_pay'): Promise<number | undefined> => {
    const { status, body } = await bank.control.call('GET', `/orders/${merchant}/${orderIdOf(id, model)}`)
    assert.ok(status === 200 || status === 404, `${status} ${JSON.stringify(body)}`)
    return body.net
  }
  const pay = async (change: object = {}) => {
    const connector_configuration_id = await shop.configurationOf(demo.code)
    return shop.call('POST', '/payments', paymentBody({ extra_properties: { connector_configuration_id }, ...change }))
  }

  test(`${demo.code}: a sale, its partial refunds, the log of the calls`, async () => {
    const sale = await pay({ installment: 3, buyer: { ip_address: '192.0.2.10' } })
    assert.deepEqual([sale.status, sale.body.status], [200, 'completed'], sale.text)
    const id = sale.body.transaction_id
    assert.equal(await net(id), 15_000)
    for (const amount of [4_000, 11_000]) {
      const refund = await shop.follow(id, 'refund', { amount: { amount, currency: 'TRY' } })
      assert.equal(refund.status, 200, refund.text)
    }
    assert.equal(await net(id), 0)
    assert.equal((await storedOf(id)).status, 'refunded')
    const { body } = await shop.call('GET', `/api-request-logs?transaction_id=${id}`)
    assert.equal(body.items.length, 1)
    const [log] = body.items
    assert.deepEqual([log.is_success, log.status_code, log.connector_code], [true, 200, demo.code])
    assert.equal(log.endpoint, `${bank.url}${said.salePath ?? demo.endpointPath}`)
    assert.match(log.request_body, /454671\*{6}7894/)
    assert.equal(/(<IPAddress>|"ip(?:Address)?":")192\.0\.2\.10[<"]/.test(log.request_body), said.takesAddress)
  })

  if (capabilities.operations.pre_auth)
    test(`${demo.code}: authorize, partial capture; and a voided authorization`, async () => {
      const held = await pay({ operation_type: 'pre_auth' })
      assert.equal(held.body.status, 'authorized', held.text)
      const captured = await shop.follow(held.body.transaction_id, 'capture', {
        amount: { amount: 9_000, currency: 'TRY' },
      })
      assert.equal(captured.status, 200, captured.text)
      assert.equal(await net(held.body.transaction_id), 9_000)
      const other = await pay({ operation_type: 'pre_auth' })
      const voided = await shop.follow(other.body.transaction_id, 'void', {})
      assert.deepEqual([voided.status, voided.body.status], [200, 'voided'], voided.text)
      assert.equal((await bank.control.order(merchant, orderIdOf(other.body.transaction_id))).state, 'voided')
    })

  test(`${demo.code}: declines keep the bank's code, and its own table says what they mean`, async () => {
    for (const [card, code, stored] of [
      [{ number: CARDS.insufficient }, said.codes[0], 'insufficient_funds'],
      [{ number: CARDS.declined }, said.codes[1], 'do_not_honor'],
      [{ cvv: '999' }, ...said.badCvv],
    ] as const) {
      const answer = await pay({ card })
      assert.deepEqual([answer.status, answer.body.code], [422, 'bank_declined'], answer.text)
      assert.equal(answer.body.provider_error_code, code)
      assert.equal((await storedOf(answer.body.transaction_id)).error_code, stored)
    }
  })

  const unknownThere = capabilities.reversal === 'by_reference' ? 'it fails and stays refused' : 'it stays open'
  test(`${demo.code}: an inquiry resolves a lost response: charged, it completes; unknown there, ${unknownThere}`, async () => {
    await armNext('timeout_after_charge', 'sale', { hold_ms: 50 })
    const charged = await pay()
    assert.deepEqual([charged.status, charged.body.status], [202, 'pending'], charged.text)
    assert.equal((await pay()).status, 200) // between the faults: three in a row open the breaker
    await armNext('timeout_before', 'sale', { hold_ms: 50 })
    const never = await pay()
    assert.equal(never.status, 202)
    assert.equal((await pay()).status, 200)
    await armNext('late_charge', 'sale', { hold_ms: 50, after_ms: 3_000 })
    const late = await pay()
    assert.equal(late.status, 202)
    if (capabilities.reversal === 'none')
      await until('it is charged late', async () => (await net(late.body.transaction_id)) === 15_000)
    await shop.vezne.moveClock(LATE_MS)
    const ends = async () =>
      Promise.all([charged, never, late].map(async ({ body }) => (await storedOf(body.transaction_id)).status))
    if (capabilities.reversal === 'none') {
      await until('what is known there is settled', async () => (await ends()).filter(isDone).length === 2)
      assert.deepEqual(await ends(), ['completed', 'processing', 'completed'])
      return
    }
    await until('all are settled', async () => (await ends()).every((status) => status !== 'processing'))
    assert.deepEqual(await ends(), ['completed', 'failed', 'failed'])
    assert.equal((await storedOf(never.body.transaction_id)).error_code, 'bank_timeout')
    assert.equal(await net(charged.body.transaction_id), 15_000)
    for (const { body } of [never, late]) assert.ok(!(await net(body.transaction_id)))
  })

  test(`${demo.code}: an unavailable issuer leaves payments open, and the breaker closed`, async () => {
    const open = await Promise.all(
      Array.from({ length: 5 }, () => pay({ amount: { amount: 10_091, currency: 'TRY' } })),
    )
    assert.deepEqual(new Set(open.map(({ status }) => status)), new Set([202]))
    assert.equal((await pay()).status, 200)
    // A refusal without its code counts once no call can still be on its way, by the bank's clock.
    if (said.refusedThere) await bank.control.advance(301)
    await shop.vezne.moveClock(said.recordsRefusals && !said.refusedThere ? 3_000 : LATE_MS)
    const stored = async () => Promise.all(open.map(({ body }) => storedOf(body.transaction_id)))
    await until('the books have told', async () => {
      // An inquiry that was under way when the clocks moved is repeated after a minute of the platform's.
      if (said.refusedThere) await shop.vezne.moveClock(5_000)
      return (await stored()).every(({ status }) => status === 'failed')
    })
    assert.deepEqual(
      new Set((await stored()).map(({ error_code }) => error_code)),
      new Set([said.refusedThere ?? 'bank_timeout']),
    )
  })

  test(`${demo.code}: a refund whose response was lost is found in the order's totals`, async () => {
    const { body } = await pay()
    assert.equal(body.status, 'completed')
    await armNext('http_5xx_after', 'refund')
    const lost = await shop.follow(body.transaction_id, 'refund', { amount: { amount: 5_000, currency: 'TRY' } })
    assert.equal(lost.status, 202, lost.text)
    await shop.vezne.moveClock(10_000)
    await until('the refund is settled', async () => (await storedOf(body.transaction_id)).refunded === 5_000)
    assert.equal(await net(body.transaction_id), 10_000)
  })

  for (const model of said.models)
    test(`${demo.code}: 3D Secure by a configuration of the shop's own, ${model}`, async () => {
      const configuration = await makeConfiguration(demo, model)
      const init = await start3d(configuration)
      const { action, fields } = await formOf(init.body.extra_properties.redirect_url)
      assert.equal(action, `${bank.url}${said.pagePath ?? demo.threeDSecurePath}`)
      assert.equal(await net(init.body.transaction_id, model), undefined)
      const { back, page } = await visitGateway(action, fields, 'ok')
      assert.ok(back, page)
      const returned = await bringBack(back)
      assert.equal(returned.status, 303, returned.text)
      assert.match(returned.headers.location ?? '', /status=completed/)
      const sent = async () =>
        JSON.stringify([back, await bank.control.requests(orderIdOf(init.body.transaction_id, model))])
      assert.equal(await net(init.body.transaction_id, model), 15_000, await sent())
      const again = await bringBack(back)
      assert.equal(again.headers.location, returned.headers.location)
      assert.equal(await net(init.body.transaction_id, model), 15_000)
    })
}

const start3d = async (connector_configuration_id: string) => {
  const init = await shop.call(
    'POST',
    INIT.replace('/api/v1', ''),
    paymentBody({
      card: { number: '5440931234567892' },
      return_url: 'https://shop.example/back',
      extra_properties: { connector_configuration_id },
    }),
  )
  assert.deepEqual([init.status, init.body.status], [200, 'pending_3ds'], init.text)
  return init
}

/** The page the shopper's browser is redirected to, and the bank's form in it. */
const formOf = async (redirectUrl: string) => {
  const { urls } = shop.vezne
  assert.ok(redirectUrl.startsWith(urls.cards))
  return formIn((await shop.vezne.request('cards', 'GET', redirectUrl.slice(urls.cards.length))).text)
}

const bringBack = ({ action, fields }: { action: string; fields: Record<string, string> }) => {
  const { urls, request } = shop.vezne
  assert.ok(action.startsWith(`${urls.cards}${CALLBACK}?cb=`), action)
  return request('cards', 'POST', action.slice(urls.cards.length), { body: encode(fields), headers: formType })
}

let made = 0
/** As a shop would enter its bank's credentials. */
const makeConfiguration = async (demo: (typeof wiredConnectors)[number]['demo'], model: string): Promise<string> => {
  const [connector] = (await shop.call('GET', `/connectors?search_term=${demo.code}`)).body.items
  const answer = await shop.call('POST', '/connector-configurations', {
    connector_id: connector.id,
    name: `${demo.code} ${++made}`,
    mode: 'test',
    priority: 500,
    username: demo.username,
    password: demo.secrets.password,
    api_key: demo.secrets.apiKey,
    secret_key: demo.secrets.secretKey,
    ...(demo.secrets.extraCredentials ? { extra_credentials: demo.secrets.extraCredentials } : {}),
    ...(demo.terminalId ? { terminal_id: demo.terminalId } : {}),
    ...(demo.storeId ? { store_id: demo.storeId } : {}),
    api_endpoint_url: `${bank.url}${demo.endpointPath}`,
    ...(demo.threeDSecurePath ? { three_d_secure_endpoint_url: `${bank.url}${demo.threeDSecurePath}` } : {}),
    extra_properties_dict: { supported_currencies: 'TRY', three_d_model: model },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}
