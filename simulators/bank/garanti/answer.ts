/** GVPSResponse: Garanti's response. Code 92 is the gateway's own refusal, distinguished by ReasonCode. */
import { createHash } from 'node:crypto'
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { OperationRefusal } from '../acquirer/operation.ts'
import type { ProofRefusal } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stamp } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import { type Pair, writeXml } from '../wire/xml.ts'

export const MANNER = { charset: 'utf-8', contentType: 'text/xml; charset=utf-8' } as const

export type GatewayRefusal =
  | ChargeRefusal
  | OperationRefusal
  | ProofRefusal
  | 'format'
  | 'missing_field'
  | 'wrong_hash'
  | 'unknown_terminal'
  | 'bad_amount'
  | 'bad_type'
  | 'card_in_follow_up'
  | 'wrong_reference'
  | 'no_history'

/** Code, ReasonCode and text of each refusal. */
export const REFUSALS: Readonly<Record<GatewayRefusal, readonly [code: string, reason: string, text: string]>> = {
  format: ['30', '30', 'Mesaj formatı hatalı.'],
  missing_field: ['92', '0002', 'Zorunlu alan eksik.'],
  wrong_hash: ['92', '0651', 'Hash ya da şifre hatalı.'],
  unknown_terminal: ['92', '0752', 'Terminal bulunamadı.'],
  bad_amount: ['13', '13', 'Tutar hatalı.'],
  bad_type: ['12', '12', 'Geçersiz işlem.'],
  card_in_follow_up: ['30', '30', 'Bu işlemde kart bilgisi gönderilmez.'],
  wrong_reference: ['92', '0110', 'İşlem bulunamadı.'],
  authentication_mismatch: ['63', '63', '3D Secure bilgileri uyuşmuyor.'],
  authentication_used: ['94', '94', '3D Secure sonucu daha önce kullanıldı.'],
  merchant_suspended: ['03', '03', 'Üye iş yeri kapalı.'],
  preauth_not_allowed: ['58', '58', 'Terminalin ön otorizasyon yetkisi yok.'],
  currency_not_allowed: ['58', '58', 'Terminalin bu para birimi için yetkisi yok.'],
  order_used: ['92', '0199', 'Sipariş numarası daha önce kullanıldı.'], // the reason is invented, because none is known
  card_format: ['14', '14', 'Kart numarası hatalı.'],
  installment_not_allowed: ['57', '57', 'Taksit sayısı uygun değil.'],
  unknown_order: ['92', '0110', 'İşlem bulunamadı'],
  no_history: ['92', '0108', 'Gönderilen sipariş numarasına ait kayıt bulunmamaktadır'],
  currency_mismatch: ['12', '12', 'Para birimi siparişinki değil.'],
  not_authorized: ['12', '12', 'Kapatılacak ön otorizasyon yok.'],
  authorization_expired: ['51', '51', 'Ön otorizasyonun süresi dolmuş.'],
  above_authorization: ['13', '13', 'Tutar ön otorizasyonu aşıyor.'],
  not_voidable: ['21', '21', 'İptal edilemedi.'],
  day_ended: ['21', '21', 'İptal edilemedi: gün sonu alınmış.'],
  nothing_to_refund: ['92', '0208', 'İade etmek istediğiniz işlem geçerli değil'],
  above_captured: ['92', '0208', 'İade tutarı satışı aşıyor.'],
  not_settled: ['92', '0208', 'İade gün sonundan sonra yapılabilir.'],
}

/** A wrong card code has no separate code here: it is 12, with the reason in SysErrMsg. */
export const bankAnswer = (code: string): { code: string; error: string; system: string } =>
  code === '82'
    ? { code: '12', error: 'İşleminizi gerçekleştiremiyoruz.', system: 'CVC2/4CSC HATALI' }
    : { code, error: code === '00' ? '' : 'İşleminizi gerçekleştiremiyoruz.', system: SYSTEM_TEXTS[code] ?? '' }

