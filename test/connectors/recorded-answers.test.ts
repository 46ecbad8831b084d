/** Answers that banks' test hosts have given, as the connectors read them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import iconv from 'iconv-lite'
import type { BankOrder } from '../../src/connectors/bank-order.ts'
import { openGaranti } from '../../src/connectors/garanti/garanti.ts'
import { isChargedByStatus, isUnknownOrder } from '../../src/connectors/garanti/garanti-order.ts'
import { openNestpay } from '../../src/connectors/nestpay/nestpay.ts'
import type { Connector } from '../../src/connectors/port.ts'
import { openBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { readXml } from '../../src/connectors/transport/xml.ts'
import { money } from '../../src/core/money.ts'
import { attemptOf, contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { garantiConfiguration } from '../support/garanti.ts'
import { nestpayConfiguration } from '../support/nestpay.ts'
import { type Face, recorded, type Tree } from '../support/recorded-answers.ts'
import { type ScriptedBank, startScriptedBank } from '../support/scripted-bank.ts'

const line = openBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const banks: ScriptedBank[] = []
after(async () => {
  line.close()
  for (const bank of banks) await bank.close()
})

const xmlOf = (name: string, value: Tree): string => {
  if (Array.isArray(value)) return value.map((each) => xmlOf(name, each)).join('')
  const inside =
    typeof value === 'string'
      ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      : Object.entries(value)
          .map((pair) => xmlOf(...pair))
          .join('')
  return `<${name}>${inside}</${name}>`
}

const FACES = {
  nestpay: {
    connector: openNestpay(line) as Connector,
    configurationAt: nestpayConfiguration,
    bytesOf: (answer: Tree) =>
      iconv.encode(`<?xml version="1.0" encoding="ISO-8859-9"?>${xmlOf('CC5Response', answer)}`, 'iso-8859-9'),
  },
  garanti: {
    connector: openGaranti(line) as Connector,
    configurationAt: garantiConfiguration,
    bytesOf: (answer: Tree) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xmlOf('GVPSResponse', answer)}`),
  },
} as const

/** A bank that gives these answers in turn, and our attempt at it. */
const askedOf = async (face: Face, names: string[], changes: Parameters<typeof attemptOf>[1]) => {
  const answers = names.map((name) => FACES[face].bytesOf(recorded[face].answers[name]!))
  const bank = await startScriptedBank((_, at) => (answers[at] ? { body: answers[at] } : 'reset'))
  banks.push(bank)
  return attemptOf('4355084355084358', {
    amount: money(101, 'TRY'),
    configuration: FACES[face].configurationAt(bank.url),
    ...changes,
  })
}

const orderOf = (face: Face, name: string): string => {
  const { OrderId, Order } = recorded[face].answers[name] as {
    OrderId?: string
    Order?: { OrderID: string }
  }
  return (face === 'nestpay' ? OrderId : Order?.OrderID) || 'not-named'
}

// What was asked, and what its answer means.
const OUTCOMES: [Face, name: string, 'start' | 'void' | 'refund', said: string][] = [
  ['nestpay', 'payment: success1', 'start', 'approved'],
  ['nestpay', 'payment: success2WithoutERRORCODE', 'start', 'approved'],
  ['nestpay', 'payment: success 2', 'start', 'approved'],
  ['nestpay', 'payment: fail1', 'start', 'declined 99/CORE-2012'],
  ['nestpay', '3d: success1', 'start', 'approved'],
  ['nestpay', '3d: 3d auth success payment fail', 'start', 'declined 99/CORE-2603'],
  ['nestpay', '3d: 3d auth success payment fail wong cvv', 'start', 'declined 82'],
  ['nestpay', 'cancel: success1', 'void', 'approved'],
  ['nestpay', 'cancel: success without extra error code', 'void', 'approved'],
  ['nestpay', 'cancel: fail order not found 1', 'void', 'declined 99/CORE-2008'], // names no order
  ['nestpay', 'cancel: fail order not found 2', 'void', 'declined 99/CORE-2008'],
  ['nestpay', 'refund: success1', 'refund', 'approved'],
  ['nestpay', 'refund: fail1', 'refund', 'declined 99/CORE-2508'],
  ['nestpay', 'refund: fail2', 'refund', 'declined 99/215021'], // without ProcReturnCode
  ['garanti', 'payment: success1', 'start', 'approved'],
  ['garanti', 'payment: fail 1', 'start', 'declined 92/0002'],
  ['garanti', '3d: success1', 'start', 'approved'],
  ['garanti', '3d: success with installment', 'start', 'approved'],
  ['garanti', '3d: paymentFail1', 'start', 'declined 92/0002'],
  ['garanti', '3d: paymentFail wrong cvc code', 'start', 'declined 12/CVC'],
  ['garanti', 'cancel: fail1', 'void', 'declined 05'],
  ['garanti', 'refund: fail1', 'refund', 'declined 92/0208'],
]
for (const [face, name, asked, said] of OUTCOMES)
  test(`${face}, ${name}: ${said}`, async () => {
    const { connector } = FACES[face]
    const attempt = await askedOf(face, [name], { reference: orderOf(face, name) })
    const { reference, amount, tenantId, transactionId, configuration } = attempt
    const references = { providerTransactionId: null, authCode: null, hostReference: '230508300896' }
    const { context } = contextOf()
    const outcome =
      asked === 'start'
        ? await connector.start(attempt, context)
        : await connector.operate!(
            {
              operation: asked,
              tenantId,
              transactionId,
              reference: 'R-2',
              amount,
              original: { operation: 'sale', reference, references, amount, captured: 101, refunded: 0, approvedAt: 0 },
              extra: {},
              configuration,
            },
            context,
          )
    assert.equal(saidBy(outcome), said)
  })

