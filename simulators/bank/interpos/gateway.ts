/** POST /interpos/mpi/Default.aspx by the shopper's browser, with the card and a hash. */
import { type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import type { ThreeDGateway } from '../acs/gateway-route.ts'
import type { Form } from '../wire/form.ts'
import { parseDecimal } from '../wire/money.ts'
import { same } from '../wire/same.ts'
import { isOrderId, parseCurrency, parseExpiry } from '../wire/terms.ts'
import { INTERPOS_MERCHANTS, type Merchant } from '../world/merchants.ts'
import { interposAdapter, refusedFields } from './callback.ts'
import { KNOWN, parseInstallmentCount } from './fields.ts'
import { formHash } from './hash.ts'

export const interposGateway: ThreeDGateway = {
  path: '/interpos/mpi/Default.aspx',
  name: 'interpos',
  adapter: interposAdapter,
  charset: 'utf-8',
  whose: ({ ShopCode = '', OrderId = '' }) => ({ merchant: ShopCode, orderId: OrderId }),
  read(posted) {
    const merchant = INTERPOS_MERCHANTS.get(posted.ShopCode ?? '')
    if (!merchant) return { fault: 'B810001: no such shop' }
    if (!same(posted.Hash ?? '', formHash(posted, merchant.storeKey)))
      return { fault: 'B630002: the hash is not that of the fields', violation: 'wrong_hash' }
    const form = readForm(posted, merchant)
    return typeof form === 'string' ? { fault: form } : form
  },
  refusedFields: (form, refusal) => refusedFields(form, refusal),
}

const MODELS: Readonly<Record<string, '3d' | '3d_pay'>> = { '3DModel': '3d', '3DPay': '3d_pay' }

/** Returns a text if something is wrong with the form. */
const readForm = (posted: Form, merchant: Merchant): GatewayForm | string => {
  const { OrderId = '', SecureType = '', TxnType = '', OkUrl = '', FailUrl = '', PurchAmount = '' } = posted
  const model = Object.hasOwn(MODELS, SecureType) ? MODELS[SecureType] : undefined
  const amount = parseDecimal(PurchAmount)
  const currency = parseCurrency(posted.Currency ?? '')
  const installments = parseInstallmentCount(posted.InstallmentCount ?? '')
  const expiry = parseExpiry(posted.Expiry ?? '')
  if (!isOrderId(OrderId)) return 'B300001: the order id'
  if (model === undefined) return 'BE310003: the secure type is 3DModel or 3DPay'
  if (TxnType !== 'Auth' && TxnType !== 'PreAuth') return 'BE310003: the transaction type is Auth or PreAuth'
  if (amount === undefined) return 'B130001: the amount has the form 149.90'
  if (currency === undefined) return 'B300002: the currency is an ISO 4217 number'
  if (installments === undefined) return 'B300003: a single payment is an empty text, 0 or 1'
  if (expiry === undefined) return 'B300006: the expiry is MMYY'
  if (!posted.Cvv2) return 'B300005: the card code'
  if (![OkUrl, FailUrl].every(isHttp)) return 'BE310005: the addresses are http or https'
  if (!posted.Rnd) return 'BE310006: Rnd is missing'
  const unknown = Object.keys(posted).find((name) => !KNOWN.has(name))
  if (unknown !== undefined) return `BE310002: ${unknown} is no field`
  return {
    merchant,
    orderId: OrderId,
    operation: TxnType === 'Auth' ? 'sale' : 'preauth',
    model,
    amount,
    currency,
    installments,
    card: { number: posted.Pan ?? '', ...expiry, cvv: posted.Cvv2 },
    random: '',
    okUrl: OkUrl,
    failUrl: FailUrl,
    echo: { PurchAmount },
  }
}