const SYSTEM_TEXTS: Readonly<Record<string, string>> = {
  '05': 'RED-ONAYLANMADI',
  '14': 'KART NUMARASI HATALI',
  '1A': '3D SECURE GEREKLI',
  '41': 'KAYIP KART',
  '51': 'HESAP MUSAIT DEGIL',
  '54': 'VADE SONU GECMIS KART',
  '59': 'SUPHELI ISLEM',
  '61': 'PARA LIMITI ASILIYOR',
  '91': 'BANKASINA ULASILAMIYOR',
  '96': 'SISTEM HATASI',
}

export interface Answered {
  readonly orderId: string
  readonly code: string
  readonly references: References
  readonly batch: number
  readonly now: number
  /** The masked card number. */
  readonly card: string
  readonly scheme: string
  readonly extra: boolean
}

/** Builds the response of the card's bank. */
export const answerXml = ({ orderId, code, references, batch, now, card, scheme, extra }: Answered): string => {
  const said = bankAnswer(code)
  return xml(orderId, [], transaction('HOST', said.code, said.code, said.error, said.system), extra, [
    ['RetrefNum', references.host_reference],
    ['AuthCode', code === '00' ? references.auth_code : ''],
    ['BatchNum', String(batch).padStart(6, '0')],
    ['SequenceNum', references.transaction_id.slice(-6)],
    ['ProvDate', stamp(now)],
    ['CardNumberMasked', card],
    ['CardHolderName', HOLDER],
    ['CardType', scheme.toUpperCase()],
    ['GarantiCardInd', 'N'],
  ])
}

/**
 * Builds a refusal of the gateway itself. `references` are those of a movement that it stored nevertheless; `inOrder`
 * are elements next to the order's id.
 */
export const refusedAnswer = (
  { ledger }: Bank,
  orderId: string,
  refusal: GatewayRefusal,
  extra = false,
  { references, inOrder = [] }: { references?: References | undefined; inOrder?: readonly Pair[] } = {},
): Answer => {
  const [code, reason, text] = REFUSALS[refusal]
  const system = code === '92' ? `ErrorId: ${reason}` : text
  return {
    text: xml(orderId, inOrder, transaction('GVPS', code, reason, text, system), extra, [
      ['RetrefNum', references?.host_reference ?? ''],
      ['AuthCode', ''],
      ['BatchNum', references ? String(ledger.books.batch).padStart(6, '0') : ''],
      ['SequenceNum', references?.transaction_id.slice(-6) ?? ''],
      ['ProvDate', stamp(ledger.now())],
      ...NO_CARD,
    ]),
    booked: false,
  }
}

/** Elements of responses that concern no card. */
export const NO_CARD: readonly Pair[] = [
  ['CardNumberMasked', ''],
  ['CardHolderName', ''],
  ['CardType', ''],
]

export const HOLDER = 'ŞU** ÖZ**'

export const transaction = (source: string, code: string, reason: string, error: string, system: string): Pair => [
  'Response',
  [
    ['Source', source],
    ['Code', code],
    ['ReasonCode', reason],
    ['Message', code === '00' ? 'Approved' : 'Declined'],
    ['ErrorMsg', error],
    ['SysErrMsg', system],
  ],
]

/**
 * Returns the elements with the hash. It is not public what the hash of a response covers; this one covers the order.
 */
const tailOf = (orderId: string): readonly Pair[] => [
  ['HashData', createHash('sha512').update(orderId).digest('hex').toUpperCase()],
  ['HostMsgList', ''],
  [
    'RewardInqResult',
    [
      ['RewardList', ''],
      ['ChequeList', ''],
    ],
  ],
]

/** `inOrder` are elements next to the order's id; `more` are elements next to the response. */
export const xml = (
  orderId: string,
  inOrder: readonly Pair[],
  response: Pair,
  extra: boolean,
  more: readonly Pair[] = [],
): string =>
  writeXml(
    'GVPSResponse',
    [
      ['Mode', ''],
      ['Order', [['OrderID', orderId], ['GroupID', ''], ...inOrder]],
      ['Transaction', [response, ...more, ...tailOf(orderId)]],
      ...(extra ? ([['NewField', 'yeni alan: ğüşıöç']] as const) : []),
    ],
    'UTF-8',
  )
