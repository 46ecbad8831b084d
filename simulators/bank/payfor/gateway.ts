/** POST /payfor/Gateway/Default.aspx: the form that the shopper's browser brings, with the card and a hash. */

import { type ChallengeRefusal, type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import type { ThreeDGateway } from '../acs/gateway-route.ts'
import type { Form } from '../wire/form.ts'
import { parseDecimal } from '../wire/money.ts'
import { same } from '../wire/same.ts'
import { isOrderId, parseCurrency, parseExpiry, parseInstallmentCount } from '../wire/terms.ts'
import { PAYFOR_MERCHANTS, type PayforMerchant } from '../world/merchants.ts'
import { REFUSALS } from './answer.ts'
import { callbackRecord, payforAdapter, signed } from './callback.ts'
import { formHash } from './hash.ts'

/** Where the gateway's answer to a payment has no such refusal. */
const OF_FORMS: Partial<Record<ChallengeRefusal, readonly [code: string, text: string]>> = {
  no_3d: ['V010', 'Üye işyerinin 3D Secure yetkisi yok.'],
  card_expired: ['M006', 'Kartın son kullanma tarihi geçmiş.'],
  random_used: ['M030', 'Rnd değeri daha önce kullanılmış.'],
}

export const payforGateway: ThreeDGateway = {
  path: '/payfor/Gateway/Default.aspx',
  name: 'payfor',
  adapter: payforAdapter,
  charset: 'utf-8',
  whose: ({ MerchantID = '', OrderId = '' }) => ({ merchant: MerchantID, orderId: OrderId }),
  read(posted) {
    const merchant = PAYFOR_MERCHANTS.get(posted.MerchantID ?? '')
    if (!merchant || posted.MbrId !== merchant.mbrId) return { fault: 'M024: no such merchant' }
    if (posted.UserCode !== merchant.user) return { fault: 'V001: no such user' }
    if (!same(posted.Hash ?? '', formHash(posted, merchant.storeKey)))
      return { fault: 'M030: the hash is not that of the fields', violation: 'wrong_hash' }
    const form = readForm(posted, merchant)
    return typeof form === 'string' ? { fault: form } : form
  },
  refusedFields(form, refusal, bank) {
    const [ProcReturnCode, ErrMsg] = OF_FORMS[refusal] ?? REFUSALS[refusal as keyof typeof REFUSALS]
    const fields = callbackRecord(bank, form.echo, {
      Exponent: '',
      TerminalID: '',
      AlphaCode: '',
      MrcCountryCode: '',
      RequestStat: '1,5',
      ProcReturnCode,
      ErrMsg,
      ResponseRnd: 'PF638462944484307452',
    })
    return signed(fields, form.merchant.storeKey)
  },
}

const MODELS: Readonly<Record<string, '3d' | '3d_pay'>> = { '3DModel': '3d', '3DPay': '3d_pay' }
/** Returned are holder and everything that is not of the card. */
const CARD_FIELDS: ReadonlySet<string> = new Set(['Pan', 'Expiry', 'Cvv2'])
/** Known to the gateway, and not among the fields posted back. */
const NOT_RETURNED: ReadonlySet<string> = new Set(['UserCode', 'UserPass'])

/** Returns a text if something is wrong with the form. */
const readForm = (posted: Form, merchant: PayforMerchant): GatewayForm | string => {
  const { OrderId = '', SecureType = '', TxnType = '', OkUrl = '', FailUrl = '' } = posted
  const model = Object.hasOwn(MODELS, SecureType) ? MODELS[SecureType] : undefined
  const amount = parseDecimal(posted.PurchAmount ?? '')
  const currency = parseCurrency(posted.Currency ?? '')
  const installments = parseInstallmentCount(posted.InstallmentCount ?? '')
  const expiry = parseExpiry(posted.Expiry ?? '')
  if (!isOrderId(OrderId)) return 'M022: the order id'
  if (model === undefined) return 'M015: the secure type is 3DModel or 3DPay'
  if (TxnType !== 'Auth' && TxnType !== 'PreAuth') return 'M014: the transaction type is Auth or PreAuth'
  if (amount === undefined) return 'M012: the amount has the form 149.90'
  if (currency === undefined) return 'M002: the currency is an ISO 4217 number'
  if (installments === undefined) return 'M021: a single payment is 0'
  if (expiry === undefined) return 'M006: the expiry is MMYY'
  if (![OkUrl, FailUrl].every(isHttp)) return 'the addresses are http or https'
  if (!posted.Rnd) return 'Rnd is missing'
  return {
    merchant,
    orderId: OrderId,
    operation: TxnType === 'Auth' ? 'sale' : 'preauth',
    model,
    amount,
    currency,
    installments,
    card: { number: posted.Pan ?? '', ...expiry, cvv: posted.Cvv2 ?? '' },
    random: '',
    okUrl: OkUrl,
    failUrl: FailUrl,
    echo: Object.fromEntries(
      Object.entries(posted).filter(([name]) => !CARD_FIELDS.has(name) && !NOT_RETURNED.has(name)),
    ),
  }
}
