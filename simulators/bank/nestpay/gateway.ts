/**
 * POST /nestpay/fim/est3Dgate: the form that the shopper's browser brings, with the card and a hash over all fields.
 */

import { type ChallengeRefusal, type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import type { ThreeDGateway } from '../acs/gateway-route.ts'
import type { Form } from '../wire/form.ts'
import { parseDecimal } from '../wire/money.ts'
import { same } from '../wire/same.ts'
import { parseCurrency, parseInstallments } from '../wire/terms.ts'
import { type Merchant, NESTPAY_MERCHANTS } from '../world/merchants.ts'
import { toTrace } from './answer.ts'
import { nestpayAdapter } from './callback.ts'
import { isOrderId } from './fields.ts'
import { hashVer3 } from './hash.ts'
import { lacksSubMerchant } from './sub-merchant.ts'

/** ErrorCode and ErrMsg of a post to failUrl before any challenge. */
const REFUSED: Readonly<Record<ChallengeRefusal, readonly [code: string, text: string]>> = {
  merchant_suspended: ['CORE-2126', 'Üye iş yeri kapalı.'],
  no_3d: ['3D-1007', 'İşyeri kullanım tipi desteklenmiyor.'],
  preauth_not_allowed: ['CORE-2104', 'Üye iş yerinin ön otorizasyon yetkisi yok.'],
  currency_not_allowed: ['CORE-2105', 'Üye iş yerinin bu para birimi için yetkisi yok.'],
  card_format: ['HPP-1001', 'Girilen kart numarası doğru formatta değildir.'],
  card_expired: ['CORE-2010', 'Kartın son kullanma tarihi geçmiş.'],
  installment_not_allowed: ['CORE-2603', 'Taksit tablosu için geçersiz değer.'],
  order_used: ['CORE-2507', 'Sipariş numarası daha önce kullanılmış.'],
  random_used: ['CORE-2127', 'rnd değeri daha önce kullanılmış.'],
}

export const nestpayGateway: ThreeDGateway = {
  path: '/nestpay/fim/est3Dgate',
  name: 'nestpay',
  adapter: nestpayAdapter,
  whose: ({ clientid = '', oid = '' }) => ({ merchant: clientid, orderId: oid }),
  read(posted) {
    const merchant = NESTPAY_MERCHANTS.get(posted.clientid ?? '')
    if (!merchant) return { fault: 'no such client id' }
    if (posted.hashAlgorithm !== 'ver3' || !same(posted.hash ?? '', hashVer3(posted, merchant.storeKey)))
      return { fault: '3D-1004: the hash is not that of the fields', violation: 'wrong_hash' }
    const form = readForm(posted, merchant)
    return typeof form === 'string' ? { fault: form } : form
  },
  refusedFields(form, refusal) {
    const { echo, merchant, orderId } = form
    const [code, text] = REFUSED[refusal]
    const answered = { ...echo, Response: 'Error', ErrMsg: text }
    const fields = merchant.answersFailures
      ? { ...answered, mdStatus: '7', mdErrorMsg: text, ProcReturnCode: '99', ErrCode: code }
      : { ...answered, ...NO_CARD, ErrorCode: code, traceId: toTrace(orderId) }
    return nestpayAdapter.sign(fields, merchant.storeKey)
  },
}

const NO_CARD = {
  Ecom_Payment_Card_ExpDate_Month: '0',
  Ecom_Payment_Card_ExpDate_Year: '0',
  maskedCreditCard: '***',
  MaskedPan: '**',
}

const STORE_TYPES: ReadonlySet<string> = new Set(['3d', '3d_pay'])
/** The expiry is returned as it was posted. */
const CARD_FIELDS: ReadonlySet<string> = new Set(['pan', 'cv2', 'hash'])

/** Returns a text if something is wrong with the form. */
const readForm = (posted: Form, merchant: Merchant): GatewayForm | string => {
  const { oid = '', storetype = '', TranType = posted.islemtipi ?? '', okUrl = '', failUrl = '', callbackUrl } = posted
  const amount = parseDecimal(posted.amount ?? '')
  const currency = parseCurrency(posted.currency ?? '')
  const installments = parseInstallments(posted.taksit ?? '')
  const month = Number(posted.Ecom_Payment_Card_ExpDate_Month)
  const year = Number(posted.Ecom_Payment_Card_ExpDate_Year)
  if (lacksSubMerchant(merchant, posted)) return 'CORE-2005: the sub-merchant'
  if (!isOrderId(oid)) return 'CORE-2301: the order id'
  if (!STORE_TYPES.has(storetype)) return '3D-1007: the store type is 3d or 3d_pay'
  if (TranType !== 'Auth' && TranType !== 'PreAuth') return 'CORE-2001: the transaction type is Auth or PreAuth'
  if (amount === undefined) return 'CORE-2007: the amount has the form 149.90'
  if (currency === undefined) return 'CORE-2106: the currency is an ISO 4217 number'
  if (installments === undefined) return 'CORE-2603: the number of installments'
  if (!(month >= 1 && month <= 12 && year >= 0 && year <= 99)) return 'CORE-2011: the expiry has two digits each'
  if (![okUrl, failUrl, ...(callbackUrl ? [callbackUrl] : [])].every(isHttp)) return 'the addresses are http or https'
  if (!posted.rnd) return 'rnd is missing'
  return {
    merchant,
    orderId: oid,
    operation: TranType === 'Auth' ? 'sale' : 'preauth',
    model: storetype as '3d' | '3d_pay',
    amount,
    currency,
    installments,
    card: { number: posted.pan ?? '', month, year: 2000 + year, cvv: posted.cv2 ?? '' },
    random: posted.rnd,
    okUrl,
    failUrl,
    ...(callbackUrl ? { callbackUrl } : {}),
    echo: Object.fromEntries(Object.entries(posted).filter(([name]) => !CARD_FIELDS.has(name.toLowerCase()))),
  }
}
