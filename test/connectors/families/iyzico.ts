/** iyzico: the meaning of its answers. */
import {
  iyzicoAnswer,
  iyzicoCancel,
  iyzicoPage,
  iyzicoRefunded,
  iyzicoRefundRow,
  iyzicoRefusal,
  iyzicoReport,
  iyzicoVoided,
} from '../../support/iyzico.ts'
import { type Family, ORDER } from './family.ts'

type Payment = Readonly<Record<string, unknown>>

const answered = (changes: Payment) => iyzicoAnswer(ORDER, changes)
const refused = (code: unknown, changes: Payment = {}) => iyzicoRefusal(ORDER, code, changes)
const report = (...payments: Payment[]) => iyzicoReport(ORDER, ...payments)

const SALE = {}
const HOLD = { phase: 'PRE_AUTH' }
const CAPTURED = { phase: 'POST_AUTH', paidPrice: 50 }
const VOIDED = { cancels: [iyzicoCancel()] }
const REFUSED_NOW = { paymentStatus: 0 }
/** Five minutes and a second before the report. */
const DECLINED = { ...REFUSED_NOW, createdDate: '2026-06-11T23:24:30Z' }
const FAILED_CHALLENGE = { ...DECLINED, phase: undefined, threeDS: true }
const REFUND = iyzicoRefundRow('R-2')
const EARLIER = iyzicoRefundRow('R-1')
const PAGE =
  '<form action="http://127.0.0.1:4050/acs" method="post"><input type="hidden" name="orderId" value="mock1"></form>'

