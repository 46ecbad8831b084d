/** Answers that banks' test hosts have given, as the connectors read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankOrder } from '../../src/connectors/bank-order.ts'
import { isChargedByStatus, isUnknownOrder } from '../../src/connectors/garanti/garanti-order.ts'
import { jsonFormat } from '../../src/connectors/transport/json.ts'
import { readXml, xmlFormat } from '../../src/connectors/transport/xml.ts'
import { money } from '../../src/core/money.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { type Face, recorded, type Tree } from '../support/recorded-answers.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt } from './families/family.ts'

const { families, bankThat } = openFamilies()
const connectorOf = (family: Face) => families.find(([each]) => each.family === family)![0]
const payforReport = xmlFormat('TxnHistoryReport', 'utf-8').encode
const kuveytContract = xmlFormat('VPosTransactionResponseContract', 'utf-8').encode
const soapEnvelope = xmlFormat('s:Envelope', 'utf-8').encode
const payforResponse = xmlFormat('PayforResponse', 'utf-8').encode
const FACES = {
  nestpay: { connector: connectorOf('nestpay'), bytesOf: xmlFormat('CC5Response', 'iso-8859-9').encode },
  garanti: { connector: connectorOf('garanti'), bytesOf: xmlFormat('GVPSResponse', 'utf-8').encode },
  payfor: {
    connector: connectorOf('payfor'),
    bytesOf: (tree: Parameters<typeof payforReport>[0]) =>
      'PaymentRequestExtended' in tree ? payforReport(tree) : payforResponse(tree),
  },
  posnet: { connector: connectorOf('posnet'), bytesOf: xmlFormat('posnetResponse', 'iso-8859-9').encode },
  akbank: { connector: connectorOf('akbank'), bytesOf: jsonFormat.encode },
  interpos: {
    connector: connectorOf('interpos'),
    bytesOf: (tree: Parameters<typeof payforReport>[0]) =>
      Buffer.from(
        Object.entries(tree)
          .map(([name, value]) => `${name}=${value}`)
          .join(';;'),
      ),
  },
  kuveyt: {
    connector: connectorOf('kuveyt'),
    bytesOf: (tree: Parameters<typeof payforReport>[0]) => {
      if (typeof tree.text === 'string') return Buffer.from(tree.text) // a whole envelope
      const isService = Object.keys(tree).some((name) => name.endsWith('Response'))
      return isService ? soapEnvelope({ 's:Body': tree }) : kuveytContract(tree)
    },
  },
} as const

/** A bank that gives these answers in turn, and our attempt at it. */
const listAsked = async (face: Face, names: string[], changes: Parameters<typeof attemptAt>[2]) => {
  const answers = names.map((name) => FACES[face].bytesOf(recorded[face].answers[name]!))
  const { url } = await bankThat(...answers.map((body) => ({ body })), 'reset')
  return attemptAt(FACES[face].connector, url, { amount: money(101, 'TRY'), ...changes })
}

const orderOf = (face: Face, name: string): string => {
  const { OrderId, Order, TransId, PaymentRequestExtended, order, txnDetailList } = recorded[face].answers[name] as {
    OrderId?: string
    Order?: { OrderID: string }
    TransId?: string
    PaymentRequestExtended?: Tree
    order?: { orderId?: string }
    txnDetailList?: { orgOrderId?: string }[]
  }
  if (face === 'nestpay') return OrderId || 'not-named'
  if (face === 'garanti') return Order?.OrderID || 'not-named'
  if (face === 'kuveyt')
    return (
      /"MerchantOrderId":"([^"]+)"|<MerchantOrderId>([^<]+)</.exec(
        JSON.stringify(recorded.kuveyt.answers[name]),
      )?.[1] ?? '20260209089B'
    )
  if (face === 'akbank') return order?.orderId ?? txnDetailList?.[0]?.orgOrderId ?? 'not-named'
  const [row] = [PaymentRequestExtended ?? []].flat() as { PaymentRequest: { OrderId: string } }[]
  return row?.PaymentRequest.OrderId || OrderId || TransId || 'not-named'
}

/** Kuveyt Türk is told its own numbers of a charge. */
const KUVEYT_NUMBERS = { providerTransactionId: '114293600-298433', authCode: '241839', hostReference: '318923298433' }

