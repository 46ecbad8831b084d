/** Akbank's answers: the gateway's own code, VPS-0000 for done, and next to it the code of the card's bank. */
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stampT } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import type { AkbankRequest } from './read-request.ts'
import { type GatewayRefusal, REFUSALS, refusalText } from './refusals.ts'

export const MANNER = { charset: 'utf-8', contentType: 'application/json;charset=UTF-8' } as const

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
