/** PayFor: the meaning of its answers. */
import {
  payforAnswer,
  payforHistory,
  payforInquiry,
  payforNoHistory,
  payforUnknownOrder,
} from '../../support/payfor.ts'
import type { Script, Scriptwriter } from '../../support/scripted-bank.ts'
import { type Family, ORDER } from './family.ts'

type Row = Record<string, string>

const answered = (changes: Record<string, string | undefined>) => payforAnswer(ORDER, changes)
const refused = (ProcReturnCode: string) => answered({ ProcReturnCode, AuthCode: '', ErrMsg: 'İşlem onaylanmadı' })
const history = (...rows: Row[]) => payforHistory(ORDER, rows)

const SALE: Row = {}
const refusedRow = (ProcReturnCode: string): Row => ({
  ProcReturnCode,
  TxnStatus: 'N',
  TxnResult: 'Failed',
  AuthCode: '',
})
const DECLINED = refusedRow('51')
const VOIDED: Row = { TxnStatus: 'V', VoidDate: '20260105', VoidTime: '101600' }
const PRE_AUTH: Row = { TxnType: 'PreAuth' }
const CAPTURED: Row = { TxnType: 'PostAuth', PurchAmount: '50.00' }
const REFUND: Row = { TxnType: 'Refund', PurchAmount: '50.00', InsertDatetime: '2026-01-06T10:15:30' }
const VOID: Row = { TxnType: 'Void', OrgTxnType: 'Auth' }
const CHALLENGED: Row = { SecureType: '3DModel' }

/** What the inquiry says of an order, and what its history says. */
const records =
  (inquiry: Script, rows: Script): Scriptwriter =>
  (body) =>
    body.includes('TxnHistory') ? rows : inquiry
/** Both say the same. */
const both = (row: Row): Scriptwriter => records(payforInquiry(ORDER, row), history(row))

