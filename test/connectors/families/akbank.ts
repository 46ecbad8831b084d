/** Akbank: the meaning of its answers. */
import { akbankAnswer, akbankFault, akbankHistory, akbankRefusal, akbankUnknownOrder } from '../../support/akbank.ts'
import { type Family, ORDER } from './family.ts'

type Row = Record<string, unknown>

const history = (...rows: Row[]): string => akbankHistory(ORDER, rows)

const SALE: Row = {}
const refusedRow = (hostResponseCode: string): Row => ({
  responseCode: 'VPS-1005',
  hostResponseCode,
  authCode: undefined,
})
/** As the bank lists what its gateway refused before the card's bank was asked. */
const unmoved = (responseCode: string): Row => ({
  responseCode,
  ...{ hostResponseCode: undefined, authCode: undefined, rrn: undefined, batchNumber: 0, stan: 0 },
})
const VOIDED: Row = { txnStatus: 'V' }
const HOLD: Row = { txnCode: '1004', preAuthStatus: 'O' }
const CAPTURE: Row = { txnCode: '1005', amount: 50, orderId: '5cb3fdd5-719e-4670-a2a7-4b400e5e1527' }
const REFUND: Row = { txnCode: '1002', amount: 50, orderId: 'd2f58999-5143-4f5c-b503-deaa789441d5' }

