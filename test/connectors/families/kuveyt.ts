/** Kuveyt Türk: the meaning of its answers. */
import {
  kuveytAnswer,
  kuveytDone,
  kuveytFault,
  kuveytNoAnswer,
  kuveytNoRecord,
  kuveytPage,
  kuveytRecord,
  kuveytRefusal,
  kuveytUndone,
} from '../../support/kuveyt.ts'
import { type Family, ORDER } from './family.ts'

const answered = (changes: Record<string, string | undefined>) => kuveytAnswer(ORDER, changes)
const refused = (code: string) => kuveytRefusal(ORDER, code)
const record = (...contracts: Record<string, string>[]) => kuveytRecord(ORDER, ...contracts)

const SALE = {}
const VOIDED = { LastOrderStatus: '6', CancelAmount: '149.90' }
const DECLINED = { LastOrderStatus: '8', ResponseCode: '51' }
const REFUNDED = { LastOrderStatus: '5', DrawbackAmount: '50.00' }

// biome-ignore format: a table reads as one
export const kuveyt: Family = {
  approval: kuveytAnswer,
  refusal: (orderId) => kuveytRefusal(orderId, '51'),
  unknownOrder: kuveytNoRecord,
  contentType: 'text/xml',
  namesNoOrder: true,
  nameless: [
    '<VPosTransactionResponseContract></VPosTransactionResponseContract>',
    '<VPosTransactionResponseContract><ResponseCode>05</ResponseCode></VPosTransactionResponseContract>',
    '<VPosTransactionResponseContract><ResponseCode>SomethingElse</ResponseCode></VPosTransactionResponseContract>',
  ],
  challenge: {
    begun: kuveytPage('http://127.0.0.1:4050/acs', { threeDSServerWebFlowStart: 'eyJhbGciOiJIUzI1NiJ9.x' }),
    callback: { AuthenticationResponse: '%3cVPosTransactionResponseContract%3e%3c%2fVPosTransactionResponseContract%3e' },
  },
  recorded: (body) => {
    const text = body.toString('utf8')
    const [, order = ''] = /MerchantOrderId>(.*?)</.exec(text) ?? []
    const [, name] = /<soapenv:Body><ser:(\w+)>/.exec(text) ?? []
    if (name === undefined) return kuveytAnswer(order)
    return name === 'GetMerchantOrderDetail' ? kuveytRecord(order, SALE) : kuveytDone(name as 'DrawBack', order)
  },
  secret: ['SimApiPw1', '<CardCVV2>000'],
  faultySettings: [
    [{ storeId: '7201x' }, 'store_id'],
    [{ terminalId: '4002 35' }, 'terminal_id'],
  ],
  outcomes: [
    ['approved without references', answered({ RRN: '', Stan: undefined }), 'approved', '00'],
    ['approved with unknown elements', answered({ NewField: 'yeni' }), 'approved', '00'],
    ['approval of another order', kuveytAnswer('V0190'), 'unknown', '00'],
    ['approval of no order', kuveytAnswer(''), 'unknown', '00'],
    ['decline of another order', kuveytRefusal('V0190', '51'), 'unknown', '51'],
    ['decline of the issuer without an order', kuveytRefusal('', '51'), 'unknown', '51'],
    ['no code', answered({ ResponseCode: '' }), 'unknown', ''],
    ['code twice', answered({ ResponseMessage: '</ResponseMessage><ResponseCode>00</ResponseCode><ResponseMessage>' }), 'unknown', ''],
    ['no funds', refused('51'), 'declined', '51'],
    ['card code', refused('82'), 'declined', '82'],
    ['password or hash', kuveytFault('HashDataError'), 'declined', 'HashDataError'],
    ['address of the caller', kuveytFault('PosMerchantIPError'), 'declined', 'PosMerchantIPError'],
    ['user', kuveytFault('ApiUserNotDefined'), 'declined', 'ApiUserNotDefined'],
    ['a card code is wanted', kuveytFault('EmptyCVV2Field'), 'declined', 'EmptyCVV2Field'],
    ['a card without 16 digits', kuveytFault('LengthControlCardNumberField'), 'declined', 'LengthControlCardNumberField'],
    ['no sale without a challenge', kuveytFault('Non3dUsageUnavailable'), 'declined', 'Non3dUsageUnavailable'],
    ['an order that was charged before', kuveytFault('OrderIsProcessedBefore'), 'unknown', 'OrderIsProcessedBefore'],
    ['a proof that is none, or was used before', kuveytFault('EmptyMDException'), 'unknown', 'EmptyMDException'],
    ['a proof that the bank does not have, or does not have any more', kuveytFault('MetaDataNotFound'), 'unknown', 'MetaDataNotFound'],
    ['a fault of its database', kuveytFault('DbLayerError'), 'unknown', 'DbLayerError'],
    ['a word nobody knows', kuveytFault('IntegrationFatalException'), 'unknown', 'IntegrationFatalException'],
    ['issuer not there', refused('91'), 'unknown', '91'],
    ['system fault', refused('96'), 'unknown', '96'],
    ['another root', answered({}).replaceAll('VPosTransactionResponseContract', 'Other'), 'unknown', 'no_answer'],
    ['an answer of the service', kuveytDone('DrawBack', ORDER), 'unknown', 'no_answer'],
  ],
  breaker: [
    [false, [refused('91'), kuveytFault('MetaDataNotFound'), kuveytFault('IntegrationFatalException')]],
    [true, [refused('96'), kuveytFault('DbLayerError')]],
    [undefined, ['reset']],
  ],
  inquiries: [
    ['a sale', record(SALE), 'approved', 'no_answer'],
    ['a sale of a closed day', record({ LastOrderStatus: '9', EndOfDayStatus: '2' }), 'approved', 'no_answer'],
    ['a sale that was refunded in part', record(REFUNDED), 'approved', 'no_answer'],
    ['a sale that was refunded', record({ LastOrderStatus: '4', DrawbackAmount: '149.90' }), 'approved', 'no_answer'],
    ['a sale of another amount', record({ FirstAmount: '14.99' }), 'no_answer', 'no_answer'],
    ['a sale in another currency', record({ FEC: '0840' }), 'no_answer', 'no_answer'],
    ['a sale in another currency of three digits', record({ FEC: '840' }), 'no_answer', 'no_answer'],
    ['a sale without an amount', record({ FirstAmount: '' }), 'no_answer', 'no_answer'],
    ['a hold', record({ LastOrderStatus: '2' }), 'no_answer', 'approved'],
    ['a captured hold', record({ LastOrderStatus: '3' }), 'no_answer', 'approved'],
    ['a voided sale', record(VOIDED), 'declined undone_there', 'declined undone_there'],
    ['a voided hold', record({ LastOrderStatus: '10' }), 'declined undone_there', 'declined undone_there'],
    ['a declined sale', record(DECLINED), 'declined 51', 'declined 51'],
    ['a declined sale by its code', record({ LastOrderStatus: '1', ResponseCode: '05' }), 'declined 05', 'declined 05'],
    ['a sale with a code that decides nothing', record({ ResponseCode: '91' }), 'no_answer', 'no_answer'],
    ['a sale without a code', record({ ResponseCode: '' }), 'no_answer', 'no_answer'],
    ['a state that is not known', record({ LastOrderStatus: '7' }), 'no_answer', 'no_answer'],
    ['declined, then charged', record(DECLINED, SALE), 'approved', 'no_answer'],
    ['declined twice', record(DECLINED, { ...DECLINED, ResponseCode: '05' }), 'declined 05', 'declined 05'],
    ['charged twice', record(SALE, { OrderId: '155767807' }), 'no_answer', 'no_answer'],
    ['another order beside it', record(SALE, { MerchantOrderId: 'V0190' }), 'no_answer', 'no_answer'],
    ['another order', kuveytRecord('V0190', SALE), 'no_answer', 'no_answer'],
    ['a refusal of the question', kuveytNoAnswer(), 'no_answer', 'no_answer'],
    ['an answer about something else', kuveytDone('DrawBack', ORDER), 'no_answer', 'no_answer'],
    ['a fault of the envelope', '<s:Envelope><s:Body><s:Fault><faultstring>x</faultstring></s:Fault></s:Body></s:Envelope>', 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['no such order', [kuveytNoRecord()], 'nothing_there'],
    ['a sale', [record(SALE), kuveytDone('SaleReversal', ORDER)], 'reversed'],
    ['a declined sale', [record(DECLINED)], 'nothing_there'],
    ['voided before', [record(VOIDED)], 'nothing_there'],
    ['a sale without its numbers', [record({ RRN: '' })], 'no_answer'],
    ['refused: another day', [record(SALE), kuveytUndone('SaleReversal', 'InvalidRequestError')], 'no_answer'],
    ['of another order', [record(SALE), kuveytDone('SaleReversal', 'V0190')], 'no_answer'],
    ['silence', [record(SALE), 'reset'], 'no_answer'],
  ],
  followUps: [
    ['void', [14_990, 0], 'no void', record(SALE), 'not_found'],
    ['void', [14_990, 0], 'a void', record(VOIDED), 'approved'],
    ['refund', [14_990, 0], 'no refund', record(SALE), 'not_found'],
    ['refund', [14_990, 0], 'a refund', record(REFUNDED), 'approved'],
    ['refund', [14_990, 5_000], 'the refund before', record(REFUNDED), 'not_found'],
    ['refund', [14_990, 5_000], 'the second refund', record({ ...REFUNDED, DrawbackAmount: '100.00' }), 'approved'],
    ['refund', [14_990, 0], 'two refunds', record({ ...REFUNDED, DrawbackAmount: '100.00' }), 'no_answer'],
    ['refund', [14_990, 0], 'a sum that cannot be read', record({ ...REFUNDED, DrawbackAmount: '50,00' }), 'no_answer'],
  ],
}
