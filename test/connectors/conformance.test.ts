/** The port's contract for every connector of the registry; registering a new bank tests it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import type { OperationType } from '../../src/connectors/attempt.ts'
import type { Connector } from '../../src/connectors/port.ts'
import { createRegistry } from '../../src/connectors/registry.ts'
import { createBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { money } from '../../src/core/money.ts'
import { alone, attemptOf, configurationOf, contextOf, simbankParts } from '../support/attempts.ts'

const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })
after(() => line.close())
const registry = createRegistry({ simbank: simbankParts(), httpClient: line })
const NUMBER = '4539578763621486'
const CVV = '737'

const sampleOf = (connector: Connector, operation: OperationType) =>
  attemptOf(NUMBER, {
    cvv: CVV,
    operation,
    amount: money(12_345, connector.capabilities.currencies[0]!),
    configuration: configurationOf({ connectorType: connector.types[0]!, connectorCode: connector.code ?? 'ANY' }),
  })

test('the simulated bank serves only the sandbox, and only connectors with its code', () => {
  const simbank = configurationOf()
  assert.equal(registry.connectorFor(simbank)?.family, 'simbank')
  assert.equal(registry.connectorFor({ ...simbank, connectorCode: 'OTHER' }), undefined)
  const production = createRegistry({ httpClient: line })
  assert.equal(production.connectorFor(simbank), undefined)
})

for (const connector of registry.connectors) {
  const { capabilities, family } = connector

  test(`${family}: its limits make sense`, () => {
    assert.ok(capabilities.callDeadlineMs > 0 && capabilities.callDeadlineMs <= 30_000)
    assert.ok(capabilities.inquiryDeadlineMs > 0 && capabilities.inquiryDeadlineMs <= 30_000)
    assert.ok(capabilities.latenessWindowMs >= capabilities.callDeadlineMs)
    assert.ok(capabilities.installmentsMax >= 1 && capabilities.currencies.length > 0)
    if (capabilities.reversal === 'by_reference') assert.ok(connector.reverse)
  })

  test(`${family}: it has exactly the operations it declares`, () => {
    const { capture, void: undo, refund, sale, pre_auth } = capabilities.operations
    const hasFollowUps = [capture, undo, refund].some((models) => models !== undefined)
    assert.equal(connector.operate !== undefined, hasFollowUps)
    assert.equal(connector.inquireOperation !== undefined, hasFollowUps)
    const challenged = [...(sale ?? []), ...(pre_auth ?? [])].some((model) => model !== 'none')
    assert.equal(connector.threeDSecure !== undefined, challenged)
    // Only a bank's own guarantee allows a fallback after a fault.
    if (connector.demo) assert.deepEqual(capabilities.nothingBookedCodes, [])
  })

  test(`${family}: its table of codes declines on no system fault, and matches the finer code first`, () => {
    for (const { code, isDecline, category, storedCode, turkish, english } of connector.codes?.rows ?? []) {
      if (['Technical', 'Timeout', 'Unknown'].includes(category)) assert.equal(isDecline, false, code)
      assert.ok(/^[a-z_]+$/.test(storedCode) && turkish.length > 3 && english.length > 3, code)
      if (!code.includes('/')) assert.equal(connector.codes?.find(`${code}/no-such-reason`)?.code, code)
    }
    for (const open of ['00', '91', '96', '99', '94', 'Q7', ''])
      assert.notEqual(connector.codes?.find(open)?.isDecline, true, open)
  })

  for (const operation of ['sale', 'pre_auth'] as const) {
    if (capabilities.operations[operation] === undefined || connector.demo !== undefined) continue

    test(`${family} ${operation}: approves, repeats its response, and its inquiry agrees without the card code`, async () => {
      const attempt = sampleOf(connector, operation)
      const outcome = await connector.start(attempt, contextOf().context)
      assert.ok(outcome.kind === 'approved', inspect(outcome))
      const { cvv: _, ...stored } = attempt.card
      const observation = await connector.inquire({ ...attempt, card: stored }, contextOf().context)
      assert.deepEqual(observation, outcome)
    })

    test(`${family} ${operation}: records its exchange before it waits, without card data`, async () => {
      const { context, exchanges } = contextOf()
      const call = connector.start(sampleOf(connector, operation), context)
      assert.equal(exchanges.length, 1)
      assert.equal(exchanges[0]?.answeredAt, null)
      await call
      const [exchange] = exchanges
      assert.ok(exchange?.responseBody && exchange.statusCode && exchange.answeredAt)
      const text = JSON.stringify(exchange)
      assert.equal(text.includes(NUMBER), false)
      assert.doesNotMatch(text, alone(CVV))
      assert.equal(maskCardNumbers(text), text)
    })
  }
}
