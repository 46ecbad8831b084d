/** posnetResponse: approved 1, 0 for no, or 2 for what was approved before, with respCode and respText. */
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { OperationRefusal } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stamp } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import { type Pair, writeXml } from '../wire/xml.ts'
import { installmentDigits } from './fields.ts'

export const MANNER = { charset: 'iso-8859-9', contentType: 'text/xml; charset=ISO-8859-9' } as const

type NamedRefusal =
  | ChargeRefusal
  | OperationRefusal
  | 'unreadable'
  | 'wrong_terminal'
  | 'bad_operation'
  | 'bad_amount'
  | 'bad_xid'
  | 'wrong_mac'
  | 'not_challenged'
  | 'above_limit'
  | 'voided_before'
  | 'refunded_before'
  | 'capture_stands'
  | 'not_captured'
  | 'capture_settled'
  | 'not_that_kind'

/** An element of the packet is wrong; the response names it. */
export type GatewayRefusal = NamedRefusal | { readonly packet: string }

/** Code and text of each refusal. */
export const REFUSALS: Readonly<Record<NamedRefusal, readonly [code: string, text: string]>> = {
  unreadable: ['0002', 'XNIException: :::::1:1: belge okunamadı.'],
  wrong_terminal: ['0148', 'INVALID MID TID IP. Hatalı IP:127.0.0.1'],
  bad_operation: ['0150', 'PAKET HATALI 0150'],
  bad_amount: [
    '0002',
    "XNIException: :::::1:1:cvc-datatype-valid.1.2.1: tutar 'integer' için geçerli bir değer değil.",
  ],
  bad_xid: ['E189', 'XID hatalı'],
  wrong_mac: ['E216', 'Mac Doğrulama hatalı'],
  not_challenged: ['0015', 'PROVIZYON BULUNAMADI 0015'],
  above_limit: ['0205', 'GECERSIZ TUTAR 0205'],
  voided_before: ['0220', 'IPTAL ISLEMI YAPILMIS 0220'],
  refunded_before: ['0218', 'BU SIPARIS DAHA ONCE IADE EDILDIGI ICIN IPTAL ISLEMI GECERSIZDIR 0218'],
  capture_stands: ['0788', 'FINANSAL ISLEM YAPILMIS 0788'],
  not_captured: ['0223', 'ONAYLANMADI 0223'],
  capture_settled: ['0229', 'RED-GECERSIZ ISLEM 0229'],
  not_that_kind: ['0200', 'GECERSIZ ISLEM 0200'],
  merchant_suspended: ['0015', 'ISYERI STATUSU HATALI 0015'],
  preauth_not_allowed: ['0015', 'TERMINAL ISLEM YETKISI YOK 0015'],
  currency_not_allowed: ['0058', 'RED-ONAYLANMADI 0058'],
  order_used: ['0127', 'ORDERID DAHA ONCE KULLANILMIS 0127'],
  card_format: ['0014', 'RED-HATALI KART 0014'],
  installment_not_allowed: ['0012', 'RED-GECERSIZ ISLEM 0012'],
  unknown_order: ['0123', 'ORJINAL ISLEM BULUNAMADI 0123'],
  currency_mismatch: ['0200', 'GECERSIZ ISLEM 0200'],
  not_authorized: ['0200', 'GECERSIZ ISLEM 0200'],
  authorization_expired: ['0015', 'PROVIZYON BULUNAMADI 0015'],
  above_authorization: ['0205', 'GECERSIZ TUTAR 0205'],
  not_voidable: ['0200', 'GECERSIZ ISLEM 0200'],
  day_ended: ['0211', 'GRUP KAPAMA YAPILMIS 0211'],
  nothing_to_refund: ['0200', 'GECERSIZ ISLEM 0200'],
  above_captured: ['0205', 'GECERSIZ TUTAR 0205'],
  not_settled: ['0411', 'ISLEM HENUZ FINANSALLASMAMIS 0411'],
}

const refusalOf = (refusal: GatewayRefusal): readonly [code: string, text: string] =>
  typeof refusal === 'string' ? REFUSALS[refusal] : ['0150', `PAKET HATALI (${refusal.packet.toUpperCase()}) 0150`]

