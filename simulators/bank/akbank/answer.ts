/** Akbank's answers: the gateway's own code, VPS-0000 for done, and next to it the code of the card's bank. */
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { OperationRefusal } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { type Order, toOrderState } from '../ledger/order.ts'
import { stampT } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import type { AkbankRequest } from './read-request.ts'

export const MANNER = { charset: 'utf-8', contentType: 'application/json;charset=UTF-8' } as const

export type NamedRefusal =
  | ChargeRefusal
  | OperationRefusal
  | 'bad_amount'
  | 'request_time'
  | 'authentication_mismatch'
  | 'authentication_used'
  | 'captured_before'
  | 'voided_before'
  | 'refunded_before'
  | 'recurring_not_allowed'
  | 'bad_plan'
  | 'unknown_plan'
  | 'not_found'
  | 'no_3d'
  | 'card_expired'
  | 'random_used'
  | 'span_too_long'
  | 'too_many'

/** A request that is not understood: the HTTP status says so, and the member that is wrong is named. */
export type GatewayRefusal = NamedRefusal | 'unauthorized' | { readonly shape: string }

/** Code and text; `{order}` is the number of the order. */
export const REFUSALS: Readonly<Record<NamedRefusal, readonly [code: string, text: string]>> = {
  merchant_suspended: ['VPS-1002', 'Üye işyeri kapalı'],
  unknown_order: ['VPS-1007', 'Orjinal İşlem bulunamadı. Sipariş Numarası : {order}'],
  voided_before: ['VPS-1008', 'Daha önce iptal edilmiş işlem'],
  not_voidable: ['VPS-1009', 'İşlem iptal edilemez'],
  day_ended: ['VPS-1010', 'Gün sonu yapılmış işlem iptal edilemez'],
  nothing_to_refund: ['VPS-1011', 'İade edilecek işlem yok'],
  bad_amount: ['VPS-1012', 'Hatalı Tutar'],
  order_used: ['VPS-1013', 'Sipariş Numarası : {order} tekil olmalıdır'],
  card_format: ['VPS-1014', 'Kart numarası hatalı'],
  card_expired: ['VPS-1015', 'Kartın son kullanma tarihi geçmiş'],
  currency_mismatch: ['VPS-1016', 'Para birimi orjinal işlemden farklı'],
  not_authorized: ['VPS-1017', 'Orjinal işlem ön otorizasyon değil'],
  captured_before: ['VPS-1018', 'Ön otorizasyon daha önce kapatılmış'],
  above_authorization: ['VPS-1019', 'Tutar ön otorizasyon tutarını aşıyor'],
  authorization_expired: ['VPS-1020', 'Ön otorizasyonun süresi dolmuş'],
  above_captured: ['VPS-1021', 'İade tutarı satış tutarını aşıyor'],
  not_settled: ['VPS-1022', 'Gün sonu yapılmamış işlem iade edilemez'],
  refunded_before: ['VPS-1023', 'İşlemin tamamı daha önce iade edilmiş'],
  installment_not_allowed: ['VPS-1044', 'Not-Onus Kart hatalı taksit'],
  bad_plan: ['VPS-1055', 'Eksik veya geçersiz tekrarlayan ödeme alanları'],
  unknown_plan: ['VPS-1059', 'Planlı İşlem bulunamadı. Talimat Takip Numarası : {order}'],
  recurring_not_allowed: ['VPS-1061', 'Bu üye işyerinin planlı ve tekrarlayan işlem yetkisi yoktur'],
  preauth_not_allowed: ['VPS-1062', 'Bu üye işyerinin ön otorizasyon yetkisi yoktur'],
  currency_not_allowed: ['VPS-1063', 'Bu üye işyerinin bu para birimi için yetkisi yoktur'],
  no_3d: ['VPS-1064', 'Bu üye işyerinin 3D yetkisi yoktur'],
  request_time: ['VPS-1073', 'Geçerli talep tarihi giriniz.'],
  random_used: ['VPS-1074', 'Rastgele sayı daha önce kullanılmış'],
  not_found: ['VPS-1123', 'İşlem bulunamadı. Sipariş Numarası : {order}'],
  authentication_mismatch: ['VPS-1280', '3D doğrulama bilgileri işleme ait değil'],
  authentication_used: ['VPS-1281', '3D doğrulama bilgileri daha önce kullanılmış'],
  span_too_long: ['VPS-2229', 'Gün aralığı 1 günden fazla girilemez'],
  too_many: ['VPS-2235', 'Toplam kayıt sayısı aşıldı. Batch No girerek ilerleyiniz.'],
}

export const refusalText = (refusal: NamedRefusal, orderId: string): string =>
  REFUSALS[refusal][1].replace('{order}', orderId)

/** The state of an order chooses between codes of the gateway for which the ledger has one refusal. */
export const preciseRefusal = (refusal: OperationRefusal, order: Order | undefined): NamedRefusal => {
  if (order === undefined || !PRECISE.has(refusal)) return refusal
  switch (toOrderState(order)) {
    case 'voided':
    case 'reversed':
      return 'voided_before'
    case 'refunded':
      return 'refunded_before'
    case 'captured':
      return refusal === 'not_authorized' && order.operation === 'preauth' ? 'captured_before' : refusal
    default:
      return refusal
  }
}
const PRECISE: ReadonlySet<OperationRefusal> = new Set(['not_authorized', 'not_voidable', 'nothing_to_refund'])

