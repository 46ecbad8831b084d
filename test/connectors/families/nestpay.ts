/** NestPay: the meaning of its answers. */
import { nestpayAnswer, nestpayHistory, nestpayStatus, nestpayUnknownOrder } from '../../support/nestpay.ts'
import { type Family, ORDER } from './family.ts'

const answered = (changes: Record<string, string | undefined>, extra: Record<string, string> = {}) =>
  nestpayAnswer(ORDER, changes, extra)
const refused = (code: string, errorCode = '', message = 'no', response = code === '99' ? 'Error' : 'Declined') =>
  answered({ Response: response, ProcReturnCode: code, AuthCode: '', ErrMsg: message }, { ERRORCODE: errorCode })
const status = (TRANS_STAT: string, extra: Record<string, string> = {}) =>
  nestpayStatus(ORDER, { TRANS_STAT, ...extra })

const NO_ORDER = { Response: 'Error', ProcReturnCode: '99', AuthCode: '' }
const NOTHING_TO_VOID = refused('99', 'CORE-2008')

// biome-ignore format: a table reads as one
export const nestpay: Family = {
  approval: nestpayAnswer,
  refusal: (orderId) => nestpayAnswer(orderId, { Response: 'Declined', ProcReturnCode: '51' }),
  unknownOrder: nestpayUnknownOrder,
  contentType: 'text/xml',
  nameless: [
    '<CC5Response></CC5Response>',
    '<CC5Response><Response>Declined</Response><ProcReturnCode>05</ProcReturnCode></CC5Response>',
    '<Envelope><Response>Declined</Response><ProcReturnCode>05</ProcReturnCode></Envelope>',
  ],
  recorded: (body) => {
    const text = body.toString('latin1')
    const [, order = ''] = /<OrderId>(.*?)</.exec(text) ?? []
    if (text.includes('ORDERSTATUS')) return nestpayStatus(order, { TRANS_STAT: 'C' })
    return text.includes('ORDERHISTORY') ? nestpayHistory(order, [['S', 'C', '14990', '14990']]) : nestpayAnswer(order)
  },
  secret: ['SimApiPw1', '<Cvv2Val>000'],
  faultySettings: [],
  outcomes: [
    ['approved', answered({}), 'approved', '00'],
    ['approved without references', answered({ TransId: '', HostRefNum: undefined }), 'approved', '00'],
    ['approved with unknown elements', answered({ NewField: 'yeni' }, { NEW: 'x' }), 'approved', '00'],
    ['flag says approved, code does not', answered({ ProcReturnCode: '85' }), 'unknown', '85'],
    ['code says 00, flag does not', answered({ Response: 'Declined' }), 'unknown', '00'],
    ['no flag', answered({ Response: undefined }), 'unknown', '00'],
    ['another flag', answered({ Response: 'APPROVED' }), 'unknown', '00'],
    ['flag twice', answered({ ErrMsg: '</ErrMsg><Response>Approved</Response><ErrMsg>' }), 'unknown', '00'],
    ['no code', answered({ ProcReturnCode: '' }), 'unknown', ''],
    ['approval of no order', answered({ OrderId: '' }), 'unknown', '00'],
    ['decline of another order', nestpayAnswer('V0190', { Response: 'Declined', ProcReturnCode: '51' }), 'unknown', '51'],
    ['gateway refusal of no order', nestpayAnswer('', NO_ORDER, { ERRORCODE: 'CORE-2012' }), 'declined', '99/CORE-2012'],
    ['gateway refusal of no order, unlisted', nestpayAnswer('', NO_ORDER, { ERRORCODE: 'CORE-1' }), 'unknown', '99/CORE-1'],
    ['decline of no order', nestpayAnswer('', { Response: 'Declined', ProcReturnCode: '51' }), 'unknown', '51'],
    ['gateway refusal without an id', answered({ ...NO_ORDER, OrderId: undefined }, { ERRORCODE: 'CORE-2012' }), 'unknown', '99/CORE-2012'],
    ['no funds', refused('51'), 'declined', '51'],
    ['a decline that says ISO8583-51 too', refused('51', 'ISO8583-51'), 'declined', '51'],
    ['plain refusal', refused('28'), 'declined', '28'],
    ['wrong original', refused('77'), 'declined', '77'],
    ['issuer not there', refused('91'), 'unknown', '91'],
    ['system fault', refused('96'), 'unknown', '96'],
    ['try again', refused('09'), 'unknown', '09'],
    ['approved with a condition, as ISO has it', refused('08'), 'declined', '08'],
    ['a code nobody knows', refused('Q7'), 'unknown', 'Q7'],
    ['gateway error', refused('99'), 'unknown', '99'],
    ['gateway error of another kind', refused('99', 'CORE-9999'), 'unknown', '99/CORE-9999'],
    ['order id used', refused('99', 'CORE-2507', 'used already'), 'unknown', '99/CORE-2507'],
    ['XID used', refused('99', '', 'XID already used.'), 'unknown', '99/XID'],
    ['card number format', refused('99', 'CORE-2012'), 'declined', '99/CORE-2012'],
    ['wrong card code', refused('99', 'ISO8583-82'), 'declined', '99/ISO8583-82'],
    ['installments', refused('99', 'CORE-2603'), 'declined', '99/CORE-2603'],
    ['another root', answered({}).replaceAll('CC5Response', 'CC6Response'), 'unknown', 'no_answer'],
    ['more after the end', `${answered({})}<CC5Response/>`, 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [refused('91'), refused('94'), refused('Q7'), refused('99', 'CORE-2507'), refused('99', '', 'XID already used.')]],
    [true, [refused('96'), refused('99'), refused('99', 'CORE-9999')]],
    [undefined, [answered({ ProcReturnCode: '85' }), 'reset']],
  ],
  inquiries: [
    ['captured', status('C'), 'approved', 'approved'],
    ['settled', status('S'), 'approved', 'approved'],
    ['authorized', status('A', { CAPTURE_AMT: '' }), 'no_answer', 'approved'],
    ['captured, of another amount', status('C', { ORIG_TRANS_AMT: '1499' }), 'no_answer', 'no_answer'],
    ['captured, another order', status('C', { ORD_ID: 'another' }), 'no_answer', 'no_answer'],
    ['voided', status('V'), 'declined undone_there', 'declined undone_there'],
    ['declined', status('D', { PROC_RET_CD: '51' }), 'declined 51', 'declined 51'],
    ['an error', status('ERR', { PROC_RET_CD: '99' }), 'not_found', 'not_found'],
    ['pending', status('PN'), 'no_answer', 'no_answer'],
    ['to be reversed', status('R'), 'no_answer', 'no_answer'],
    ['a status nobody knows', status('NEW'), 'no_answer', 'no_answer'],
    ['a gateway error', refused('99', 'CORE-2310', 'Wrong name'), 'no_answer', 'no_answer'],
    ['a decline of the question', refused('05'), 'no_answer', 'no_answer'],
    ['an approval without a status', answered({}), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['accepted', [answered({})], 'reversed'],
    ['nothing to void, order unknown', [NOTHING_TO_VOID, nestpayUnknownOrder(ORDER)], 'nothing_there'],
    ['nothing to void, voided before', [NOTHING_TO_VOID, status('V')], 'nothing_there'],
    ['nothing to void, declined', [NOTHING_TO_VOID, status('D')], 'nothing_there'],
    ['day closed over a charge', [NOTHING_TO_VOID, status('S')], 'no_answer'],
    ['refused, then silence', [refused('05'), 'reset'], 'no_answer'],
    ['approval of another order, charge still there', [nestpayAnswer('X'), status('C')], 'no_answer'],
  ],
  followUps: [],
}
