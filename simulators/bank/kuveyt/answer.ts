/** VPosTransactionResponseContract: the answer of a gate, and what is posted back after a challenge. */
import { createHash } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stampDay, stampT } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import { currencyNumber } from '../wire/terms.ts'
import type { Pair } from '../wire/xml.ts'
import type { KuveytMerchant } from '../world/merchants.ts'
import { answerHash, digest } from './hash.ts'
import { toStan } from './order-number.ts'
import { bankText, type GatewayRefusal, REFUSALS } from './refusals.ts'
import { NIL, writeContract } from './xml.ts'

export const MANNER = { charset: 'utf-8', contentType: 'text/xml; charset=utf-8' } as const

export const NO_TIME = '0001-01-01T00:00:00'

const EXTRA: Pair = ['NewField', 'yeni alan: ğüşıöç']

/** Facts of a payment that the bank repeats. */
export interface Echoed {
  readonly orderNumber: string
  readonly okUrl: string
  readonly failUrl: string
  readonly card: string
  readonly batch: number
  readonly installments: number
  readonly amount: number
  readonly merchantOrderId: string
  readonly currency: string
  readonly security: '1' | '3'
}

/** Elements that an older version of the gateway does not have. */
const NEWER: ReadonlySet<string> = new Set([
  ...['IsTemporaryCard', 'OrderStatus', 'RetryCount', 'DeviceData', 'CardHolderData', 'ReferenceId', 'MerchantId'],
])

/** Returns the elements that the merchant's version of the gateway has. */
export const ofVersion = ({ answersFailures }: Pick<KuveytMerchant, 'answersFailures'>, pairs: readonly Pair[]) =>
  answersFailures
    ? pairs.filter(([name, value]) => !NEWER.has(name) || (name === 'MerchantId' && value !== NIL))
    : pairs

/** An older version repeats the user, and the hash of its password. */
export const messagePair = (merchant: KuveytMerchant, echoed: Echoed): Pair => [
  'VPosMessage',
  ofVersion(merchant, [
    ['OrderId', echoed.orderNumber],
    ['OkUrl', echoed.okUrl],
    ['FailUrl', echoed.failUrl],
    ['MerchantId', merchant.id],
    ['SubMerchantId', '0'],
    ['CustomerId', merchant.customerId],
    ['UserName', merchant.answersFailures ? merchant.user : ''],
    ['HashPassword', merchant.answersFailures ? digest(merchant.storeKey) : ''],
    ['CardNumber', echoed.card],
    ['IsTemporaryCard', NIL],
    ['BatchID', String(echoed.batch)],
    ['InstallmentCount', echoed.installments > 1 ? String(echoed.installments) : '0'],
    ['Amount', String(echoed.amount)],
    ['CancelAmount', '0'],
    ['MerchantOrderId', echoed.merchantOrderId],
    ['OrderStatus', NIL],
    ['RetryCount', NIL],
    ['FECAmount', '0'],
    ['CurrencyCode', currencyNumber(echoed.currency)],
    ...['QeryId', 'DebtId', 'SurchargeAmount', 'SGKDebtAmount'].map((name): Pair => [name, '0']),
    ['TransactionSecurity', echoed.security],
    ['DeferringCount', NIL],
    ['InstallmentMaturityCommisionFlag', '0'],
    ...['PaymentId', 'OrderPOSTransactionId', 'TranDate', 'TransactionUserId', 'DeviceData', 'CardHolderData'].map(
      (name): Pair => [name, NIL],
    ),
  ]),
]

/** The bank's number of a call. */
export const businessKey = ({ ledger }: Bank): string =>
  `${stampDay(ledger.now())}9999${String(ledger.books.count).padStart(15, '0')}`

export const referenceId = ({ ledger, seed }: Bank): string =>
  createHash('md5').update(`${seed}/${ledger.books.count}`).digest('hex')

interface Charged {
  readonly echoed: Echoed
  readonly code: string
  readonly references: References
  readonly merchant: KuveytMerchant
  readonly extra: boolean
}

/** Builds the answer of the card's bank. */
export const chargedXml = (bank: Bank, { echoed, code, references, merchant, extra }: Charged): string => {
  const { merchantOrderId, orderNumber: orderId } = echoed
  const rrn = references.host_reference
  return writeContract([
    messagePair(merchant, echoed),
    ['IsEnrolled', 'true'],
    ['IsVirtual', 'false'],
    ...(code === '00' ? [['ProvisionNumber', references.auth_code] as Pair] : []),
    ['RRN', rrn],
    ['Stan', toStan(references)],
    ['ResponseCode', code],
    ['ResponseMessage', bankText(code)],
    ['OrderId', orderId],
    ['TransactionTime', stampT(bank.ledger.now())],
    ['MerchantOrderId', merchantOrderId],
    ['HashData', answerHash({ merchantOrderId, rrn, code, orderId }, merchant.storeKey)],
    ...ofVersion(merchant, [['MerchantId', NIL]]),
    ['BusinessKey', businessKey(bank)],
    ...(extra ? [EXTRA] : []),
  ])
}

const NOT_ENROLLED: ReadonlySet<GatewayRefusal> = new Set(['no_md', 'bad_security'])

export interface RefusedMembers {
  readonly merchantOrderId?: string
  readonly merchantId?: string
  /** Absent in answers of the second call. */
  readonly referenceId?: string
}

/** A refusal has no number and no hash. */
export const refusedXml = (refusal: GatewayRefusal, members: RefusedMembers, extra = false): string => {
  const [code, text] = REFUSALS[refusal]
  return writeContract([
    ['IsEnrolled', String(!NOT_ENROLLED.has(refusal))],
    ['IsVirtual', 'false'],
    ['ResponseCode', code],
    ['ResponseMessage', text],
    ['OrderId', '0'],
    ['TransactionTime', NO_TIME],
    ...(members.merchantOrderId ? [['MerchantOrderId', members.merchantOrderId] as Pair] : []),
    ...(members.referenceId
      ? ([
          ['ReferenceId', members.referenceId],
          ['MerchantId', members.merchantId || NIL],
        ] as const)
      : []),
    ['BusinessKey', '0'],
    ...(extra ? [EXTRA] : []),
  ])
}

/** Codes of the card's bank come from a later stage, where the order is known. */
export const refusedAnswer = (refusal: GatewayRefusal, extra = false, merchantOrderId = ''): Answer => ({
  text: refusedXml(refusal, /^\d\d$/.test(REFUSALS[refusal][0]) ? { merchantOrderId } : {}, extra),
  booked: false,
})
