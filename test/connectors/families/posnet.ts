/** PosNet: the meaning of its answers. */
import {
  POSNET_PACKETS,
  type PosnetRow,
  posnetAnswer,
  posnetOrder,
  posnetRefusal,
  posnetResponse,
} from '../../support/posnet.ts'
import type { Family } from './family.ts'

/** The name of the order of these cases at the bank. */
const NAME = '0000XWQX85DDXM88PT38VFCA'
const order = (...rows: PosnetRow[]): string => posnetOrder(NAME, rows)

const SALE: PosnetRow = {}
const HOLD: PosnetRow = { state: 'Authorization' }
const CAPTURE: PosnetRow = { state: 'Capture', amount: '50,00' }
const REFUND: PosnetRow = { state: 'Return', amount: '50,00' }
const UNKNOWN = posnetRefusal('E219', 'ISLEM BULUNAMADI')

// biome-ignore format: a table reads as one
export const posnet: Family = {
  approval: () => posnetAnswer(),
  refusal: () => posnetRefusal('0051', 'BAKIYE YETERSIZ'),
  unknownOrder: () => UNKNOWN,
  contentType: 'text/html',
  namesNoOrder: true,
  nameless: [
    '<posnetResponse></posnetResponse>',
    '<posnetResponse><approved>0</approved></posnetResponse>',
    '<posnetResponse><approved>0</approved><respCode>7777</respCode></posnetResponse>',
  ],
  challenge: {
    begun: POSNET_PACKETS,
    callback: {
      MerchantPacket: 'AF86E5', BankPacket: 'CEA763', Sign: '699FEF', CCPrefix: '411111', TranType: 'Sale', Amount: '14990',
      Xid: 'XWQX85DDXM88PT38VFCA', MerchantId: '6700000001',
    },
  },
  recorded: (body) => {
    const text = decodeURIComponent(body.toString('latin1'))
    const [, name = ''] = /<agreement><orderID>(.*?)</.exec(text) ?? []
    return name === '' ? posnetAnswer() : posnetOrder(name, [{}])
  },
  secret: ['1,2,3,4,5,6,7,8', '<cvc>000'],
  faultySettings: [
    [{ storeId: '67000000' }, 'store_id'],
    [{ terminalId: '6700000x' }, 'terminal_id'],
    [{ username: 'posnet' }, 'username'],
  ],
  outcomes: [
    ['approved', posnetAnswer(), 'approved', '00'],
    ['approved, as the bank labels it', { contentType: 'text/html; charset=utf-8', body: posnetAnswer() }, 'approved', '00'],
    ['approved with empty codes', posnetAnswer({ respCode: '', respText: '' }), 'approved', '00'],
    ['approved with unknown elements', posnetAnswer({ newField: 'yeni' }), 'approved', '00'],
    ['approved with a refusal', posnetAnswer({ respCode: '0051' }), 'unknown', '0051'],
    ['approved before under this id', posnetRefusal('0127', 'ORDERID DAHA ONCE KULLANILMIS 0127', '2'), 'unknown', '0127'],
    ['refused with the same code', posnetRefusal('0127', 'ORDERID DAHA ONCE KULLANILMIS 0127'), 'unknown', '0127'],
    ['no flag', posnetAnswer({ approved: undefined }), 'unknown', ''],
    ['another flag', posnetAnswer({ approved: 'true' }), 'unknown', ''],
    ['approved before, with another code', posnetRefusal('0051', '', '2'), 'unknown', '0051'],
    ['flag twice', posnetAnswer({ authCode: '1</authCode><approved>1</approved><authCode>2' }), 'unknown', ''],
    ['refused without a code', posnetRefusal(''), 'unknown', ''],
    ['no funds', posnetRefusal('0051'), 'declined', '0051'],
    ['do not honour', posnetRefusal('0005'), 'declined', '0005'],
    ['terminal or address', posnetRefusal('0003', '148 MID,TID,IP HATALI: 192.0.2.10'), 'declined', '0003'],
    ['hold not found', posnetRefusal('0015', 'PROVIZYON BULUNAMADI'), 'declined', '0015/ORIGINAL'],
    ['installments', posnetRefusal('0015', 'TAKSİT SAYISI HATALI'), 'declined', '0015/INSTALLMENT'],
    ['issuer not there', posnetRefusal('0091'), 'unknown', '0091'],
    ['system fault', posnetRefusal('0400'), 'unknown', '0400'],
    ['a code nobody knows', posnetRefusal('7777'), 'unknown', '7777'],
    ['another root', posnetAnswer().replaceAll('posnetResponse', 'posnetRequest'), 'unknown', 'no_answer'],
    ['more after the end', `${posnetAnswer()}<posnetResponse/>`, 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [posnetRefusal('0091'), posnetRefusal('0127', '', '2'), posnetRefusal('7777')]],
    [true, [posnetRefusal('0400'), posnetRefusal('E999')]],
    [undefined, [posnetAnswer({ approved: '' }), 'reset']],
  ],
  inquiries: [
    ['a sale', order(SALE), 'approved', 'no_answer'],
    ['a hold', order(HOLD), 'no_answer', 'approved'],
    ['a captured hold', order(HOLD, CAPTURE), 'no_answer', 'approved'],
    ['declared as UTF-16 and not', order(SALE).replace('iso-8859-9', 'utf-16'), 'approved', 'no_answer'],
    ['of another amount', order({ amount: '14,99' }), 'no_answer', 'no_answer'],
    ['of another currency', order({ currencyCode: 'US' }), 'no_answer', 'no_answer'],
    ['of another order', posnetOrder('0000AAAAAAAAAAAAAAAAAAAA', [SALE]), 'no_answer', 'no_answer'],
    ['a sale that failed', order({ txnStatus: '0' }), 'not_found', 'no_answer'],
    ['a sale that was taken back', order({ txnStatus: '0' }, { state: 'Sale_Reverse' }), 'declined undone_there', 'no_answer'],
    ['a hold that was taken back', order({ ...HOLD, txnStatus: '0' }, { state: 'Authorization_Reverse' }), 'no_answer', 'declined undone_there'],
    ['a sale of which the bank does not say whether it failed', order({ txnStatus: '' }), 'no_answer', 'no_answer'],
    ['a movement nobody knows', order(SALE, { state: 'Bonus_Sale' }), 'no_answer', 'no_answer'],
    ['an amount nobody can read', order({ amount: '149.90' }), 'no_answer', 'no_answer'],
    ['an approval without an order', posnetAnswer(), 'no_answer', 'no_answer'],
    ['a refusal of the question', posnetRefusal('0148'), 'no_answer', 'no_answer'],
    ['an order without a movement', posnetResponse('<approved>1</approved><transactions></transactions>'), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['accepted', [posnetAnswer()], 'reversed'],
    ['there is no such order', [posnetRefusal('0123')], 'nothing_there'],
    ['voided before', [posnetRefusal('0220')], 'nothing_there'],
    ['refused, and there is none', [posnetRefusal('0219'), UNKNOWN], 'nothing_there'],
    ['day closed, and there is none', [posnetRefusal('0211'), UNKNOWN], 'no_answer'],
    ['refused, and it failed', [posnetRefusal('0219'), order({ txnStatus: '0' })], 'nothing_there'],
    ['day closed over a charge', [posnetRefusal('0211'), order(SALE)], 'no_answer'],
    ['refused, then silence', [posnetRefusal('0211'), 'reset'], 'no_answer'],
    ['a code nobody knows', [posnetRefusal('7777'), UNKNOWN], 'no_answer'],
  ],
  followUps: [
    ['refund', [14_990, 0], 'refunded', order(SALE, REFUND), 'approved'],
    ['refund', [14_990, 0], 'not there', order(SALE), 'not_found'],
    ['refund', [14_990, 5_000], 'not there a second time', order(SALE, REFUND), 'not_found'],
    ['refund', [14_990, 0], 'taken back by people', order(SALE, { ...REFUND, txnStatus: '0' }, { ...REFUND, state: 'Return_Reverse' }), 'no_answer'],
    ['capture', [0, 0], 'captured', order(HOLD, CAPTURE), 'approved'],
    ['capture', [0, 0], 'not there', order(HOLD), 'not_found'],
    ['capture', [0, 0], 'capture taken back', order(HOLD, { ...CAPTURE, txnStatus: '0' }, { ...CAPTURE, state: 'Capture_Reverse' }), 'not_found'],
    ['void', [14_990, 0], 'voided', order({ txnStatus: '0' }, { state: 'Sale_Reverse' }), 'approved'],
    ['void', [14_990, 0], 'not there', order(SALE), 'not_found'],
    ['void', [5_000, 0], 'capture taken back, hold not', order(HOLD, { ...CAPTURE, txnStatus: '0' }, { ...CAPTURE, state: 'Capture_Reverse' }), 'not_found'],
    ['void', [14_990, 0], 'no such order', UNKNOWN, 'not_found'],
  ],
}