/** The card's bank says this; what PosNet does not list becomes a code that it does. */
const BANK_CODES: Readonly<Record<string, readonly [code: string, text: string]>> = {
  '05': ['0005', 'RED-ONAYLANMADI 0005'],
  '14': ['0014', 'RED-HATALI KART 0014'],
  '1A': ['0057', 'RED-ONAYLANMADI 0057'], // the card may not be used on the internet
  '41': ['0041', 'RED-KARTA EL KOY 0041'],
  '51': ['0051', 'RED-YETERSIZ BAKIYE 0051'],
  '54': ['0054', 'RED-ONAYLANMADI 0054'],
  '58': ['0058', 'RED-ONAYLANMADI 0058'],
  '59': ['0007', 'BANKANIZI ARAYIN 0007'], // the card may be stolen
  '61': ['0065', 'RED-ONAYLANMADI 0065'],
  '82': ['0005', 'RED-ONAYLANMADI 0005'], // a wrong card code has no other
  '91': ['0091', 'BANKANIZI ARAYIN 0091'],
}
const HOST_FAULT = ['0100', 'HOST RECEIVE PROBLEM 0100'] as const

/** The code of the card's bank in four digits, with its text. */
export const bankRefusal = (code: string): readonly [code: string, text: string] => BANK_CODES[code] ?? HOST_FAULT

export interface Approved {
  readonly references: Pick<References, 'host_reference' | 'auth_code'>
  readonly amount: number
  readonly installments: number
}

/** Installments and points of an approval; a single payment has no amount of an installment. */
const planPairs = ({ amount, installments }: Approved): readonly Pair[] => [
  [
    'instInfo',
    [
      ['inst1', installmentDigits(installments)],
      ['amnt1', String(installments > 1 ? Math.floor(amount / installments) : 0).padStart(12, '0')],
    ],
  ],
  [
    'pointInfo',
    [
      ['point', '00000000'],
      ['pointAmount', '000000000000'],
      ['totalPoint', '00000000'],
      ['totalPointAmount', '000000000000'],
    ],
  ],
]

/** Formats as YYMMDDhhmmss. */
const shortStamp = (ms: number): string => stamp(ms).slice(2).replace(' ', '').replaceAll(':', '')

export const datePairs = (at: number, wantsDate: boolean): readonly Pair[] =>
  wantsDate ? [['tranDate', shortStamp(at)]] : []

/** `head` are elements before the references; `tail` are elements after them. */
export const approvedXml = (
  approved: Approved,
  { extra, head = [], tail = [] }: { extra: boolean; head?: readonly Pair[]; tail?: readonly Pair[] },
): string =>
  xml(
    [
      ['approved', '1'],
      ...head,
      ['hostlogkey', approved.references.host_reference],
      ['authCode', approved.references.auth_code],
      ...tail,
      ...planPairs(approved),
    ],
    extra,
  )

/** An order id that was used for an approved payment: its references again, under 2. */
export const repeatedXml = (approved: Approved, at: number, wantsDate: boolean, extra: boolean): string => {
  const [code, text] = REFUSALS.order_used
  return xml(
    [
      ['approved', '2'],
      ['respCode', code],
      ['respText', text],
      ['hostlogkey', approved.references.host_reference],
      ['authCode', approved.references.auth_code],
      ...datePairs(at, wantsDate),
      ...planPairs(approved),
    ],
    extra,
  )
}

/** `more` are elements after the address of the caller, which the gateway names where the terminal is known. */
export const refusalXml = (
  [code, text]: readonly [code: string, text: string],
  extra = false,
  more: readonly Pair[] = [],
): string =>
  xml(
    [
      ['approved', '0'],
      ['respCode', code],
      ['respText', text],
      ...(WITHOUT_ADDRESS.has(code) ? [] : ([['yourIP', '127.0.0.1']] as const)),
      ...more,
    ],
    extra,
  )

const WITHOUT_ADDRESS: ReadonlySet<string> = new Set([REFUSALS.wrong_terminal[0], REFUSALS.wrong_mac[0]])

export const xml = (pairs: readonly Pair[], extra: boolean): string =>
  writeXml('posnetResponse', extra ? [...pairs, ['newField', 'yeni alan: ğüşıöç']] : pairs, 'iso-8859-9')

export const refusedAnswer = (refusal: GatewayRefusal, extra = false, more: readonly Pair[] = []): Answer => ({
  text: refusalXml(refusalOf(refusal), extra, more),
  booked: false,
})

/** The order is not named in a refusal. */
export const refuse = (_bank: Bank, _orderId: string, refusal: GatewayRefusal): Answer => refusedAnswer(refusal)
