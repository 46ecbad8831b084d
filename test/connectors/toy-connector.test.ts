/** Adding a bank takes a folder and a line: a fictitious bank, defined here, served by registry, calls and code table like any other. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBankCalls } from '../../src/connectors/call/call-bank.ts'
import { openRegistry, registryOf } from '../../src/connectors/registry.ts'
import { openBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { readClocks } from '../../src/infra/database/lease-age.ts'
import { attemptOf, configurationOf } from '../support/attempts.ts'
import { startScriptedBank } from '../support/scripted-bank.ts'
import { openToyBank } from '../support/toy-bank/toy-bank.ts'
import { use } from '../support/use.ts'

const line = openBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const registry = registryOf([...openRegistry({ httpClient: line }).connectors, openToyBank(line)]) // the line
const clock = { ms: () => 1_750_000_000_000, now: () => new Date(1_750_000_000_000) }
const calls = openBankCalls({ clock, onFault: () => undefined })
const booked = new Map<string, string>()
const bank = use(() =>
  startScriptedBank((body) => {
    const { ask, order, card = '' } = JSON.parse(body.toString())
    if (ask) return json({ order, ...(booked.has(order) ? { code: booked.get(order) } : { unknown: true }) })
    if (card.endsWith('1111')) return json({ order, code: '51' })
    booked.set(order, '00')
    return card.endsWith('4242') ? 'reset' : json({ order, code: '00' })
  }),
)
after(async () => {
  line.close()
})
const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) })

const attempt = (number: string, reference: string) => {
  const configuration = configurationOf({ connectorType: 'custom', connectorCode: 'TOY', endpointUrl: bank.url })
  return attemptOf(number, { reference, configuration })
}
const toyFor = (one: ReturnType<typeof attempt>) => {
  const connector = registry.connectorFor(one.configuration)
  assert.equal(connector?.family, 'toy')
  return connector!
}

test('it approves, declines by its own table, and an inquiry follows a missing response', async () => {
  const good = attempt('4539578763621486', 'T1')
  const { outcome, exchanges } = await calls.send(toyFor(good), good, readClocks())
  assert.equal(outcome.kind, 'approved')
  assert.equal(exchanges[0]?.requestBody, '{"order":"T1","card":"453957******1486","amount":"15000"}')

  const poor = attempt('4111111111111111', 'T2')
  const declined = (await calls.send(toyFor(poor), poor, readClocks())).outcome
  assert.ok(declined.kind === 'declined')
  assert.equal(toyFor(poor).codes?.find(declined.fault.providerCode)?.storedCode, 'insufficient_funds')

  const lost = attempt('4242424242424242', 'T3')
  assert.equal((await calls.send(toyFor(lost), lost, readClocks())).outcome.kind, 'unknown')
  assert.equal((await calls.inquire(toyFor(lost), lost)).observation.kind, 'approved')
  const never = attempt('4242424242424242', 'T4')
  assert.equal((await calls.inquire(toyFor(never), never)).observation.kind, 'not_found')
})
