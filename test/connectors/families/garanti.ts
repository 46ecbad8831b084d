/** Garanti: the meaning of its answers. */
import { Secret } from '../../../src/core/secret.ts'
import { type GarantiRow, garantiAnswer, garantiHistory, garantiUnknownOrder } from '../../support/garanti.ts'
import type { Script, Scriptwriter } from '../../support/scripted-bank.ts'
import { type Family, ORDER } from './family.ts'

const answered = (response: Record<string, string | undefined>) => garantiAnswer(ORDER, response)
const refused = (Code: string, ReasonCode = Code, SysErrMsg = '') =>
  answered({ Code, ReasonCode, Message: 'Declined', ErrorMsg: 'İşlem yapılamadı', SysErrMsg })
const history = (...rows: GarantiRow[]) => garantiHistory(ORDER, rows)
const statusWord = (word: string): string =>
  garantiAnswer(ORDER, {}, `<OrderInqResult><Status>${word}</Status></OrderInqResult>`)

const SALE: GarantiRow = {}
const DECLINED: GarantiRow = { Status: '01', ReturnCode: '51' }
const VOIDED: GarantiRow = { VoidDate: '20260105' }
const PRE_AUTH: GarantiRow = {
  Type: 'preauth',
  PreAuthAmount: '14990',
  AuthAmount: '0',
  PreAuthDate: '20260105',
  AuthDate: '',
}
const CAPTURED: GarantiRow = { Type: 'postauth', AuthAmount: '5000' }
const REFUND: GarantiRow = { Type: 'refund', AuthAmount: '5000' }

/** The history of an order, and its status, which confirms a decline. */
const records =
  (rows: Script, status: Script = statusWord('DECLINED')): Scriptwriter =>
  (body) =>
    body.includes('orderhistoryinq') ? rows : status

