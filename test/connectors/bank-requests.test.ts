/** The bytes sent to each bank, operation by operation, against reviewed files. `npm test -- bank-requests` with VEZNE_WRITE_GOLDEN=1 writes them again. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { PaymentOperationType } from '../../src/connectors/attempt.ts'
import { GATEWAYS } from '../../src/connectors/registry.ts'
import { newId } from '../../src/core/id.ts'
import { money } from '../../src/core/money.ts'
import { toBankReference } from '../../src/payments/model/bank-reference.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt } from './families/family.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/bank-requests/', import.meta.url))
const ORDER = 'V0190e3b000007000800000000000000a01'
const { families, bankThat } = openFamilies()
const authentication = {
  mdStatus: '1',
  eci: '05',
  cavv: 'AAABCZIhcQAAAABZlyFxAAAAAAA=',
  xid: 'MDAwMDAwMDAwMDAwMDAwMDAwMDE=',
  md: '411111:SIM-MD:0001',
  dsTransId: null,
}

/** A message in a field of a form, without its percent signs; a random number is another one each time. */
const legible = (text: string): string =>
  (text.startsWith('xmldata=%3C') ? decodeURIComponent(text) : text).replace(/"[0-9A-F]{128}"/, '"128 random digits"')

for (const [connector, { recorded }] of families) {
  const { family } = connector
  const bank = await bankThat(recorded)
  const attempt = (changes: Parameters<typeof attemptAt>[2] = {}) =>
    attemptAt(connector, bank.url, { reference: ORDER, installments: 3, buyerIp: '192.0.2.10', ...changes })
  const followUp = (operation: PaymentOperationType) => ({
    ...followUpOf(operation, attempt(), { operation: 'pre_auth' }),
    amount: money(5_005, 'TRY'),
    buyerIp: '192.0.2.10',
  })
  const { context } = contextOf()
  const operations: Record<string, () => Promise<unknown>> = {
    sale: () => connector.start(attempt(), context),
    'sale-in-dollars': () =>
      connector.start(attempt({ amount: money(5, 'USD'), installments: 1, buyerIp: 'no address' }), context),
    'pre-auth': () => connector.start(attempt({ operation: 'pre_auth', installments: 1 }), context),
    'sale-after-challenge': () =>
      connector.threeDSecure!.finish(attempt({ model: '3d_secure' }), authentication, context),
    capture: () => connector.operate!(followUp('capture'), context),
    void: () => connector.operate!(followUp('void'), context),
    refund: () => connector.operate!(followUp('refund'), context),
    inquiry: () => connector.inquire(attempt(), context),
    'look-up': () => connector.lookUp!(attempt(), context).catch(() => undefined),
    reversal: () => connector.reverse!(attempt(), context),
  }
  const { operations: offered } = connector.capabilities
  if (offered.pre_auth === undefined) delete operations['pre-auth']
  if (offered.capture === undefined) delete operations.capture
  for (const [operation, run] of Object.entries(operations))
    test(`${family}: ${operation}`, async () => {
      const before = bank.received.length
      await run()
      const sent = bank.received.slice(before)
      const text = `${sent.map((body) => legible(body.toString('latin1')).replaceAll('><', '>\n<')).join('\n\n')}\n`
      const file = `${FOLDER}${family}-${operation}.${/^(xmldata=)?</.test(text) ? 'xml' : 'txt'}`
      if (process.env.VEZNE_WRITE_GOLDEN === '1') {
        mkdirSync(FOLDER, { recursive: true })
        writeFileSync(file, text)
      }
      assert.equal(text, readFileSync(file, 'utf8'))
    })
}

/** Banks whose order ids are shorter than our references. */
const SHORT: Readonly<Record<string, RegExp>> = { posnet: /^[0-9A-Z]{20}$/ }

test('every reference of ours is an order id at every bank, as it is or by its hash; one that is not is never truncated', () => {
  const seen = new Set<string>()
  const short = new Set<string>()
  for (let at = 0; at < 1_000; at++) {
    const id = newId(1_750_000_000_000 + at)
    const reference = toBankReference({ id, key_reference: at % 2 === 0 ? null : newId(at) }, 1 + (at % 99))
    seen.add(reference)
    for (const { family, orderId } of GATEWAYS) {
      const ours = orderId({ reference })
      if (SHORT[family] === undefined) assert.equal(ours, reference)
      else assert.match(ours, SHORT[family])
      if (SHORT[family] !== undefined) short.add(`${family} ${ours}`)
      assert.equal(orderId({ reference }), ours)
    }
  }
  assert.deepEqual([seen.size, short.size], [1_000, 1_000 * Object.keys(SHORT).length])
  for (const reference of ['', 'with blank', 'x'.repeat(65), 'İ'])
    for (const { orderId } of GATEWAYS) assert.throws(() => orderId({ reference }))
})
