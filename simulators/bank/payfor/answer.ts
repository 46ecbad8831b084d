/** PayforResponse: PayFor's answer to a payment, with the gateway's own codes for the bank's refusals. */
import { createHash } from 'node:crypto'
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { PreciseRefusal } from '../acquirer/precise-refusal.ts'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import type { Answer } from '../wire/serve.ts'
import { type Pair, writeXml } from '../wire/xml.ts'

export const MANNER = { charset: 'utf-8', contentType: 'text/xml; charset=utf-8' } as const

export type GatewayRefusal =
  | ChargeRefusal
  | PreciseRefusal
  | 'unreadable'
  | 'unknown_field'
  | 'no_merchant'
  | 'no_permission'
  | 'bad_type'
  | 'bad_order_id'
  | 'bad_amount'
  | 'bad_currency'
  | 'bad_installments'
  | 'cvv_missing'
  | 'expiry_missing'
  | 'authentication_mismatch'
  | 'authentication_used'
  | 'card_in_follow_up'
  | 'no_preauth'

/** ProcReturnCode and ErrMsg. */
export const REFUSALS: Readonly<Record<GatewayRefusal, readonly [code: string, text: string]>> = {
  unreadable: ['M025', 'İstek okunamadı.'],
  unknown_field: ['M025', 'Tanınmayan bir alan.'],
  no_merchant: ['M024', 'Üye işyeri bulunamadı.'],
  no_permission: ['V001', 'Kullanıcı kodu ya da şifre hatalı.'],
  bad_type: ['M014', 'İşlem tipi geçersiz.'],
  bad_order_id: ['M022', 'Sipariş numarası geçersiz.'],
  bad_amount: ['M012', 'Tutar 149.90 biçiminde değil.'],
  bad_currency: ['M002', 'Para birimi kodu geçersiz.'],
  bad_installments: ['M021', 'Taksit sayısı geçersiz.'],
  cvv_missing: ['M005', 'CVV2 olmadan işlem yapılamaz.'],
  expiry_missing: ['M006', 'Son kullanma tarihi AAYY biçiminde değil.'],
  authentication_mismatch: ['V013', 'Seçili İşlem Bulunamadı!'],
  authentication_used: ['101310', 'Verilen sipariş no önceden kullanılmıştır.'],
  card_in_follow_up: ['M025', 'Bu işlemde kart bilgisi gönderilmez.'],
  merchant_suspended: ['V007', 'Üye işyeri kapalı.'],
  preauth_not_allowed: ['V011', 'Üye işyerinin ön otorizasyon yetkisi yok.'],
  currency_not_allowed: ['V010', 'Üye işyerinin bu para birimi için yetkisi yok.'],
  order_used: ['101310', 'Verilen sipariş no önceden kullanılmıştır.'],
  card_format: ['M041', 'Geçersiz kart numarası'],
  installment_not_allowed: ['V006', 'Bu karta bu taksit sayısı verilmez.'],
  unknown_order: ['V013', 'Seçili İşlem Bulunamadı!'],
  currency_mismatch: ['M002', 'Para birimi siparişinki değil.'],
  not_authorized: ['V016', 'İşlem ön otorizasyon değil.'],
  no_preauth: ['V016', 'İşlem ön otorizasyon değil.'],
  captured_before: ['V025', 'Ön otorizasyon daha önce kapatılmış.'],
  authorization_expired: ['V026', 'Ön otorizasyonun süresi dolmuş.'],
  above_authorization: ['V027', 'Tutar ön otorizasyonu aşıyor.'],
  voided_before: ['V013', 'Seçili İşlem Bulunamadı!'], // as recorded of a second void
  not_voidable: ['V018', 'İşlem iptal edilemez.'],
  day_ended: ['V018', 'İşlem iptal edilemez.'],
  refunded_before: ['V037', 'İşlem daha önce iade edilmiş.'],
  nothing_to_refund: ['V013', 'Seçili İşlem Bulunamadı!'],
  above_captured: ['V015', 'İade tutarı satışı aşıyor.'],
  not_settled: ['V014', 'Bu işlem geri alınamaz, lüften asıl işlemi iptal edin.'],
}

const TEXTS: Readonly<Record<string, string>> = {
  '00': 'Onaylandı',
  '05': 'Genel red.',
  '14': 'Hatalı kart numarası.',
  '1A': '3D Secure doğrulaması gerekli.',
  '34': 'CVV2 hatalı.',
  '41': 'Kayıp kart.',
  '51': 'Yetersiz bakiye.',
  '54': 'Kartın süresi dolmuş.',
  '58': 'Terminale izin yok.',
  '61': 'Limit aşıldı.',
  '91': 'Kart çıkaran bankaya ulaşılamıyor.',
  '96': 'Sistem arızası.',
}

/** The code of the card's bank, as this gateway returns it, and its text. */
export const bankAnswer = (code: string): { code: string; text: string } => {
  const sent = code === '82' ? '34' : code
  return { code: sent, text: TEXTS[sent] ?? 'İşlem onaylanmadı.' }
}

interface Answered {
  readonly orderId: string
  readonly code: string
  readonly references: References
  readonly holder: string
  readonly extra: boolean
}

/** Builds the response of the card's bank. */
export const answerXml = ({ orderId, code, references, holder, extra }: Answered): string => {
  const said = bankAnswer(code)
  return paymentXml(
    {
      AuthCode: code === '00' ? references.auth_code : '',
      HostRefNum: references.host_reference,
      ProcReturnCode: said.code,
      TransId: orderId,
      ErrMsg: said.text,
      CardHolderName: holder,
    },
    extra,
  )
}

const paymentXml = (fields: Readonly<Record<string, string>>, extra: boolean): string =>
  responseXml({ ...fields, ...ALWAYS }, extra)

const ALWAYS = {
  ArtiTaksit: '0',
  BankInternalResponseMessage: '',
  PAYFORFROMXMLREQUEST: '1',
  SESSION_SYSTEM_USER: '0',
}

export const responseXml = (fields: Readonly<Record<string, string>>, extra: boolean): string =>
  inLines(
    writeXml(
      'PayforResponse',
      [...Object.entries(fields), ...(extra ? [['NewField', 'yeni alan: ğüşıöç'] as Pair] : [])],
      'utf-8',
    ),
  )

/** The gateway breaks its lines between elements, and within empty ones. */
export const inLines = (xml: string): string => xml.replaceAll('><', '>\r\n<')

/** A refusal of the gateway itself has a number too, under which nothing is kept. */
export const refusedAnswer = (
  { ledger }: Bank,
  orderId: string,
  refusal: GatewayRefusal,
  extra = false,
  { holder = '', authCode = '' } = {},
): Answer => {
  const [code, text] = REFUSALS[refusal]
  const number = createHash('sha256').update(`${orderId}/${ledger.now()}`).digest().readUInt32BE(0)
  return {
    text: paymentXml(
      {
        AuthCode: authCode,
        HostRefNum: `9${String(number).padStart(11, '0')}`,
        ProcReturnCode: code,
        TransId: orderId,
        ErrMsg: text,
        CardHolderName: holder,
      },
      extra,
    ),
    booked: false,
  }
}