// biome-ignore format: a table reads as one
export const akbank: Family = {
  approval: akbankAnswer,
  refusal: (orderId) => akbankRefusal(orderId, '51'),
  unknownOrder: akbankUnknownOrder,
  contentType: 'application/json',
  nameless: [
    '{}',
    '{"code":"401","message":"Unauthorized"}',
    '{"responseCode":"VPS-1073","responseMessage":"Geçerli talep tarihi giriniz."}',
    '{"responseCode":"VPS-1005","hostResponseCode":"05"}',
  ],
  recorded: (body) => {
    const { txnCode, order } = JSON.parse(body.toString('utf8'))
    return txnCode === '1010' ? akbankHistory(order.orderId, [SALE]) : akbankAnswer(order.orderId, { txnCode })
  },
  secret: ['53696d5f6b6e6f6c6c5f6a6f6d6f5f6b6f6c6f5f6a6f6b6c6d6e6f5f6b6f6a6f', '"cvv2":"000"', '"expireDate":"1230"'],
  faultySettings: [
    [{ storeId: '2026010510153000' }, 'store_id'],
    [{ terminalId: '20260105101530000000000000000b01' }, 'terminal_id'],
  ],
  outcomes: [
    ['approved', akbankAnswer(ORDER), 'approved', '00'],
    ['approved, as the bank labels it', { contentType: 'application/json;charset=UTF-8', body: akbankAnswer(ORDER) }, 'approved', '00'],
    ['approved without references', akbankAnswer(ORDER, { transaction: {} }), 'approved', '00'],
    ['approved with unknown members', akbankAnswer(ORDER, { newMember: ['yeni', 1.5, null] }), 'approved', '00'],
    ['approved by the gateway, refused by the host', akbankAnswer(ORDER, { hostResponseCode: '51' }), 'unknown', '51'],
    ['approved by the gateway, without a host', akbankAnswer(ORDER, { hostResponseCode: undefined }), 'unknown', 'VPS-0000'],
    ['approved by the host alone', akbankAnswer(ORDER, { responseCode: 'VPS-1005' }), 'unknown', '00'],
    ['no code', akbankAnswer(ORDER, { responseCode: undefined }), 'unknown', ''],
    ['a code that is a list', akbankAnswer(ORDER, { responseCode: ['VPS-0000'] }), 'unknown', ''],
    ['approval of no order', akbankAnswer(ORDER, { order: undefined }), 'unknown', '00'],
    ['decline of another order', akbankRefusal('V0190', '51'), 'unknown', '51'],
    ['no funds', akbankRefusal(ORDER, '51'), 'declined', '51'],
    ['do not honour', akbankRefusal(ORDER, '05'), 'declined', '05'],
    ['installments', akbankRefusal(ORDER, '83'), 'declined', '83'],
    ['installments of a card of another bank', akbankFault(ORDER, 'VPS-1044'), 'declined', 'VPS-1044'],
    ['kind of card', akbankFault(ORDER, 'VPS-1066'), 'declined', 'VPS-1066'],
    ['time of the request', akbankFault(ORDER, 'VPS-1073'), 'declined', 'VPS-1073'],
    ['order id used', akbankFault(ORDER, 'VPS-1013', `Sipariş Numarası : ${ORDER} tekil olmalıdır`), 'unknown', 'VPS-1013'],
    ['refused, and the host said nothing', akbankRefusal(ORDER, undefined), 'unknown', 'VPS-1005'],
    ['issuer not there', akbankRefusal(ORDER, '91'), 'unknown', '91'],
    ['issuer has a fault', akbankRefusal(ORDER, '09'), 'unknown', '09'],
    ['system fault', akbankRefusal(ORDER, '96'), 'unknown', '96'],
    ['a code nobody knows', akbankFault(ORDER, 'VPS-7777'), 'unknown', 'VPS-7777'],
    ['a code of the host that nobody knows', akbankRefusal(ORDER, 'Q7'), 'unknown', 'Q7'],
    ['a list', `[${akbankAnswer(ORDER)}]`, 'unknown', 'no_answer'],
    ['two answers', `${akbankAnswer(ORDER)}${akbankAnswer(ORDER)}`, 'unknown', 'no_answer'],
    ['HTTP 400 with a code', { status: 400, contentType: 'application/json', body: '{"code":"400","message":"Bad Request"}' }, 'unknown', 'no_answer'],
    ['HTTP 401 with a code', { status: 401, contentType: 'application/json', body: '{"code":"401","message":"Unauthorized"}' }, 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [akbankRefusal(ORDER, '91'), akbankFault(ORDER, 'VPS-1013'), akbankFault(ORDER, 'VPS-7777')]],
    [true, [akbankRefusal(ORDER, '96'), akbankRefusal(ORDER, undefined)]],
    [undefined, [akbankAnswer(ORDER, { hostResponseCode: undefined }), 'reset']],
  ],
  inquiries: [
    ['a sale', history(SALE), 'approved', 'no_answer'],
    ['a hold', history(HOLD), 'no_answer', 'approved'],
    ['a captured hold', history({ ...HOLD, preAuthStatus: 'C', preAuthCloseAmount: 50 }, CAPTURE), 'no_answer', 'approved'],
    ['a hold whose capture was voided', history({ ...CAPTURE, ...VOIDED }, HOLD), 'no_answer', 'approved'],
    ['a sale of another amount', history({ amount: 14.99 }), 'no_answer', 'no_answer'],
    ['a sale with an amount that no text of ours is', history({ amount: 149.901 }), 'no_answer', 'no_answer'],
    ['a sale in another currency', history({ currencyCode: 392 }), 'no_answer', 'no_answer'],
    ['a sale without a currency', history({ currencyCode: undefined }), 'no_answer', 'no_answer'],
    ['a declined sale', history(refusedRow('51')), 'declined 51', 'no_answer'],
    ['a sale that the host could not decide', history(refusedRow('96')), 'declined 96', 'no_answer'],
    ['a sale that the gateway refused', history({ responseCode: 'VPS-1066', hostResponseCode: undefined }), 'declined VPS-1066', 'no_answer'],
    ['a sale refused with a code that nobody knows', history({ responseCode: 'VPS-7777', hostResponseCode: undefined }), 'no_answer', 'no_answer'],
    ['a sale refused with a code that nobody knows, without a movement', history(unmoved('VPS-7777')), 'declined VPS-7777', 'no_answer'],
    ['a sale refused with no code of the gateway, without a movement', history(unmoved('7777')), 'no_answer', 'no_answer'],
    ['the order id used before, without a movement', history(unmoved('VPS-1013')), 'no_answer', 'no_answer'],
    ['an approval without a movement', history(unmoved('VPS-0000')), 'no_answer', 'no_answer'],
    ['a declined sale, then a good one', history(refusedRow('51'), SALE), 'approved', 'no_answer'],
    ['a sale that the bank suspects', history({ txnStatus: 'S' }), 'no_answer', 'no_answer'],
    ['a declined sale that the bank suspects', history({ ...refusedRow('51'), txnStatus: 'S' }), 'no_answer', 'no_answer'],
    ['a sale without an answer of the host', history({ responseCode: undefined, hostResponseCode: undefined }), 'no_answer', 'no_answer'],
    ['a voided sale', history(VOIDED), 'declined undone_there', 'no_answer'],
    ['a sale that the bank reversed', history({ txnStatus: 'R', responseCode: undefined, hostResponseCode: undefined }), 'declined undone_there', 'no_answer'],
    ['a kind nobody knows', history(SALE, { txnCode: '1003' }), 'no_answer', 'no_answer'],
    ['a row of another order', history(SALE, { ...REFUND, orgOrderId: 'V0190' }), 'no_answer', 'no_answer'],
    ['a row of a plan of the bank', history({ orgOrderId: undefined, orderTrackId: ORDER, requestStatus: 'S' }), 'no_answer', 'no_answer'],
    ['no rows', history(), 'no_answer', 'no_answer'],
    ['a refusal of the question', akbankFault(ORDER, 'VPS-1073'), 'no_answer', 'no_answer'],
    ['no such order, without its name', JSON.stringify({ responseCode: 'VPS-1123', responseMessage: 'İşlem bulunamadı.' }), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['accepted', [akbankAnswer(ORDER)], 'reversed'],
    ['nothing to void, order unknown', [akbankFault(ORDER, 'VPS-1007'), akbankUnknownOrder(ORDER)], 'nothing_there'],
    ['voided before', [akbankFault(ORDER, 'VPS-1008'), history(VOIDED)], 'nothing_there'],
    ['nothing to void, declined', [akbankFault(ORDER, 'VPS-1007'), history(refusedRow('51'))], 'nothing_there'],
    ['refused over a charge', [akbankRefusal(ORDER, '12'), history(SALE)], 'no_answer'],
    ['refused, then silence', [akbankFault(ORDER, 'VPS-1007'), 'reset'], 'no_answer'],
    ['approval of another order, charge still there', [akbankAnswer('X'), history(SALE)], 'no_answer'],
  ],
  followUps: [
    ['capture', [0, 0], 'no capture', history(HOLD), 'not_found'],
    ['capture', [0, 0], 'a capture', history(HOLD, CAPTURE), 'approved'],
    ['capture', [0, 0], 'another capture', history(HOLD, { ...CAPTURE, amount: 49.99 }), 'no_answer'],
    ['capture', [0, 0], 'a refused capture', history(HOLD, { ...CAPTURE, ...refusedRow('13') }), 'not_found'],
    ['capture', [0, 0], 'a capture that was voided', history(HOLD, { ...CAPTURE, ...VOIDED }), 'not_found'],
    ['void', [14_990, 0], 'no void', history(SALE), 'not_found'],
    ['void', [14_990, 0], 'a void', history(VOIDED), 'approved'],
    ['void', [5_000, 0], 'a void of a capture, the hold still there', history(HOLD, { ...CAPTURE, ...VOIDED }), 'not_found'],
    ['void', [5_000, 0], 'a void of both', history({ ...HOLD, ...VOIDED }, { ...CAPTURE, ...VOIDED }), 'approved'],
    ['refund', [14_990, 0], 'no refund', history(SALE), 'not_found'],
    ['refund', [14_990, 0], 'a refund', history(SALE, REFUND), 'approved'],
    ['refund', [14_990, 5_000], 'the refund before', history(SALE, REFUND), 'not_found'],
    ['refund', [14_990, 5_000], 'the second refund', history(SALE, REFUND, REFUND), 'approved'],
    ['refund', [14_990, 0], 'two refunds', history(SALE, REFUND, REFUND), 'no_answer'],
    ['refund', [14_990, 0], 'a refused refund', history(SALE, { ...REFUND, ...refusedRow('12') }), 'not_found'],
    ['refund', [14_990, 0], 'a refund that the gateway refused', history(SALE, { ...REFUND, ...unmoved('VPS-7777') }), 'not_found'],
    ['refund', [14_990, 0], 'a refund nobody decided', history(SALE, { ...REFUND, responseCode: undefined }), 'no_answer'],
    ['refund', [14_990, 0], 'a refund that was voided', history(SALE, { ...REFUND, ...VOIDED }), 'not_found'],
  ],
}
