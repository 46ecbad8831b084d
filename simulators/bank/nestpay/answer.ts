/** CC5Response: NestPay's response, with the gateway's own codes for the bank's refusals. */
import { createHash } from 'node:crypto'
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { OperationRefusal } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stamp, stampHost } from '../wire/bank-time.ts'
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

/** Gateway code and text; the response's ProcReturnCode is 99. */
export const REFUSALS: Readonly<Record<GatewayRefusal, readonly [code: string, text: string]>> = {
  unreadable: ['CORE-1001', 'İstek okunamadı.'],
  wrong_encoding: ['CORE-1001', 'İstek ISO-8859-9 değil.'],
  no_permission: ['CORE-2102', 'Kullanıcı adı, şifre ya da mağaza numarası hatalı.'],
  unknown_field: ['CORE-1001', 'Tanınmayan bir alan.'],
  missing_field: ['CORE-2005', 'Zorunlu bir alan eksik.'],
  bad_amount: ['CORE-2007', 'Tutar 149.90 biçiminde değil.'],
  bad_order_id: ['CORE-2301', 'Sipariş numarası geçersiz.'],
  bad_currency: ['CORE-2106', 'Para birimi kodu geçersiz.'],
  bad_type: ['CORE-2001', 'İşlem tipi geçersiz.'],
  cvv_missing: ['CORE-2208', 'CVV olmadan işlem yapılamaz.'],
  expiry_missing: ['CORE-2502', 'Son kullanma tarihi olmadan işlem yapılamaz.'],
  authentication_mismatch: ['CORE-2121', 'XID, CAVV ya da ECI uyuşmuyor.'],
  authentication_used: ['CORE-2127', 'XID already used.'],
  card_in_follow_up: ['CORE-2516', 'Bu işlemde kart bilgisi gönderilmez.'],
  merchant_suspended: ['CORE-2126', 'Üye iş yeri kapalı.'],
  preauth_not_allowed: ['CORE-2104', 'Üye iş yerinin ön otorizasyon yetkisi yok.'],
  currency_not_allowed: ['CORE-2105', 'Üye iş yerinin bu para birimi için yetkisi yok.'],
  order_used: ['CORE-2507', 'Sipariş numarası daha önce kullanılmış.'],
  card_format: ['CORE-2012', 'Kredi kartı numarası geçerli formatta değil.'],
  installment_not_allowed: ['CORE-2603', 'Taksit tablosu için geçersiz değer.'],
  unknown_order: ['CORE-2008', 'İptal edilmeye uygun satış işlemi bulunamadı.'],
  currency_mismatch: ['CORE-2119', 'Para birimi siparişinki değil.'],
  not_authorized: ['CORE-2509', 'Kapatılacak ön otorizasyon yok.'],
  authorization_expired: ['CORE-2513', 'Ön otorizasyonun süresi dolmuş.'],
  above_authorization: ['CORE-2512', 'Tutar ön otorizasyonu aşıyor.'],
  not_voidable: ['CORE-2008', 'İptal edilmeye uygun satış işlemi bulunamadı.'],
  day_ended: ['CORE-2008', 'İptal edilmeye uygun satış işlemi bulunamadı.'],
  nothing_to_refund: ['CORE-2123', 'İade edilecek sipariş bulunamadı.'],
  above_captured: ['CORE-2503', 'İade tutarı satışı aşıyor.'],
  not_settled: ['CORE-2508', 'İade yapılamaz, sipariş gün sonuna girmemiş.'],
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
  /** Client id. */
  readonly merchant: string
  readonly extra: boolean
}

export const TERMINAL = '00500100'

/** Builds the response of the card's bank. */
export const answerXml = ({ orderId, code, references, batch, now, scheme, merchant, extra }: Answered): string =>
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
          ['TERMINALID', TERMINAL],
          ['MERCHANTID', merchant],
          ['NUMCODE', code],
          ['CARDBRAND', scheme.toUpperCase()],
          ['CARDISSUER', 'SİMÜLE BANKA A.Ş.'],
          ['HOSTDATE', stampHost(now)],
        ],
      ],
    ],
    extra,
  )

/** A void that finds nothing names no order either. */
const NAMELESS: ReadonlySet<GatewayRefusal> = new Set(['unknown_order', 'not_voidable', 'day_ended'])

/** Builds a refusal of the gateway itself. */
export const refusalXml = (orderId: string, refusal: GatewayRefusal, now: number, extra = false): string => {
  const [code, text] = REFUSALS[refusal]
  const named = NAMELESS.has(refusal) ? '' : orderId
  return xml(
    [
      ['OrderId', named],
      ['GroupId', named],
      ['Response', 'Error'],
      ['AuthCode', ''],
      ['HostRefNum', ''],
      ['ProcReturnCode', '99'],
      ['TransId', `${stamp(now).slice(2, 8)}G${toTrace(`${orderId}/${now}`).slice(0, 7)}`],
      ['ErrMsg', text],
      [
        'Extra',
        [
          ['SETTLEID', ''],
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

/** Returns the gateway's own number of a call: letters and digits derived from the order. */
export const toTrace = (orderId: string): string => createHash('sha256').update(orderId).digest('hex').slice(0, 32)

export const refusedAnswer = ({ ledger }: Bank, orderId: string, refusal: GatewayRefusal, extra = false): Answer => ({
  text: refusalXml(orderId, refusal, ledger.now(), extra),
  booked: false,
})