// A sale, or a pre-authorization, of an amount: what its record says.
const INQUIRIES: [Face, names: string[], 'sale' | 'pre_auth', minor: number, said: string][] = [
  // An authorized sale: whether it was charged is not known until a bank says so, so people look.
  ['nestpay', ['status: success1'], 'sale', 101, 'no_answer'],
  ['nestpay', ['status: pay order status'], 'sale', 101, 'approved'],
  ['nestpay', ['status: pre pay order status'], 'pre_auth', 205, 'approved'],
  ['nestpay', ['status: canceled order status'], 'sale', 101, 'declined undone_there'],
  ['nestpay', ['status: refund order status'], 'sale', 201, 'no_answer'], // its history was not recorded
  ['garanti', ['history: success single pay tx'], 'sale', 101, 'approved'],
  ['garanti', ['history: success multi tx'], 'sale', 101, 'approved'],
  ['garanti', ['history: fail order not found'], 'sale', 101, 'not_found'],
]
for (const [face, names, operation, minor, said] of INQUIRIES)
  test(`${face}, ${names}: a ${operation} is ${said}`, async () => {
    const attempt = await askedOf(face, names, {
      reference: orderOf(face, names[0]!),
      operation,
      amount: money(minor, 'TRY'),
    })
    assert.equal(saidBy(await FACES[face].connector.inquire(attempt, contextOf().context)), said)
  })

test('nestpay, an order that the status does not know: by the text, which names it', async () => {
  const attempt = await askedOf('nestpay', ['status: fail1'], { reference: '2022103088D22' })
  assert.equal(saidBy(await FACES.nestpay.connector.inquire(attempt, contextOf().context)), 'not_found')
})

const garantiTree = (name: string) =>
  readXml(FACES.garanti.bytesOf(recorded.garanti.answers[name]!), 'GVPSResponse', null)!

test('garanti: the status shows a charge, a hold, and an order that is not known', () => {
  assert.equal(isChargedByStatus(garantiTree('status: success pay')), true)
  assert.equal(isChargedByStatus(garantiTree('status: success pre pay')), true)
  assert.deepEqual(
    [isChargedByStatus(garantiTree('status: fail1')), isUnknownOrder(garantiTree('status: fail1'))],
    [false, true],
  )
})

const movements = ({ movements }: BankOrder): string[] =>
  movements.map(({ operation, amount, bankCode }) => `${operation} ${amount} ${bankCode}`)

// The status in the recordings is of other orders than the histories; what a history says is enough here.
const HISTORIES: [name: string, operation: 'sale' | 'pre_auth', state: string, movements: string[]][] = [
  ['success one payment tx', 'sale', 'C', ['sale 101 00']],
  ['success payment then cancel tx', 'sale', 'V', ['sale 101 00', 'void 101 00']],
  ['success cancel success refund fail', 'sale', 'V', ['sale 101 00', 'void 101 00', 'refund 100 99']],
  ['success one pre auth tx', 'pre_auth', 'A', ['pre_auth 205 00']],
  // One line, with the times of the capture alone.
  ['success pre auth and post tx', 'pre_auth', 'C', ['pre_auth 200 00', 'capture 200 00']],
]
for (const [name, operation, word, expected] of HISTORIES)
  test(`nestpay, history: ${name}: ${expected.join(', ')}`, async () => {
    const history = recorded.nestpay.answers[`history: ${name}`]!
    const status = structuredClone(recorded.nestpay.answers['status: pay order status']) as Record<string, Tree>
    const OrderId = history.OrderId as string
    const found = { ...status, OrderId, Extra: { ...(status.Extra as object), ORD_ID: OrderId, TRANS_STAT: word } }
    const bank = await startScriptedBank((_, at) => ({ body: FACES.nestpay.bytesOf(at === 0 ? found : history) }))
    banks.push(bank)
    const attempt = attemptOf('4355084355084358', {
      reference: OrderId,
      operation,
      configuration: nestpayConfiguration(bank.url),
    })
    const order = await FACES.nestpay.connector.lookUp!(attempt, contextOf().context)
    assert.ok(order !== 'not_found')
    assert.deepEqual(movements(order), expected)
  })

test('garanti, looked up: a refused refund has no date, and stays behind its sale', async () => {
  const names = ['history: success multi tx', 'status: success pay']
  const attempt = await askedOf('garanti', names, { reference: orderOf('garanti', names[0]!) })
  const order = await FACES.garanti.connector.lookUp!(attempt, contextOf().context)
  assert.ok(order !== 'not_found')
  assert.deepEqual(movements(order), ['sale 101 00', 'refund 101 92'])
  assert.deepEqual([order.state, order.word, order.maskedCardNumber], ['captured', 'APPROVED', '428220******8015'])
})

test('every recorded answer is read', () => {
  const named = new Set([
    ...OUTCOMES.map(([face, name]) => `${face} ${name}`),
    ...INQUIRIES.flatMap(([face, names]) => names.map((name) => `${face} ${name}`)),
    ...HISTORIES.map(([name]) => `nestpay history: ${name}`),
    ...['nestpay status: fail1', 'nestpay history: fail1'],
    ...['garanti status: success pay', 'garanti status: success pre pay', 'garanti status: fail1'],
  ])
  const all = (['nestpay', 'garanti'] as const).flatMap((face) =>
    Object.keys(recorded[face].answers).map((name) => `${face} ${name}`),
  )
  assert.deepEqual(
    all.filter((name) => !named.has(name)),
    [],
  )
})