// What was asked, and what its answer means.
const OUTCOMES: [Face, name: string, 'start' | 'capture' | 'void' | 'refund', said: string][] = [
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
  ['posnet', 'payment: success1', 'start', 'approved'],
  ['posnet', 'payment: fail1', 'start', 'declined 0148'],
  ['posnet', 'payment: fail2, approved before', 'start', 'unknown'],
  ['posnet', 'refund: success', 'refund', 'approved'],
  ['posnet', 'refund: fail', 'refund', 'declined 0205'],
  ['posnet', 'cancel: success', 'void', 'approved'],
  ['posnet', 'cancel: fail', 'void', 'approved'], // it was voided before
  ['payfor', 'payment: success1', 'start', 'approved'],
  ['payfor', 'payment: success whole message', 'start', 'approved'],
  ['payfor', 'payment: fail1', 'start', 'declined M041'],
  ['payfor', 'payment: post auth fail1', 'capture', 'declined V013'],
  ['payfor', '3d: success1', 'start', 'approved'],
  ['payfor', 'cancel: success1', 'void', 'approved'],
  ['payfor', 'cancel: fail1', 'void', 'declined V013'], // voided before
  ['payfor', 'cancel: fail system error', 'void', 'unknown'], // names no order
  ['payfor', 'refund: fail1', 'refund', 'declined V014'],
  ['akbank', 'payment: success1', 'start', 'approved'],
  ['akbank', 'payment: fail wrong datetime', 'start', 'declined VPS-1073'],
  ['akbank', 'payment: fail duplicate order', 'start', 'unknown'], // the order was used before, with whatever result
  ['akbank', 'payment: fail invalid installment count', 'start', 'declined 83'],
  ['akbank', 'payment: success post pay', 'capture', 'approved'],
  ['akbank', 'payment: fail post pay order not found', 'capture', 'declined VPS-1007'],
  ['akbank', 'payment: success pre pay', 'start', 'approved'],
  ['akbank', 'payment: success recurring', 'start', 'approved'],
  ['akbank', 'payment: fail recurring', 'start', 'unknown'], // names no order
  ['akbank', 'payment: fail recurring not supported', 'start', 'declined VPS-1060'],
  ['akbank', '3d: success1', 'start', 'approved'],
  ['akbank', '3d: 3d auth success payment fail', 'start', 'declined 83'],
  ['akbank', '3d: 3d auth success recurring payment fail', 'start', 'declined VPS-1061'],
  ['akbank', 'cancel: success1', 'void', 'approved'],
  ['akbank', 'cancel: fail order not found', 'void', 'declined VPS-1007'],
  ['akbank', 'cancel: success recurring', 'void', 'approved'],
  ['akbank', 'cancel: recurring fail bad data', 'void', 'declined VPS-1055'],
  ['akbank', 'cancel: recurring fail order not found', 'void', 'unknown'], // names no order but a plan of the bank
  ['akbank', 'refund: success1', 'refund', 'approved'],
  ['akbank', 'refund: fail order not found', 'refund', 'declined VPS-1007'],
  ['akbank', 'refund: fail already canceled', 'refund', 'declined VPS-1008'],
  ['akbank', 'refund: recurring', 'refund', 'approved'],
  ['akbank', 'refund: recurring fail order not found', 'refund', 'unknown'], // names no order
  ['interpos', 'payment: fail1', 'start', 'declined 81/B810002'],
  ['interpos', 'payment: success (serializer)', 'start', 'approved'],
  ['interpos', '3d: success', 'start', 'approved'],
  ['interpos', 'cancel: fail1', 'void', 'declined 81/B810002'], // under an order id that the bank made, as the next
  ['interpos', 'refund: fail1', 'refund', 'declined 81/B810002'],
  ['kuveyt', 'payment: success1', 'start', 'approved'],
  ['kuveyt', 'payment: fail1', 'start', 'unknown'], // the proof of a challenge may have been used up
  ['kuveyt', '3d: success1', 'start', 'approved'],
  ['kuveyt', '3d: success_tdv2', 'start', 'approved'],
  ['kuveyt', '3d: 3d_auth_success_payment_fail_1', 'start', 'unknown'],
  ['kuveyt', '3d: 3d_auth_success_payment_fail_2', 'start', 'unknown'],
  ['kuveyt', 'cancel: success1', 'void', 'approved'],
  ['kuveyt', 'cancel: fail1', 'void', 'unknown'], // not one word of a result
  ['kuveyt', 'cancel: fail_already_cancelled', 'void', 'declined DbLayerError/21'],
  ['kuveyt', 'cancel: tdv2_fail_already_cancelled', 'void', 'declined DbLayerError/21'],
  ['kuveyt', 'soap text: test_cancel', 'void', 'declined DbLayerError/InvalidRequestError'], // another day
  ['kuveyt', 'refund: success1', 'refund', 'approved'],
  ['kuveyt', 'refund: tdv2_success1', 'refund', 'approved'],
  ['kuveyt', 'refund: fail1', 'refund', 'declined 28'], // of a voided sale
  ['kuveyt', 'refund: fail2', 'refund', 'unknown'],
  ['kuveyt', 'refund: tdv2_fail_partial_refund_not_allowed', 'refund', 'unknown'], // only its text says so
  ['kuveyt', 'soap text: test_refund', 'refund', 'unknown'],
]
for (const [face, name, asked, said] of OUTCOMES)
  test(`${face}, ${name}: ${said}`, async () => {
    const { connector } = FACES[face]
    const attempt = await listAsked(face, [name], { reference: orderOf(face, name) })
    const { context } = contextOf()
    const outcome =
      asked === 'start'
        ? await connector.start(attempt, context)
        : await connector.operate!(
            { ...followUpOf(asked, attempt, { references: KUVEYT_NUMBERS }), amount: attempt.amount },
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
  ['payfor', ['status: success1'], 'sale', 101, 'approved'],
  ['payfor', ['status: success pre pay'], 'pre_auth', 201, 'approved'],
  // The inquiry returns the capture; the history, of another order here, decides.
  ['payfor', ['status: success pre pay and post pay'], 'pre_auth', 201, 'no_answer'],
  ['payfor', ['status: success pay then cancel'], 'sale', 101, 'declined undone_there'],
  ['payfor', ['status: success pre pay then cancel'], 'pre_auth', 101, 'declined undone_there'],
  ['payfor', ['status: fail order not found'], 'sale', 101, 'not_found'],
  ['akbank', ['history: success only payment transaction'], 'sale', 101, 'approved'],
  ['akbank', ['history: success pay then cancel'], 'sale', 101, 'declined undone_there'],
  ['akbank', ['history: success pre pay'], 'pre_auth', 3_000, 'approved'],
  ['akbank', ['history: success pre pay post pay'], 'pre_auth', 3_000, 'approved'],
  ['akbank', ['history: success pre pay post pay then cancel'], 'pre_auth', 3_000, 'approved'], // the hold is open again
  ['akbank', ['history: success failed transaction'], 'sale', 101, 'declined 05'],
  // Plans that the bank runs are not used: their rows name the plan, not the order.
  ['akbank', ['history: success recurring'], 'sale', 500, 'no_answer'],
  ['akbank', ['history: success recurring first canceled'], 'sale', 500, 'no_answer'],
  ['akbank', ['history: success recurring all canceled'], 'sale', 101, 'no_answer'],
  ['akbank', ['history: fail recurring not found'], 'sale', 101, 'no_answer'],
  ['interpos', ['status: fail1'], 'sale', 101, 'no_answer'], // a refusal of the question
  ['kuveyt', ['status: success1'], 'sale', 101, 'approved'],
  ['kuveyt', ['status: tdv2_success_tx_pay'], 'sale', 1_001, 'approved'],
  ['kuveyt', ['status: tdv2_success_tx_pay_then_cancel'], 'sale', 1_001, 'declined undone_there'],
  ['kuveyt', ['status: tdv2_success_tx_pay_then_refund'], 'sale', 1_001, 'approved'],
  ['kuveyt', ['soap text: test_status'], 'sale', 1_001, 'declined undone_there'],
  ['kuveyt', ['status: fail1'], 'sale', 101, 'not_found'],
  ['kuveyt', ['status: tdv2_fail_hash_error'], 'sale', 101, 'no_answer'],
]
for (const [face, names, operation, minor, said] of INQUIRIES)
  test(`${face}, ${names}: a ${operation} is ${said}`, async () => {
    const attempt = await listAsked(face, names, {
      reference: orderOf(face, names[0]!),
      operation,
      amount: money(minor, 'TRY'),
    })
    assert.equal(saidBy(await FACES[face].connector.inquire(attempt, contextOf().context)), said)
  })

test('nestpay, an order that the status does not know: by the text, which names it', async () => {
  const attempt = await listAsked('nestpay', ['status: fail1'], { reference: '2022103088D22' })
  assert.equal(saidBy(await FACES.nestpay.connector.inquire(attempt, contextOf().context)), 'not_found')
})

test('akbank, an order that the history does not know: by the text, which names it', async () => {
  const name = 'history: fail order not found'
  for (const [reference, said] of [
    ['2024041426072', 'not_found'],
    ['202404142607', 'no_answer'],
  ] as const) {
    const attempt = await listAsked('akbank', [name], { reference })
    assert.equal(saidBy(await FACES.akbank.connector.inquire(attempt, contextOf().context)), said)
  }
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
    const { url } = await bankThat(...[found, history].map((tree) => ({ body: FACES.nestpay.bytesOf(tree) })))
    const attempt = attemptAt(FACES.nestpay.connector, url, { reference: OrderId, operation })
    const order = await FACES.nestpay.connector.lookUp!(attempt, contextOf().context)
    assert.ok(order !== 'not_found')
    assert.deepEqual(movements(order), expected)
  })

test('garanti, looked up: a refused refund has no date, and stays behind its sale', async () => {
  const names = ['history: success multi tx', 'status: success pay']
  const attempt = await listAsked('garanti', names, { reference: orderOf('garanti', names[0]!) })
  const order = await FACES.garanti.connector.lookUp!(attempt, contextOf().context)
  assert.ok(order !== 'not_found')
  assert.deepEqual(movements(order), ['sale 101 00', 'refund 101 92'])
  assert.deepEqual([order.state, order.word, order.maskedCardNumber], ['captured', 'APPROVED', '428220******8015'])
})

const PAYFOR_HISTORIES: [name: string, state: string, movements: string[]][] = [
  ['success pay', 'captured', ['sale 101 00']],
  ['success pay refund fail', 'captured', ['sale 101 00', 'refund 101 V014']],
  ['success pre pay', 'authorized', ['pre_auth 201 00']],
  [
    'success pre pay post pay then cancel',
    'voided',
    ['pre_auth 201 00', 'capture 203 00', 'void 203 00'], // captured above the hold
  ],
]
for (const [name, state, expected] of PAYFOR_HISTORIES)
  test(`payfor, history: ${name}: ${state}, ${expected.join(', ')}`, async () => {
    const reference = orderOf('payfor', `history: ${name}`)
    const attempt = await listAsked('payfor', [`history: ${name}`], { reference })
    const order = await FACES.payfor.connector.lookUp!(attempt, contextOf().context)
    assert.ok(order !== 'not_found')
    assert.deepEqual([order.state, movements(order)], [state, expected])
    assert.equal(order.maskedCardNumber, '415565******6111')
    assert.match(new Date(order.movements[0]!.at).toISOString(), /^2024-01-21T/)
  })

const AKBANK_HISTORIES: [name: string, state: string, movements: string[]][] = [
  ['success only payment transaction', 'captured', ['sale 101 00']],
  ['success pay then cancel', 'voided', ['sale 101 00']],
  ['success pre pay post pay', 'captured', ['pre_auth 3000 00', 'capture 3000 00']],
  ['success pre pay post pay then cancel', 'authorized', ['pre_auth 3000 00', 'capture 3000 00']],
  ['success failed transaction', 'declined', ['sale 101 05']],
]
for (const [name, state, expected] of AKBANK_HISTORIES)
  test(`akbank, history: ${name}: ${state}, ${expected.join(', ')}`, async () => {
    const reference = orderOf('akbank', `history: ${name}`)
    const attempt = await listAsked('akbank', [`history: ${name}`], { reference })
    const order = await FACES.akbank.connector.lookUp!(attempt, contextOf().context)
    assert.ok(order !== 'not_found')
    assert.deepEqual([order.state, movements(order)], [state, expected])
    assert.match(order.maskedCardNumber ?? '', /^[0-9]{6}\*{6}[0-9]{4}$/)
    assert.match(new Date(order.movements[0]!.at).toISOString(), /^2024-04-1[45]T1/)
  })

test('payfor, an order that the history does not know', async () => {
  const name = 'history: fail order not found'
  const attempt = await listAsked('payfor', [name], { reference: orderOf('payfor', name) })
  const { context, exchanges } = contextOf()
  assert.equal(await FACES.payfor.connector.lookUp!(attempt, context), 'not_found')
  // The bank repeats the request with its passwords; the log keeps none of it.
  assert.match(exchanges[0]!.responseBody!, /<UserPass>\*\*\*<.*<MerchantPass>\*\*\*</)
})

test('kuveyt, a refund of all of it is another operation', async () => {
  const name = 'refund: tdv2_success_full_refund'
  const attempt = await listAsked('kuveyt', [name], { reference: orderOf('kuveyt', name) })
  const refund = {
    ...followUpOf('refund', attempt, { captured: 101, references: KUVEYT_NUMBERS }),
    amount: attempt.amount,
  }
  assert.equal(saidBy(await FACES.kuveyt.connector.operate!(refund, contextOf().context)), 'approved')
})

test('every recorded answer is read', () => {
  const named = new Set([
    ...OUTCOMES.map(([face, name]) => `${face} ${name}`),
    ...INQUIRIES.flatMap(([face, names]) => names.map((name) => `${face} ${name}`)),
    ...HISTORIES.map(([name]) => `nestpay history: ${name}`),
    ...['nestpay status: fail1', 'nestpay history: fail1'],
    ...['garanti status: success pay', 'garanti status: success pre pay', 'garanti status: fail1'],
    ...PAYFOR_HISTORIES.map(([name]) => `payfor history: ${name}`),
    'payfor history: fail order not found',
    'akbank history: fail order not found',
    'kuveyt refund: tdv2_success_full_refund',
  ])
  const all = (['nestpay', 'garanti', 'payfor', 'akbank', 'interpos', 'kuveyt'] as const).flatMap((face) =>
    Object.keys(recorded[face].answers).map((name) => `${face} ${name}`),
  )
  assert.deepEqual(
    all.filter((name) => !named.has(name)),
    [],
  )
})
