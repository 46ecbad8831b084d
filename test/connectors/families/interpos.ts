/** InterPOS: the meaning of its answers. */
import { interposAnswer, interposNoRecord, interposRecord, interposRefusal } from '../../support/interpos.ts'
import { type Family, ORDER } from './family.ts'

const answered = (changes: Record<string, string | undefined>) => interposAnswer(ORDER, changes)
const refused = (code: string, ErrorCode = '') => interposRefusal(ORDER, code, { ErrorCode })
const record = (changes: Record<string, string | undefined> = {}) => interposRecord(ORDER, changes)
/** An operation is answered under an id of the bank's own. */
const MADE = 'SYSOID121330755'

const HOLD = { TxnStatus: 'A', ChargeTypeCd: '-' }
const CAPTURED = { TxnStatus: 'K', ChargeTypeCd: '-' }
const VOIDED = { TxnStatus: 'V', TxnStat: 'V', VoidDate: '5.1.2026 10:16:00' }
const DECLINED = { TxnStatus: 'D', AuthCode: '' }
const REFUNDED = { TxnStatus: 'S', RefundedAmount: '50,00' }

// biome-ignore format: a table reads as one
export const interpos: Family = {
  approval: interposAnswer,
  refusal: (orderId) => interposRefusal(orderId, '51'),
  unknownOrder: interposNoRecord,
  contentType: 'text/html',
  nameless: [
    'CardHolderName=',
    'ProcReturnCode=05;;TxnResult=Failed;;CardHolderName=',
    'OrderId=;;ProcReturnCode=05;;TxnResult=Failed;;CardHolderName=',
  ],
  recorded: (body) => {
    const form = new URLSearchParams(body.toString('latin1'))
    const [order, original] = [form.get('OrderId') ?? '', form.get('orgOrderId') ?? '']
    if (form.get('TxnType') === 'StatusHistory') return interposRecord(original)
    return interposAnswer(order === '' ? MADE : order)
  },
  secret: ['SimUserPw1', '"Cvv2":"000'],
  faultySettings: [
    [{ storeId: '32-01' }, 'store_id'],
    [{ storeId: '3201 ' }, 'store_id'],
  ],
  outcomes: [
    ['approved as the bank labels it', { contentType: 'text/html; charset=utf-8', body: answered({}) }, 'approved', '00'],
    ['approved without a label', { contentType: 'text/html', body: answered({ CardHolderName: 'İ Ş' }) }, 'approved', '00'],
    ['approved in the Turkish code page', { contentType: 'text/html; charset=windows-1254', body: answered({}) }, 'approved', '00'],
    ['approved under a charset nobody knows', { contentType: 'text/html; charset=ebcdic', body: answered({}) }, 'unknown', 'no_answer'],
    ['approved between three semicolons', answered({}).replaceAll(';;', ';;;'), 'approved', '00'],
    ['approved without references', answered({ HostRefNum: '', AuthCode: undefined }), 'approved', '00'],
    ['approved with unknown members', answered({ NewField: 'yeni' }), 'approved', '00'],
    ['approved and failed', answered({ TxnResult: 'Failed' }), 'unknown', '00'],
    ['approved without its result', answered({ TxnResult: undefined }), 'unknown', '00'],
    ['a success with a refusal', answered({ ProcReturnCode: '51' }), 'unknown', '51'],
    ['the other codes that some lists call an approval', refused('85'), 'unknown', '85'],
    ['no code', answered({ ProcReturnCode: '' }), 'unknown', ''],
    ['code twice', refused('51').replace('ErrorMessage=', 'ErrorMessage=;;ProcReturnCode=00;;x='), 'unknown', ''],
    ['names in another case', answered({}).replace('ProcReturnCode', 'PROCRETURNCODE'), 'unknown', ''],
    ['without its last members', answered({}).replace(/CardHolderName=.*/, ''), 'unknown', 'no_answer'],
    ['approval of no order', interposAnswer(''), 'unknown', '00'],
    ['approval of an order that the bank made', interposAnswer(MADE), 'unknown', '00'],
    ['decline of another order', interposRefusal('V0190', '51'), 'unknown', '51'],
    ['no funds', refused('51'), 'declined', '51'],
    ['no funds, with a code of the gateway', refused('51', 'B510001'), 'declined', '51/B510001'],
    ['terminal not active', refused('81', 'B810002'), 'declined', '81/B810002'],
    ['card code', refused('82'), 'declined', '82'],
    ['a pick-up that the bank lists with other words', refused('33'), 'declined', '33'],
    ['keys out of step, not a missing original as ISO has it', refused('76'), 'unknown', '76'],
    ['a code without a meaning', refused('E31'), 'unknown', 'E31'],
    ['sent before', refused('94'), 'unknown', '94'],
    ['system fault', refused('96'), 'unknown', '96'],
    ['issuer not there', refused('91'), 'unknown', '91'],
    ['a code nobody knows', refused('Q7'), 'unknown', 'Q7'],
    ['XML', '<Answer><OrderId>x</OrderId></Answer>', 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [refused('91'), refused('94'), refused('E31'), refused('E39'), refused('Q7')]],
    [true, [refused('96'), refused('76')]],
    [undefined, ['reset']],
  ],
  inquiries: [
    ['a sale', record(), 'approved', 'no_answer'],
    ['a sale of a day that is closed', record({ TxnStatus: 'S' }), 'approved', 'no_answer'],
    ['a sale under an id that the bank made', interposRecord(MADE), 'approved', 'no_answer'],
    ['a hold', record(HOLD), 'no_answer', 'approved'],
    ['a captured hold', record(CAPTURED), 'no_answer', 'approved'],
    ['a hold with the charge type of a sale', record({ ...HOLD, ChargeTypeCd: 'S' }), 'no_answer', 'approved'],
    ['a sale of another amount', record({ PurchAmount: '14,99' }), 'no_answer', 'no_answer'],
    ['a sale of a thousand times the amount', record({ PurchAmount: '149.900,00' }), 'no_answer', 'no_answer'],
    ['a sale with a dot in its amount', record({ PurchAmount: '149.90' }), 'approved', 'no_answer'],
    ['a sale without an amount', record({ PurchAmount: '' }), 'no_answer', 'no_answer'],
    ['a declined charge', record(DECLINED), 'declined ', 'declined '],
    ['a declined charge with its code', record({ ...DECLINED, ProcReturnCode: '51' }), 'declined 51', 'declined 51'],
    ['a declined charge with its code in ErrorCode', record({ ...DECLINED, ErrorCode: 'B510000' }), 'declined 51/B510000', 'declined 51/B510000'],
    ['a declined charge with letters in its code', record({ ...DECLINED, ErrorCode: 'B1A0000' }), 'declined 1A/B1A0000', 'declined 1A/B1A0000'],
    ['a declined charge with an ErrorCode of no known form', record({ ...DECLINED, ErrorCode: 'B51' }), 'declined /B51', 'declined /B51'],
    ['a charge declined without a reason', record({ ...DECLINED, ProcReturnCode: '05', TransId: '' }), 'declined 05', 'declined 05'],
    ['a voided charge', record(VOIDED), 'declined undone_there', 'declined undone_there'],
    ['a reversed charge', record({ TxnStat: 'R' }), 'declined undone_there', 'declined undone_there'],
    ['a suspected charge', record({ TxnStat: 'S' }), 'no_answer', 'no_answer'],
    ['a refund under this id', record({ ChargeTypeCd: 'C' }), 'no_answer', 'no_answer'],
    ['a charge of no type', record({ ChargeTypeCd: '' }), 'no_answer', 'no_answer'],
    ['a status that is not known', record({ TxnStatus: 'P' }), 'no_answer', 'no_answer'],
    ['no record, with a transaction', record({ ProcReturnCode: '05', TxnStatus: '' }), 'no_answer', 'no_answer'],
    ['a refusal of the question', record({ ProcReturnCode: '81', TransId: '', TxnStatus: '' }), 'no_answer', 'no_answer'],
    ['a record of another order', interposRecord('V0190'), 'no_answer', 'no_answer'],
    ['a record of no order', interposRecord(''), 'no_answer', 'no_answer'],
    ['half of a record', record().replace(/;;AuthCode=.*/, ''), 'no_answer', 'no_answer'],
    ['an answer to a charge', answered({}), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['accepted', [interposAnswer(MADE)], 'reversed'],
    ['accepted under the id of the order', [answered({})], 'reversed'],
    ['nothing to void, order unknown', [interposRefusal(MADE, '25'), interposNoRecord(ORDER)], 'nothing_there'],
    ['nothing to void, voided before', [interposRefusal(MADE, '12'), record(VOIDED)], 'nothing_there'],
    ['nothing to void, declined', [interposRefusal(MADE, '28'), record(DECLINED)], 'nothing_there'],
    ['day closed over a charge', [interposRefusal(MADE, '21'), record({ TxnStatus: 'S' })], 'no_answer'],
    ['refused, then silence', [interposRefusal(MADE, '12'), 'reset'], 'no_answer'],
    ['approval of another order, charge still there', [interposAnswer('V0190'), record()], 'no_answer'],
  ],
  followUps: [
    ['capture', [0, 0], 'no capture', record(HOLD), 'not_found'],
    ['capture', [0, 0], 'a capture', record(CAPTURED), 'approved'],
    ['capture', [0, 0], 'a capture that the bank shows as a sale', record(), 'approved'],
    ['capture', [5_000, 0], 'a second capture', record(CAPTURED), 'not_found'],
    ['capture', [0, 0], 'a voided hold', record({ ...HOLD, ...VOIDED }), 'not_found'],
    ['void', [14_990, 0], 'no void', record(), 'not_found'],
    ['void', [14_990, 0], 'a void', record(VOIDED), 'approved'],
    ['void', [5_000, 0], 'a void of the capture, and not of the hold', record(HOLD), 'not_found'],
    ['void', [0, 0], 'a reversal', record({ ...HOLD, TxnStat: 'R' }), 'approved'],
    ['refund', [14_990, 0], 'no refund', record({ TxnStatus: 'S' }), 'not_found'],
    ['refund', [14_990, 0], 'a refund', record(REFUNDED), 'approved'],
    ['refund', [14_990, 5_000], 'the refund before', record(REFUNDED), 'not_found'],
    ['refund', [14_990, 5_000], 'the second refund', record({ ...REFUNDED, RefundedAmount: '100' }), 'approved'],
    ['refund', [14_990, 0], 'two refunds', record({ ...REFUNDED, RefundedAmount: '100,00' }), 'no_answer'],
    ['refund', [5_000, 0], 'a refund of a capture', record({ ...CAPTURED, RefundedAmount: '50' }), 'approved'],
    ['refund', [14_990, 0], 'an amount that cannot be read', record({ ...REFUNDED, RefundedAmount: '50,00 TL' }), 'no_answer'],
    ['refund', [14_990, 0], 'a refund, suspected', record({ ...REFUNDED, TxnStat: 'S' }), 'no_answer'],
  ],
}