// biome-ignore format: a table reads as one
export const garanti: Family = {
  approval: garantiAnswer,
  refusal: (orderId) => garantiAnswer(orderId, { Code: '51', ReasonCode: '51', Message: 'Declined' }),
  unknownOrder: garantiUnknownOrder,
  contentType: 'text/xml',
  nameless: [
    '<GVPSResponse></GVPSResponse>',
    '<GVPSResponse><Transaction><Response><Code>05</Code><Message>Declined</Message></Response></Transaction></GVPSResponse>',
  ],
  recorded: (body) => {
    const text = body.toString('latin1')
    const [, order = ''] = /<OrderID>(.*?)</.exec(text) ?? []
    return text.includes('orderhistoryinq') ? garantiHistory(order, [{}]) : garantiAnswer(order)
  },
  secret: ['SimProvPw1', '<CVV2>000', '<HashData>9'],
  faultySettings: ['not json', '{"refund_username":"PROVRFN"}'].map((text) => [
    { secrets: { password: new Secret('SimProvPw1'), extraCredentials: new Secret(text) } }, 'extra_credentials',
  ]),
  outcomes: [
    ['approved', answered({}), 'approved', '00'],
    ['approved by the gateway', answered({ Source: 'GVPS', ReasonCode: '' }), 'approved', '00'],
    ['word says approved, code does not', answered({ Code: '08', ReasonCode: '08' }), 'unknown', '08'],
    ['code says 00, word does not', answered({ Message: 'Declined' }), 'unknown', '00'],
    ['no word', answered({ Message: undefined }), 'unknown', '00'],
    ['no code', answered({ Code: undefined, ReasonCode: undefined }), 'unknown', ''],
    ['approval of no order', garantiAnswer(''), 'unknown', '00'],
    ['no funds', refused('51'), 'declined', '51'],
    ['no funds, in its own words', refused('16'), 'declined', '16'],
    ['closed card', refused('17'), 'declined', '17'],
    ['renewed card', refused('09'), 'declined', '09'],
    ['invalid transaction', refused('12'), 'declined', '12'],
    ['wrong card code', refused('12', '12', 'CVC2 DOGRULANAMADI'), 'declined', '12/CVC'],
    ['field missing', refused('92', '0002'), 'declined', '92/0002'],
    ['hash or password', refused('92', '0651'), 'declined', '92/0651'],
    ['order id used, or unknown, who knows', refused('92', '0108'), 'unknown', '92/0108'],
    ['gateway refusal of another kind', refused('92', '0999'), 'unknown', '92/0999'],
    ['gateway refusal without a reason', refused('92', ''), 'unknown', '92'],
    ['issuer not there', refused('91'), 'unknown', '91'],
    ['system fault', refused('96'), 'unknown', '96'],
    ['system error', refused('99'), 'unknown', '99'],
    ['try again', refused('19'), 'unknown', '19'],
    ['sent before', refused('94'), 'unknown', '94'],
    ['a code nobody knows', refused('Q7'), 'unknown', 'Q7'],
  ],
  breaker: [
    [false, [refused('91'), refused('94'), refused('Q7')]],
    [true, [refused('96'), refused('99')]],
  ],
  inquiries: [
    ['a sale', records(history(SALE)), 'approved', 'no_answer'],
    ['a sale, in words', records(history({ Type: 'Satis' })), 'approved', 'no_answer'],
    ['a pre-authorization', records(history(PRE_AUTH)), 'no_answer', 'approved'],
    ['a pre-authorization that was captured', records(history(PRE_AUTH, CAPTURED)), 'no_answer', 'approved'],
    ['a sale of another amount', records(history({ AuthAmount: '1499' })), 'no_answer', 'no_answer'],
    ['a sale in another currency', records(history({ CurrencyCode: '840' })), 'no_answer', 'no_answer'],
    ['a declined sale', records(history(DECLINED)), 'declined 51', 'no_answer'],
    ['a declined sale, of which the status says approved', records(history(DECLINED), statusWord('APPROVED')), 'no_answer', 'no_answer'],
    ['a declined sale, of which the status says held', records(history(DECLINED), statusWord('WAITINGPOSTAUTH')), 'no_answer', 'no_answer'],
    ['a declined sale, of which the status says nothing', records(history(DECLINED), 'reset'), 'no_answer', 'no_answer'],
    ['a declined sale, then a good one', records(history(DECLINED, SALE)), 'approved', 'no_answer'],
    ['a sale nobody decided', records(history({ Status: '01', ReturnCode: '' })), 'no_answer', 'no_answer'],
    ['a sale with a void date', records(history(VOIDED)), 'declined undone_there', 'no_answer'],
    ['a sale and its void', records(history(SALE, { Type: 'void' })), 'declined undone_there', 'no_answer'],
    ['a sale and a refused void', records(history(SALE, { Type: 'void', Status: '01', ReturnCode: '21' })), 'approved', 'no_answer'],
    ['a row of a kind nobody knows', records(history(SALE, { Type: 'bonus' })), 'no_answer', 'no_answer'],
    ['no rows', records(history()), 'no_answer', 'no_answer'],
    ['a refusal of the question', refused('92', '0651'), 'no_answer', 'no_answer'],
    ['a history of another order', records(garantiHistory('V0190', [SALE])), 'no_answer', 'no_answer'],
  ],
  reversals: [
    ['charged', [history(SALE), answered({})], 'reversed'],
    ['not known, and the void leaves a tombstone', [garantiUnknownOrder(ORDER), answered({})], 'reversed'],
    ['not known, and the void is refused', [garantiUnknownOrder(ORDER), refused('92', '0110')], 'nothing_there'],
    ['not known, and the void is not answered', [garantiUnknownOrder(ORDER), 'reset'], 'no_answer'],
    ['declined', [history(DECLINED)], 'nothing_there'],
    ['voided before', [history(VOIDED)], 'nothing_there'],
    ['charged, and the void is refused', [history(SALE), refused('21')], 'no_answer'],
  ],
  followUps: [
    ['capture', [0, 0], 'no capture', history(PRE_AUTH), 'not_found'],
    ['capture', [0, 0], 'a capture', history(PRE_AUTH, CAPTURED), 'approved'],
    ['capture', [0, 0], 'another capture', history(PRE_AUTH, { ...CAPTURED, AuthAmount: '4999' }), 'no_answer'],
    ['void', [14_990, 0], 'no void', history(SALE), 'not_found'],
    ['void', [14_990, 0], 'a void', history(SALE, { Type: 'void', AuthAmount: '14990' }), 'approved'],
    ['refund', [14_990, 0], 'no refund', history(SALE), 'not_found'],
    ['refund', [14_990, 0], 'a refund', history(SALE, REFUND), 'approved'],
    ['refund', [14_990, 5_000], 'the refund before', history(SALE, REFUND), 'not_found'],
    ['refund', [14_990, 5_000], 'the second refund', history(SALE, REFUND, REFUND), 'approved'],
    ['refund', [14_990, 0], 'two refunds', history(SALE, REFUND, REFUND), 'no_answer'],
    ['refund', [14_990, 0], 'a refused refund', history(SALE, { ...REFUND, Status: '01', ReturnCode: '92' }), 'not_found'],
    ['refund', [14_990, 0], 'a refund nobody decided', history(SALE, { ...REFUND, Status: '01', ReturnCode: '' }), 'no_answer'],
  ],
}