const SUCCESS = ['VPS-0000', 'BAŞARILI'] as const
const DECLINED = ['VPS-1005', 'Provizyon Hatası'] as const
const SCHEME = ['VPS-1066', 'Bu kart şeması desteklenmemektedir.'] as const
/** The shared rules decline a card of a scheme that the merchant does not take with this code. */
const SCHEME_CODE = '58'

const HOST_TEXTS: Readonly<Record<string, string>> = {
  '00': '000 ONAY KODU XXXXXX',
  '05': '005 RED-ONAYLANMADI',
  '14': '014 RED-HATALI KART',
  '1A': '01A RED-3D ILE DENEYIN',
  '41': '041 RED-KAYIP KART',
  '51': '051 RED-YETERSIZ BAKIYE',
  '54': '054 RED-VADESI DOLMUS KART',
  '59': '059 RED-SUPHELI KART',
  '61': '061 RED-LIMIT ASIMI',
  '82': '082 RED-CVV2 HATALI',
  '83': '183 TAKSIT TUTAR HAT',
  '91': '091 BANKASINA ULASILAMADI',
  '96': '096 BANKANIZI ARAYIN',
}

export interface Said {
  readonly responseCode: string
  readonly responseMessage: string
  /** Absent if the gateway did not ask the card's bank. */
  readonly host?: { readonly code: string; readonly text: string }
}

/** Returns the words for a code of the ledger: the gateway's own, or that of the card's bank. */
export const toSaid = (code: string): Said => {
  const own = Object.values(REFUSALS).find(([each]) => each === code)
  if (own) return { responseCode: own[0], responseMessage: own[1] }
  if (code === SCHEME_CODE) return { responseCode: SCHEME[0], responseMessage: SCHEME[1] }
  const [responseCode, responseMessage] = code === '00' ? SUCCESS : DECLINED
  return { responseCode, responseMessage, host: { code, text: HOST_TEXTS[code] ?? `0${code} RED-ONAYLANMADI` } }
}

/** The bank's own trace number of a movement. */
export const toStan = ({ host_reference }: References): number => Number(host_reference.slice(-6))

export const NO_MOVEMENT = { stan: 0, rrn: '0', batchNumber: 0 }

export const CAMPAIGN = { deferingMonth: 0, additionalInstallCount: 0 }

/** Points of the card's programs, of which the simulator has none. */
export const REWARD = {
  pcbEarnedRewardAmount: 0,
  pcbBalanceRewardAmount: 0,
  xcbEarnedRewardAmount: 0,
  xcbBalanceRewardAmount: 0,
  ccbEarnedRewardAmount: 0,
  ccbBalanceRewardAmount: 0,
}
export const REWARD_NAMES = { ccbRewardDesc: 'CHIP PARA', pcbRewardDesc: '', xcbRewardDesc: '' }

/** Builds an answer; `members` are those of its kind. */
export const jsonText = (
  { ledger }: Bank,
  { txnCode, merchant: { merchantSafeId, terminalSafeId } }: AkbankRequest,
  said: Said,
  members: object,
  extra: boolean,
): string =>
  JSON.stringify({
    txnCode,
    responseCode: said.responseCode,
    responseMessage: said.responseMessage,
    ...(said.host ? { hostResponseCode: said.host.code, hostMessage: said.host.text } : {}),
    txnDateTime: stampT(ledger.now()),
    terminal: { terminalSafeId, merchantSafeId },
    ...members,
    ...(extra ? { newField: 'yeni alan: ğüşıöç' } : {}),
  })

const WITHOUT_TRANSACTION: ReadonlySet<string> = new Set(['1003', '1010'])

/** A refusal of the gateway itself names the order and no movement. */
export const refusedAnswer = (bank: Bank, read: AkbankRequest, refusal: GatewayRefusal, extra = false): Answer => {
  if (typeof refusal === 'object' || refusal === 'unauthorized') return refuse(bank, read.orderId, refusal)
  const said = {
    responseCode: REFUSALS[refusal][0],
    responseMessage: refusalText(refusal, read.orderId || read.trackId),
  }
  return { text: jsonText(bank, read, said, refusedMembers(read), extra), booked: false }
}

export const refusedMembers = (read: AkbankRequest): object => ({
  ...(WITHOUT_TRANSACTION.has(read.txnCode) ? {} : { transaction: NO_MOVEMENT }),
  ...(isCharge(read) && Object.hasOwn(read.message, 'recurring') ? { recurring: read.message.recurring } : {}),
  ...namedOrder(read),
})

const isCharge = ({ txnCode }: AkbankRequest): boolean => txnCode === '1000' || txnCode === '1004'

/** A history does not name what it was asked for, and a charge not the plan that it would have begun. */
const namedOrder = (read: AkbankRequest): object => {
  const { txnCode, orderId, trackId } = read
  if (txnCode === '1010') return {}
  if (orderId !== '') return { order: { orderId } }
  return isCharge(read) || trackId === '' ? {} : { order: { orderTrackId: trackId } }
}

/** A request that was not understood, or whose sender is not known, has no answer of the protocol. */
export const refuse = (_bank: Bank, _orderId: string, refusal: GatewayRefusal): Answer => {
  const status = refusal === 'unauthorized' ? 401 : 400
  const message = typeof refusal === 'object' ? `Geçersiz alan: ${refusal.shape}` : 'Yetkisiz istek'
  return { text: JSON.stringify({ code: String(status), message }), status, booked: false }
}
