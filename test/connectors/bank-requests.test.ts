/** The bytes sent to each bank, operation by operation, against reviewed files. `npm test -- bank-requests` with VEZNE_WRITE_GOLDEN=1 writes them again. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Configuration, PaymentOperation, PaymentOperationType } from '../../src/connectors/attempt.ts'
import { openGaranti } from '../../src/connectors/garanti/garanti.ts'
import { garantiOrderId } from '../../src/connectors/garanti/garanti-requests.ts'
import { openNestpay } from '../../src/connectors/nestpay/nestpay.ts'
import { nestpayOrderId } from '../../src/connectors/nestpay/nestpay-requests.ts'
import type { Connector } from '../../src/connectors/port.ts'
import { openBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { newId } from '../../src/core/id.ts'
import { money } from '../../src/core/money.ts'
import { toBankReference } from '../../src/payments/model/payment.ts'
import { attemptOf, contextOf } from '../support/attempts.ts'
import { garantiConfiguration, garantiHistory } from '../support/garanti.ts'
import { nestpayAnswer, nestpayConfiguration, nestpayHistory, nestpayStatus } from '../support/nestpay.ts'
import { startScriptedBank } from '../support/scripted-bank.ts'
import { use } from '../support/use.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/bank-requests/', import.meta.url))
const ORDER = 'V0190e3b000007000800000000000000a01'
const line = openBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const bank = use(() =>
  startScriptedBank((body) => {
    const text = body.toString('latin1')
    if (text.includes('orderhistoryinq')) return garantiHistory(ORDER, [{}])
    if (text.includes('ORDERSTATUS')) return nestpayStatus(ORDER, { TRANS_STAT: 'C' })
    return text.includes('ORDERHISTORY') ? nestpayHistory(ORDER, [['S', 'C', '14990', '14990']]) : nestpayAnswer(ORDER)
  }),
)
after(async () => {
  line.close()
})

const banks: [Connector, (url: string) => Configuration][] = [
  [openNestpay(line), nestpayConfiguration],
  [openGaranti(line), garantiConfiguration],
]
const authentication = {
  mdStatus: '1',
  eci: '05',
  cavv: 'AAABCZIhcQAAAABZlyFxAAAAAAA=',
  xid: 'MDAwMDAwMDAwMDAwMDAwMDAwMDE=',
  md: '411111:SIM-MD:0001',
  dsTransId: null,
}

for (const [connector, configurationAt] of banks) {
  const { family } = connector
  const attempt = (changes: Parameters<typeof attemptOf>[1] = {}) =>
    attemptOf('4111111111111111', {
      reference: ORDER,
      amount: money(14_990, 'TRY'),
      installments: 3,
      buyerIp: '192.0.2.10',
      configuration: configurationAt(bank.url),
      ...changes,
    })
  const followUp = (operation: PaymentOperationType): PaymentOperation => ({
    operation,
    tenantId: 't',
    transactionId: 't',
    reference: 'not sent',
    amount: money(5_005, 'TRY'),
    original: {
      operation: 'pre_auth',
      reference: ORDER,
      references: { providerTransactionId: 'T', authCode: 'A', hostReference: '600500000001' },
      amount: money(14_990, 'TRY'),
      captured: 0,
      refunded: 0,
      approvedAt: 0,
    },
    buyerIp: '192.0.2.10',
    extra: {},
    configuration: configurationAt(bank.url),
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
  for (const [operation, run] of Object.entries(operations))
    test(`${family}: ${operation}`, async () => {
      const before = bank.received.length
      await run()
      const sent = bank.received.slice(before)
      const text = `${sent.map((body) => body.toString('latin1').replaceAll('><', '>\n<')).join('\n\n')}\n`
      const file = `${FOLDER}${family}-${operation}.xml`
      if (process.env.VEZNE_WRITE_GOLDEN === '1') {
        mkdirSync(FOLDER, { recursive: true })
        writeFileSync(file, text)
      }
      assert.equal(text, readFileSync(file, 'utf8'))
    })
}

test('every reference of ours is an order id at both banks as it is; one that is not is never truncated', () => {
  const seen = new Set<string>()
  for (let at = 0; at < 1_000; at++) {
    const reference = toBankReference(newId(1_750_000_000_000 + at), 1 + (at % 99))
    seen.add(reference)
    for (const orderIdOf of [nestpayOrderId, garantiOrderId]) assert.equal(orderIdOf({ reference }), reference)
  }
  assert.equal(seen.size, 1_000)
  for (const reference of ['', 'with blank', 'x'.repeat(65), 'İ'])
    for (const orderIdOf of [nestpayOrderId, garantiOrderId]) assert.throws(() => orderIdOf({ reference }))
})