// biome-ignore format: a table reads as one
export const iyzico: Family = {
  approval: (orderId) => iyzicoAnswer(orderId),
  refusal: (orderId) => iyzicoRefusal(orderId, '10051'),
  unknownOrder: (orderId) => iyzicoReport(orderId),
  contentType: 'application/json',
  nameless: [
    '{}',
    '{"status":"success"}',
    '{"status":"failure"}',
    '{"status":"failure","errorCode":"10051","errorMessage":"Kart limiti yetersiz"}',
    '{"status":"failure","errorCode":"7777"}',
  ],
  challenge: {
    begun: iyzicoPage('R-1', PAGE),
    callback: { conversationId: ORDER, paymentId: '1', mdStatus: '1', status: 'success', conversationData: '', signature: 'x' },
  },
  recorded: (_body, _at, { url = '' }) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const order = searchParams.get('conversationId') ?? JSON.parse(_body.toString('utf8')).conversationId
    if (pathname.endsWith('/details')) return iyzicoReport(order, SALE)
    if (pathname.endsWith('/cancel')) return iyzicoVoided(order)
    return pathname.endsWith('/refund') ? iyzicoRefunded(order) : iyzicoAnswer(order)
  },
  secret: ['sandbox-SimIyzicoSecret1', 'sandbox-SimIyzico1', '"cvc":"000"'],
  faultySettings: [],
  outcomes: [
    ['approved', { contentType: 'application/json;charset=UTF-8', body: iyzicoAnswer(ORDER) }, 'approved', '00'],
    ['approved with prices as texts', answered({ price: '149.90', paidPrice: '149.90' }), 'approved', '00'],
    ['approved with a price off by a hair', answered({ price: 149.90000000000001, paidPrice: 149.89999999999998 }), 'approved', '00'],
    ['approved with unknown members', answered({ newMember: ['yeni', 1.5, null] }), 'approved', '00'],
    ['approved without references', answered({ authCode: undefined, hostReference: undefined, itemTransactions: [] }), 'approved', '00'],
    ['approved with another amount', answered({ price: 14.99, paidPrice: 14.99 }), 'unknown', '00'],
    ['approved with another price paid', answered({ paidPrice: 149.8 }), 'unknown', '00'],
    ['approved with another basket price', answered({ price: 149.8 }), 'unknown', '00'],
    ['approved with a fraction of a kuruş', answered({ price: 149.901, paidPrice: 149.901 }), 'unknown', '00'],
    ['approved in another currency', answered({ currency: 'USD' }), 'unknown', '00'],
    ['approved in no currency', answered({ currency: undefined }), 'unknown', '00'],
    ['approved as a hold', answered({ phase: 'PRE_AUTH' }), 'unknown', '00'],
    ['approved of another basket', answered({ basketId: 'V0190' }), 'unknown', '00'],
    ['approved, under examination', answered({ fraudStatus: 0 }), 'unknown', '00'],
    ['approved, rejected by the examination', answered({ fraudStatus: -1 }), 'unknown', '00'],
    ['approved, not examined', answered({ fraudStatus: undefined }), 'unknown', '00'],
    ['approved without a signature', answered({ signature: undefined }), 'unknown', '00'],
    ['approved with another signature', answered({ signature: 'a'.repeat(64) }), 'unknown', '00'],
    ['approved without a payment', answered({ paymentId: undefined, signature: undefined }), 'unknown', '00'],
    ['approval of no order', answered({ conversationId: undefined }), 'unknown', '00'],
    ['approved and refused', answered({ status: ['success', 'failure'] }), 'unknown', '00'],
    ['a status nobody knows', answered({ status: 'SUCCESS' }), 'unknown', '00'],
    ['approval beside a code', answered({ errorCode: '10051' }), 'unknown', '00'],
    ['no funds', refused('10051', { errorGroup: 'NOT_SUFFICIENT_FUNDS' }), 'declined', '10051'],
    ['a code that is a number', refused(10005), 'declined', '10005'],
    ['card code', refused('10084'), 'declined', '10084'],
    ['3D Secure wanted', refused('10217'), 'declined', '10217'],
    ['key or signature', iyzicoRefusal(undefined, '1000'), 'declined', '1000'],
    ['keys of another host', refused('1001'), 'declined', '1001'],
    ['not the sum of the basket', refused('5062'), 'declined', '5062'],
    ['a marketplace without its seller', refused('5079'), 'declined', '5079'],
    ['a request that cannot be read', iyzicoRefusal(undefined, '11'), 'declined', '11'],
    ['decline of another order', iyzicoRefusal('V0190', '10051'), 'unknown', '10051'],
    ['decline of the card without an order', iyzicoRefusal(undefined, '10051'), 'unknown', '10051'],
    ['no code', refused(undefined), 'unknown', ''],
    ['a fault of its system', refused('10000'), 'unknown', '10000'],
    ['a general fault', refused('10204'), 'unknown', '10204'],
    ['no answer of the card\'s bank', refused('10219'), 'unknown', '10219'],
    ['issuer not there', refused('10228'), 'unknown', '10228'],
    ['begun before', refused('8514'), 'unknown', '8514'],
    ['a code nobody knows', refused('7777'), 'unknown', '7777'],
    ['a list', `[${iyzicoAnswer(ORDER)}]`, 'unknown', 'no_answer'],
    ['two answers', `${iyzicoAnswer(ORDER)}${iyzicoAnswer(ORDER)}`, 'unknown', 'no_answer'],
    ['HTTP 401 with a code', { status: 401, contentType: 'application/json', body: refused('1000') }, 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [refused('10228'), refused('7777'), refused('8514')]],
    [false, [answered({ fraudStatus: 0 }), answered({ fraudStatus: -1 })]],
    [true, [refused('10000'), refused('10214')]],
    [undefined, ['reset']],
  ],
  inquiries: [
    ['a sale', report(SALE), 'approved', 'no_answer'],
    ['a hold', report(HOLD), 'no_answer', 'approved'],
    ['a captured hold', report(CAPTURED), 'no_answer', 'approved'],
    ['a captured hold of another amount', report({ ...CAPTURED, price: 50 }), 'no_answer', 'no_answer'],
    ['a sale that was refunded in part', report({ refunds: [REFUND] }), 'approved', 'no_answer'],
    ['a sale of another amount', report({ price: 14.99, paidPrice: 14.99 }), 'no_answer', 'no_answer'],
    ['a sale of another price paid', report({ paidPrice: 14.99 }), 'no_answer', 'no_answer'],
    ['a sale in another currency', report({ currency: 'USD' }), 'no_answer', 'no_answer'],
    ['a sale in a currency nobody knows', report({ currency: 'XAU' }), 'no_answer', 'no_answer'],
    ['a sale without a currency', report({ currency: undefined }), 'no_answer', 'no_answer'],
    ['a sale without an amount', report({ paidPrice: undefined }), 'no_answer', 'no_answer'],
    ['a sale under examination', report({ fraudStatus: 0 }), 'no_answer', 'no_answer'],
    ['a sale that the examination rejected', report({ fraudStatus: -1 }), 'no_answer', 'no_answer'],
    ['a voided sale', report(VOIDED), 'declined undone_there', 'no_answer'],
    ['a voided hold', report({ ...HOLD, ...VOIDED }), 'no_answer', 'declined undone_there'],
    ['a sale with a void of another status', report({ cancels: [iyzicoCancel({ refundStatus: 0 })] }), 'approved', 'no_answer'],
    ['a declined sale', report(DECLINED), 'declined FAILURE', 'no_answer'],
    ['a sale refused just now', report(REFUSED_NOW), 'no_answer', 'no_answer'],
    ['refused just now, with its code', report({ ...REFUSED_NOW, errorCode: '10051' }), 'declined 10051', 'no_answer'],
    ['refused just now, without an answer of the issuer', report({ ...REFUSED_NOW, errorCode: '10219' }), 'no_answer', 'no_answer'],
    ['refused five minutes ago', report({ ...DECLINED, createdDate: '2026-06-11T23:24:32Z' }), 'no_answer', 'no_answer'],
    ['refused at no time', report({ ...DECLINED, createdDate: undefined }), 'no_answer', 'no_answer'],
    ['refused, in a report without its time', report(DECLINED).replace('systemTime', 'time'), 'no_answer', 'no_answer'],
    ['refused after a challenge', report({ ...DECLINED, threeDS: true }), 'no_answer', 'no_answer'],
    ['refused after a challenge, a day ago', report({ ...DECLINED, threeDS: true, createdDate: '2026-06-10T22:29:30Z' }), 'declined FAILURE', 'no_answer'],
    ['refused without a phase', report({ ...DECLINED, phase: undefined }), 'no_answer', 'no_answer'],
    ['declined, and another one just now', report({ ...DECLINED, errorCode: '10051' }, REFUSED_NOW), 'no_answer', 'no_answer'],
    ['declined, then charged under examination', report(DECLINED, { fraudStatus: 0 }), 'no_answer', 'no_answer'],
    ['cancelled after its examination', report({ ...VOIDED, fraudStatus: -1 }), 'declined undone_there', 'no_answer'],
    ['declined, then charged', report(DECLINED, SALE), 'approved', 'no_answer'],
    ['charged twice', report(SALE, { paymentId: 25149158 }), 'no_answer', 'no_answer'],
    ['voided, and charged once more', report(VOIDED, { paymentId: 25149158 }), 'no_answer', 'no_answer'],
    ['a challenge that has begun', report({ paymentStatus: 2 }), 'not_found', 'not_found'],
    ['a challenge that has failed', report(FAILED_CHALLENGE), 'not_found', 'not_found'],
    ['a failed challenge, then charged', report(FAILED_CHALLENGE, SALE), 'approved', 'no_answer'],
    ['a challenge from which the shopper is back', report({ paymentStatus: 3 }), 'not_found', 'not_found'],
    ['a status nobody knows', report({ paymentStatus: 6 }), 'no_answer', 'no_answer'],
    ['a phase nobody knows', report({ phase: 'LOAN' }), 'no_answer', 'no_answer'],
    ['a payment of another conversation', report({ paymentConversationId: 'V0190' }), 'no_answer', 'no_answer'],
    ['another one beside it', report(SALE, { ...DECLINED, paymentConversationId: 'V0190' }), 'no_answer', 'no_answer'],
    ['no list of payments', JSON.stringify({ status: 'success', conversationId: ORDER }), 'no_answer', 'no_answer'],
    ['payments that are a text', JSON.stringify({ status: 'success', conversationId: ORDER, payments: 'test' }), 'no_answer', 'no_answer'],
    ['a refusal of the question', refused('11'), 'no_answer', 'no_answer'],
    ['no payment of the merchant', refused('5087'), 'no_answer', 'no_answer'],
    ['the payment itself', iyzicoAnswer(ORDER), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['no such payment', [report()], 'nothing_there'],
    ['a sale', [report(SALE), iyzicoVoided(ORDER)], 'reversed'],
    ['a declined sale', [report(DECLINED)], 'nothing_there'],
    ['a sale refused just now', [report(REFUSED_NOW)], 'no_answer'],
    ['voided before', [report(VOIDED)], 'nothing_there'],
    ['a challenge', [report({ paymentStatus: 2 })], 'nothing_there'],
    ['a sale of another amount', [report({ paidPrice: 1 })], 'no_answer'],
    ['a sale without its numbers', [report({ itemTransactions: [] })], 'no_answer'],
    ['refused: another day', [report(SALE), refused('7777')], 'no_answer'],
    ['of another payment', [report(SALE), iyzicoVoided(ORDER, { paymentId: '1' })], 'no_answer'],
    ['of another conversation', [report(SALE), iyzicoVoided('V0190')], 'no_answer'],
    ['silence', [report(SALE), 'reset'], 'no_answer'],
  ],
  followUps: [
    ['capture', [0, 0], 'no capture', report(HOLD), 'not_found'],
    ['capture', [0, 0], 'a capture', report(CAPTURED), 'approved'],
    ['capture', [0, 0], 'a capture off by a hair', report({ ...CAPTURED, paidPrice: 50.00000000000001 }), 'approved'],
    ['capture', [0, 0], 'another capture', report({ ...CAPTURED, paidPrice: 49.99 }), 'no_answer'],
    ['void', [14_990, 0], 'no void', report(SALE), 'not_found'],
    ['void', [14_990, 0], 'a void', report(VOIDED), 'approved'],
    ['void', [14_990, 0], 'a void of another status', report({ cancels: [iyzicoCancel({ refundStatus: 2 })] }), 'no_answer'],
    ['refund', [14_990, 0], 'no refund', report(SALE), 'not_found'],
    ['refund', [14_990, 0], 'a refund', report({ refunds: [REFUND] }), 'approved'],
    ['refund', [14_990, 5_000], 'the refund before', report({ refunds: [EARLIER] }), 'not_found'],
    ['refund', [14_990, 5_000], 'the second refund', report({ refunds: [EARLIER, REFUND] }), 'approved'],
    ['refund', [14_990, 0], 'one of two on their way', report({ refunds: [REFUND, EARLIER] }), 'approved'],
    ['refund', [14_990, 0], 'a refund of another amount', report({ refunds: [{ ...REFUND, refundPrice: 49.99 }] }), 'no_answer'],
    ['refund', [14_990, 0], 'a refund in another currency', report({ refunds: [{ ...REFUND, currencyCode: 'USD' }] }), 'no_answer'],
    ['refund', [14_990, 0], 'a refund of another status', report({ refunds: [{ ...REFUND, refundStatus: 0 }] }), 'no_answer'],
    ['refund', [14_990, 0], 'a refund without a name', report({ refunds: [{ ...REFUND, refundConversationId: undefined }] }), 'no_answer'],
    ['refund', [14_990, 0], 'another one without a name', report({ refunds: [{ ...REFUND, refundConversationId: undefined, refundPrice: 1 }] }), 'not_found'],
    ['refund', [14_990, 0], 'refunded twice', report({ refunds: [REFUND, REFUND] }), 'no_answer'],
    ['refund', [14_990, 0], 'an amount that cannot be read', report({ refunds: [{ ...REFUND, refundPrice: '50,00' }] }), 'no_answer'],
  ],
}
