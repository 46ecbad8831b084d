/** Adding a bank takes a folder and a line: a fictitious bank, defined here in every dialect, served by registry, kit, calls and code table like any other. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createBankCalls } from '../../src/connectors/call/call-bank.ts'
import { makeConnector } from '../../src/connectors/kit/make-connector.ts'
import { createRegistry, toRegistry } from '../../src/connectors/registry.ts'
import { createBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { readClocks } from '../../src/infra/database/lease-age.ts'
import { attemptOf, configurationOf, contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { type Script, type ScriptedBank, startScriptedBank } from '../support/scripted-bank.ts'
import { challengingToyBank, signToyRequest, toyBank } from '../support/toy-bank/toy-bank.ts'
import { TOY_DIALECTS } from '../support/toy-bank/toy-dialects.ts'

const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const banks: ScriptedBank[] = []
after(async () => {
  line.close()
  for (const bank of banks) await bank.close()
})
const clock = { ms: () => 1_750_000_000_000, now: () => new Date(1_750_000_000_000) }
/** New breakers for each call: the bank fails often here. */
const openCalls = () => createBankCalls({ clock, onFault: () => undefined })

for (const [name, dialect, written, sentSale, storedSale] of TOY_DIALECTS) {
  const registry = toRegistry([
    ...createRegistry({ httpClient: line }).connectors,
    makeConnector(line, toyBank(dialect)),
  ])
  const bankThat = async (answer: (order: string, path: string, body: Buffer) => Script): Promise<ScriptedBank> => {
    const bank = await startScriptedBank((body, _at, { url = '', headers }) => {
      assert.equal(headers['x-signature'], signToyRequest('key', `${bank.url.replace('/bank', '')}${url}`, body))
      const [, order = ''] = /order\W{1,3}(T[0-9])/.exec(decodeURIComponent(body.toString())) ?? []
      return answer(order, url, body)
    })
    banks.push(bank)
    return bank
  }
  const attemptAt = ({ url: endpointUrl }: ScriptedBank, number = '4539578763621486', reference = 'T1') => {
    const secrets = { secretKey: new Secret('key') }
    const configuration = configurationOf({ connectorType: 'custom', connectorCode: 'TOY', endpointUrl, secrets })
    return attemptOf(number, { reference, configuration })
  }
  const toyFor = ({ configuration }: ReturnType<typeof attemptAt>) => {
    const connector = registry.connectorFor(configuration)
    assert.equal(connector?.family, 'toy')
    return connector!
  }
  const send = (attempt: ReturnType<typeof attemptAt>) => openCalls().send(toyFor(attempt), attempt, readClocks())

  test(`${name}: it approves, declines by its own table, and an inquiry follows a missing response`, async () => {
    const booked = new Set<string>()
    const bank = await bankThat((order, path, body) => {
      if (path === '/bank/status')
        return { body: written(booked.has(order) ? { order, code: '00' } : { unknown: order }) }
      if (body.toString().includes('1111')) return { body: written({ order, code: '51' }) }
      booked.add(order)
      return body.toString().includes('4242') ? 'reset' : { body: written({ order, code: '00' }) }
    })
    const { outcome, exchanges } = await send(attemptAt(bank))
    assert.equal(outcome.kind, 'approved')
    assert.deepEqual([bank.received[0]?.toString(), exchanges[0]?.requestBody], [sentSale, storedSale])
    assert.doesNotMatch(exchanges[0]?.responseBody ?? '', /1\.50|Onaylan/) // only what is listed

    const poor = attemptAt(bank, '4111111111111111', 'T2')
    const declined = (await send(poor)).outcome
    assert.ok(declined.kind === 'declined')
    assert.equal(toyFor(poor).codes?.find(declined.fault.providerCode)?.storedCode, 'insufficient_funds')

    const lost = attemptAt(bank, '4242424242424242', 'T3')
    assert.equal((await send(lost)).outcome.kind, 'unknown')
    assert.equal((await openCalls().inquire(toyFor(lost), lost)).observation.kind, 'approved')
    const never = attemptAt(bank, '4242424242424242', 'T4')
    assert.equal((await openCalls().inquire(toyFor(never), never)).observation.kind, 'not_found')
  })

  test(`${name}: what is not one whole message of the dialect leaves the outcome unknown`, async () => {
    const whole = written({ order: 'T1', code: '00' })
    const strange = [
      '',
      '[]',
      '"00"',
      'null',
      '<html>order=T1;;code=00</html>',
      'Approved',
      `${whole}${whole}`,
      whole.slice(0, 9),
    ]
    const scripts: Script[] = [...strange, { half: whole }, 'reset', { status: 500, body: whole }]
    for (const script of scripts) {
      const { outcome } = await send(attemptAt(await bankThat(() => script)))
      assert.equal(saidBy(outcome), 'unknown', JSON.stringify(script))
    }
  })

  test(`${name}: nothing is sent for what the bank does not offer, or without its key`, async () => {
    const bank = await bankThat(() => 'reset')
    const attempt = attemptAt(bank)
    for (const changes of [
      { operation: 'pre_auth' },
      { amount: money(1, 'USD') },
      { installments: 2 },
      { model: '3d_secure' },
      { configuration: { ...attempt.configuration, secrets: {} } },
    ] as const) {
      const { outcome } = await send({ ...attempt, ...changes })
      assert.ok(outcome.kind === 'not_sent' && outcome.fault.providerCode === 'not_configured')
    }
    assert.equal(bank.received.length, 0)
    const { operate, reverse, threeDSecure } = toyFor(attempt)
    assert.deepEqual([operate, reverse, threeDSecure], [undefined, undefined, undefined])
  })
}

test('a gateway that enrols the card first, in another dialect: the form of its answer, a decline, or nothing sent', async () => {
  const begin = async (script: Script, model = '3d_secure') => {
    const bank = await startScriptedBank(() => script)
    banks.push(bank)
    const configuration = configurationOf({
      endpointUrl: bank.url,
      threeDSecureEndpointUrl: `${bank.url}/3d`,
      secrets: { secretKey: new Secret('key') },
      settings: { three_d_model: model },
    })
    const { threeDSecure } = makeConnector(line, challengingToyBank)
    assert.equal(threeDSecure!.modelOf(configuration), model === '3d_secure' ? model : undefined)
    const { context, exchanges } = contextOf()
    const start = { callbackUrl: 'http://127.0.0.1/cb', expiresAt: 0, language: 'tr', merchantName: null } as const
    const attempt = attemptOf('4539578763621486', { configuration, model: '3d_secure' })
    const outcome = await threeDSecure!.begin({ ...attempt, ...start }, context)
    return { outcome, received: bank.received, exchanges }
  }
  const enrolled = await begin('acs=http://127.0.0.1:4999/acs;;req=PA')
  assert.deepEqual(enrolled.outcome, {
    kind: 'challenge',
    step: { kind: 'form', action: 'http://127.0.0.1:4999/acs', fields: { PaReq: 'PA' } },
    state: { enrolled: 'Y' },
  })
  assert.equal(enrolled.received[0]?.toString(), 'card=4539578763621486')
  assert.equal(enrolled.exchanges.length, 2)
  assert.equal((await begin('acs=;;req=')).outcome.kind, 'declined')
  assert.equal((await begin('acs=https://acs.example.com;;req=PA')).outcome.kind, 'not_sent') // the sandbox stays here
  assert.equal((await begin('reset', '3d_host')).outcome.kind, 'unknown')
})
