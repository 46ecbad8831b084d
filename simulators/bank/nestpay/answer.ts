/** CC5Response: NestPay's response, with the gateway's own codes for the bank's refusals. */
import { createHash } from 'node:crypto'
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { OperationRefusal } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stamp } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import { type Pair, writeXml } from '../wire/xml.ts'

export const MANNER = { charset: 'iso-8859-9', contentType: 'text/xml; charset=ISO-8859-9' } as const

export type GatewayRefusal =
  | ChargeRefusal
  | OperationRefusal
  | 'unreadable'
  | 'wrong_encoding'
  | 'no_permission'
  | 'unknown_field'
  | 'missing_field'
  | 'bad_amount'
  | 'bad_order_id'
  | 'bad_currency'
  | 'bad_type'
  | 'cvv_missing'
  | 'expiry_missing'
  | 'authentication_mismatch'
  | 'authentication_used'
  | 'card_in_follow_up'

/** Gateway code and text; the answer's ProcReturnCode is 99. */
export const REFUSALS: Readonly<Record<GatewayRefusal, readonly [code: string, text: string]>> = {
  unreadable: ['CORE-1001', 'The request cannot be read.'],
  wrong_encoding: ['CORE-1001', 'The request is not in ISO-8859-9.'],
  no_permission: ['CORE-2102', 'Wrong name, password or client id.'],
  unknown_field: ['CORE-1001', 'A field that is not known here.'],
  missing_field: ['CORE-2005', 'A required field is missing.'],
  bad_amount: ['CORE-2007', 'The amount is not in the form 149.90.'],
  bad_order_id: ['CORE-2301', 'Invalid order id.'],
  bad_currency: ['CORE-2106', 'The currency is no ISO 4217 number.'],
  bad_type: ['CORE-2001', 'Invalid transaction type.'],
  cvv_missing: ['CORE-2208', 'A transaction without CVV is not allowed.'],
  expiry_missing: ['CORE-2502', 'A transaction without expiry is not allowed.'],
  authentication_mismatch: ['CORE-2121', 'XID, CAVV or ECI do not match.'],
  authentication_used: ['CORE-2127', 'XID already used.'],
  card_in_follow_up: ['CORE-2516', 'Card data do not belong into a follow-up.'],
  merchant_suspended: ['CORE-2126', 'The merchant is closed.'],
  preauth_not_allowed: ['CORE-2104', 'The merchant may not pre-authorize.'],
  currency_not_allowed: ['CORE-2105', 'The merchant may not use this currency.'],
  order_used: ['CORE-2507', 'The order number has been used already.'],
  card_format: ['CORE-2012', 'The card number is not valid.'],
  installment_not_allowed: ['CORE-2603', 'The number of installments is not acceptable.'],
  unknown_order: ['CORE-2008', 'Nothing was found that can be voided.'],
  currency_mismatch: ['CORE-2119', 'The currency is not that of the order.'],
  not_authorized: ['CORE-2509', 'There is no pre-authorization to capture.'],
  authorization_expired: ['CORE-2513', 'A capture is not possible after 15 days.'],
  above_authorization: ['CORE-2512', 'More than the pre-authorization.'],
  not_voidable: ['CORE-2008', 'Nothing was found that can be voided.'],
  day_ended: ['CORE-2008', 'Nothing was found that can be voided.'],
  nothing_to_refund: ['CORE-2123', 'There is no matching order to refund.'],
  above_captured: ['CORE-2503', 'More than what can be refunded.'],
  not_settled: ['CORE-2508', 'A refund is possible after the end of the day.'],
}

const TEXTS: Readonly<Record<string, string>> = {
  '05': 'Genel red.',
  '14': 'Hatalı kart numarası.',
  '1A': '3D Secure doğrulaması gerekli.',
  '41': 'Kayıp kart.',
  '51': 'Yetersiz bakiye.',
  '54': 'Kartın süresi dolmuş.',
  '58': 'Terminale izin yok.',
  '59': 'Şüpheli işlem.',
  '61': 'Limit aşıldı.',
  '82': 'CVV hatalı.',
  '91': 'Kart çıkaran bankaya ulaşılamıyor.',
  '96': 'Sistem arızası.',
}
export const bankText = (code: string): string => (code === '00' ? '' : (TEXTS[code] ?? 'İşlem onaylanmadı.'))

export interface Answered {
  readonly orderId: string
  readonly code: string
  readonly references: References
  readonly batch: number
  readonly now: number
  readonly scheme: string
  readonly extra: boolean
}

/** What the card's bank answered. */
export const answerXml = ({ orderId, code, references, batch, now, scheme, extra }: Answered): string =>
  xml(
    [
      ['OrderId', orderId],
      ['GroupId', orderId],
      ['Response', code === '00' ? 'Approved' : 'Declined'],
      ['AuthCode', code === '00' ? references.auth_code : ''],
      ['HostRefNum', references.host_reference],
      ['ProcReturnCode', code],
      ['TransId', references.transaction_id],
      ['ErrMsg', bankText(code)],
      [
        'Extra',
        [
          ['SETTLEID', String(batch)],
          ['TRXDATE', stamp(now)],
          ['ERRORCODE', code === '00' ? '' : `ISO8583-${code}`],
          ['NUMCODE', code === '00' ? '00' : `99${code}`],
          ['CARDBRAND', scheme.toUpperCase()],
          ['CARDISSUER', 'SİMÜLE BANKA A.Ş.'],
          ['HOSTDATE', stamp(now).slice(4, 8) + stamp(now).slice(9).replaceAll(':', '')],
        ],
      ],
    ],
    extra,
  )

/** What the gateway itself refuses. */
export const refusalXml = (orderId: string, refusal: GatewayRefusal, now: number, extra = false): string => {
  const [code, text] = REFUSALS[refusal]
  return xml(
    [
      ['OrderId', orderId],
      ['GroupId', orderId],
      ['Response', 'Error'],
      ['AuthCode', ''],
      ['HostRefNum', ''],
      ['ProcReturnCode', '99'],
      ['TransId', ''],
      ['ErrMsg', text],
      [
        'Extra',
        [
          ['TRXDATE', stamp(now)],
          ['ERRORCODE', code],
          ['NUMCODE', code.replace('CORE-', '99')],
        ],
      ],
    ],
    extra,
  )
}

export const xml = (pairs: readonly Pair[], extra: boolean): string =>
  writeXml('CC5Response', extra ? [...pairs, ['NewField', 'yeni alan: ğüşıöç']] : pairs, 'ISO-8859-9')

/** The gateway's own number of a call: letters and digits that follow from the order. */
export const traceOf = (orderId: string): string => createHash('sha256').update(orderId).digest('hex').slice(0, 32)

/** 149.90 */
export const decimal = (minor: number): string => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

export const refusedAnswer = ({ ledger }: Bank, orderId: string, refusal: GatewayRefusal, extra = false): Answer => ({
  text: refusalXml(orderId, refusal, ledger.now(), extra),
  booked: false,
})