// biome-ignore format: a table reads as one
export const payfor: Family = {
  approval: payforAnswer,
  refusal: (orderId) => payforAnswer(orderId, { ProcReturnCode: '51', AuthCode: '' }),
  unknownOrder: payforUnknownOrder,
  contentType: 'text/xml',
  nameless: [
    '<PayforResponse></PayforResponse>',
    '<PayforResponse><ProcReturnCode>05</ProcReturnCode></PayforResponse>',
    '<PayforResponse><ProcReturnCode>05</ProcReturnCode><TransId></TransId></PayforResponse>',
  ],
  recorded: (body) => {
    const text = body.toString('latin1')
    const [, order = ''] = /<(?:Org)?OrderId>(.*?)</.exec(text) ?? []
    if (text.includes('OrderInquiry')) return payforInquiry(order)
    return text.includes('TxnHistory') ? payforHistory(order, [{}]) : payforAnswer(order)
  },
  secret: ['SimUserPw1', '<Cvv2>000'],
  faultySettings: [[{ settings: { mbr_id: 'QNB' } }, 'extra_properties_dict.mbr_id']],
  outcomes: [
    ['approved', answered({}), 'approved', '00'],
    ['approved without references', answered({ HostRefNum: '', AuthCode: undefined }), 'approved', '00'],
    ['approved with unknown elements', answered({ NewField: 'yeni' }), 'approved', '00'],
    ['no code', answered({ ProcReturnCode: '' }), 'unknown', ''],
    ['code twice', answered({ ErrMsg: '</ErrMsg><ProcReturnCode>00</ProcReturnCode><ErrMsg>' }), 'unknown', ''],
    ['approval of no order', payforAnswer(''), 'unknown', '00'],
    ['decline of another order', payforAnswer('V0190', { ProcReturnCode: '51' }), 'unknown', '51'],
    ['no funds', refused('51'), 'declined', '51'],
    ['wrong card code, not a fraud as ISO has it', refused('34'), 'declined', '34'],
    ['card number', refused('M041'), 'declined', 'M041'],
    ['password', refused('V004'), 'declined', 'V004'],
    ['address of the caller', refused('M047'), 'declined', 'M047'],
    ['authentication failed', refused('V034'), 'declined', 'V034'],
    ['authenticated, not paid', refused('V033'), 'unknown', 'V033'],
    ['not completed', refused('V000'), 'unknown', 'V000'],
    ['order id used', refused('101310'), 'unknown', '101310'],
    ['order id not unique', refused('V029'), 'unknown', 'V029'],
    ['voided before', refused('V017'), 'unknown', 'V017'],
    ['captured before', refused('V025'), 'unknown', 'V025'],
    ['refunded before', refused('V037'), 'unknown', 'V037'],
    ['length of a field, or a fault: sources differ', refused('M025'), 'unknown', 'M025'],
    ['keys out of step, not a missing original as ISO has it', refused('76'), 'unknown', '76'],
    ['system fault', refused('V036'), 'unknown', 'V036'],
    ['no line to the bank', refused('V9199'), 'unknown', 'V9199'],
    ['issuer not there', refused('91'), 'unknown', '91'],
    ['a code nobody knows', refused('Q7'), 'unknown', 'Q7'],
    ['another root', answered({}).replaceAll('PayforResponse', 'PayforAnswer'), 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [refused('91'), refused('101310'), refused('V017'), refused('Q7')]],
    [true, [refused('96'), refused('V036'), refused('V9199')]],
    [undefined, ['reset']],
  ],
  inquiries: [
    ['a sale', both(SALE), 'approved', 'no_answer'],
    ['a pre-authorization', both(PRE_AUTH), 'no_answer', 'approved'],
    ['a captured pre-authorization', records(payforInquiry(ORDER, CAPTURED), history(PRE_AUTH, CAPTURED)), 'no_answer', 'approved'],
    ['a sale of another amount', both({ PurchAmount: '14.99' }), 'no_answer', 'no_answer'],
    ['a sale in another currency', both({ Currency: '392' }), 'no_answer', 'no_answer'],
    ['a sale without a currency', both({ Currency: '' }), 'no_answer', 'no_answer'],
    ['a declined sale', both(DECLINED), 'declined 51', 'no_answer'],
    ['a declined sale that the history has as good', records(payforInquiry(ORDER, DECLINED), history(SALE)), 'no_answer', 'no_answer'],
    ['a declined sale without a history', records(payforInquiry(ORDER, DECLINED), 'reset'), 'no_answer', 'no_answer'],
    ['a declined sale that the history does not have', records(payforInquiry(ORDER, DECLINED), payforNoHistory(ORDER)), 'no_answer', 'no_answer'],
    ['a sale nobody decided', both(refusedRow('V000')), 'no_answer', 'no_answer'],
    ['a challenge nobody ended', both({ ...refusedRow('V000'), ...CHALLENGED }), 'not_found', 'no_answer'],
    ['a challenge that was passed, without a charge', both({ ...refusedRow('V033'), ...CHALLENGED }), 'not_found', 'no_answer'],
    ['a challenge that failed', both({ ...refusedRow('V034'), ...CHALLENGED }), 'declined V034', 'no_answer'],
    ['a voided sale', both(VOIDED), 'declined undone_there', 'no_answer'],
    ['a sale that IsVoided alone calls voided', both({ IsVoided: 'true' }), 'declined undone_there', 'no_answer'],
    ['a word that is not known', both({ TxnType: 'ParaPuanAuth' }), 'no_answer', 'no_answer'],
    ['success without its code', both({ ProcReturnCode: '' }), 'no_answer', 'no_answer'],
    ['code 00 without its success', both({ TxnResult: 'Failed' }), 'no_answer', 'no_answer'],
    ['a refusal of the question', refused('V004'), 'no_answer', 'no_answer'],
    ['a record of another order', payforInquiry('V0190'), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['accepted', [answered({})], 'reversed'],
    ['nothing to void, order unknown', [refused('V013'), payforNoHistory(ORDER)], 'nothing_there'],
    ['nothing to void, voided before', [refused('V013'), history(VOIDED, VOID)], 'nothing_there'],
    ['voided before, as it says', [refused('V017'), history(VOIDED, VOID)], 'nothing_there'],
    ['nothing to void, declined', [refused('V013'), history(DECLINED)], 'nothing_there'],
    ['nothing to void, never charged', [refused('V020'), history({ ...refusedRow('V033'), ...CHALLENGED })], 'nothing_there'],
    ['day closed over a charge', [refused('V018'), history(SALE)], 'no_answer'],
    ['refused, then silence', [refused('V018'), 'reset'], 'no_answer'],
    ['refused, then a history that cannot be read', [refused('V018'), payforAnswer(ORDER)], 'no_answer'],
    ['approval of another order, charge still there', [payforAnswer('X'), history(SALE)], 'no_answer'],
  ],
  followUps: [
    ['capture', [0, 0], 'no capture', history(PRE_AUTH), 'not_found'],
    ['capture', [0, 0], 'a capture', history(PRE_AUTH, CAPTURED), 'approved'],
    ['capture', [0, 0], 'another capture', history(PRE_AUTH, { ...CAPTURED, PurchAmount: '49.99' }), 'no_answer'],
    ['capture', [0, 0], 'a refused capture', history(PRE_AUTH, { ...CAPTURED, ...refusedRow('V027') }), 'not_found'],
    ['void', [14_990, 0], 'no void', history(SALE), 'not_found'],
    ['void', [14_990, 0], 'a void', history(VOIDED, VOID), 'approved'],
    ['void', [14_990, 0], 'a void that marks nothing', history(SALE, VOID), 'approved'],
    ['void', [14_990, 0], 'a void of a refund', history(SALE, { ...REFUND, TxnStatus: 'V' }, { ...VOID, OrgTxnType: 'Refund' }), 'not_found'],
    ['void', [5_000, 0], 'a void of a capture', history(PRE_AUTH, { ...CAPTURED, ...VOIDED }, { ...VOID, OrgTxnType: 'PostAuth' }), 'approved'],
    ['refund', [14_990, 0], 'no refund', history(SALE), 'not_found'],
    ['refund', [14_990, 0], 'a refund', history(SALE, REFUND), 'approved'],
    ['refund', [14_990, 5_000], 'the refund before', history(SALE, REFUND), 'not_found'],
    ['refund', [14_990, 5_000], 'the second refund', history(SALE, REFUND, REFUND), 'approved'],
    ['refund', [14_990, 0], 'two refunds', history(SALE, REFUND, REFUND), 'no_answer'],
    ['refund', [14_990, 0], 'a refused refund', history(SALE, { ...REFUND, ...refusedRow('V014') }), 'not_found'],
    ['refund', [14_990, 0], 'a refund nobody decided', history(SALE, { ...REFUND, ...refusedRow('V000') }), 'no_answer'],
    ['refund', [14_990, 0], 'a refund that was voided', history(SALE, { ...REFUND, TxnStatus: 'V' }), 'not_found'],
    ['refund', [14_990, 0], 'a history with a row of another order', payforHistory(ORDER, [SALE, { ...REFUND, OrderId: 'V0190' }]), 'no_answer'],
  ],
}
