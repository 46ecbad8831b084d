/** POST /garanti/servlet/gt3dengine: the form that the shopper's browser brings. */
import { type ChallengeRefusal, type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import { refusalText, type ThreeDGateway } from '../acs/gateway-route.ts'
import type { Form } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { parseCurrency, parseInstallments } from '../wire/terms.ts'
import { GARANTI_MERCHANTS, type GarantiMerchant } from '../world/merchants.ts'
import { garantiAdapter } from './callback.ts'
import { isOrderId, parseAmount } from './fields.ts'
import { formHash } from './hash.ts'

/** procreturncode of a post to errorurl without a hash. */
const REFUSED: Readonly<Record<ChallengeRefusal, string>> = {
  merchant_suspended: '03',
  no_3d: '58',
  preauth_not_allowed: '58',
  currency_not_allowed: '58',
  card_format: '14',
  card_expired: '54',
  installment_not_allowed: '57',
  order_used: '92',
  random_used: '12',
}

export const garantiGateway: ThreeDGateway = {
  path: '/garanti/servlet/gt3dengine',
  name: 'garanti',
  adapter: garantiAdapter,
  charset: 'utf-8',
  whose: ({ terminalid = '', orderid = '' }) => ({ merchant: terminalid, orderId: orderid }),
  read(posted) {
    const merchant = GARANTI_MERCHANTS.get(posted.terminalid ?? '')
    if (merchant?.merchantId !== posted.terminalmerchantid || !merchant) return { fault: '0752: no such terminal' }
    if (!isSigned(posted, merchant))
      return { fault: '0651: the hash is not that of the fields', violation: 'wrong_hash' }
    const form = readForm(posted, merchant)
    return typeof form === 'string' ? { fault: form } : form
  },
  refusedFields: (form, refusal) => ({
    ...form.echo,
    oid: form.orderId,
    mdstatus: '7',
    response: 'Error',
    procreturncode: REFUSED[refusal],
    errmsg: refusalText(refusal),
    mderrormessage: refusalText(refusal),
  }),
}

const isSigned = (posted: Form, { password, storeKey }: GarantiMerchant): boolean => {
  const { terminalid = '', orderid = '', txnamount = '', txncurrencycode = '', successurl = '', errorurl = '' } = posted
  const { txntype = '', txninstallmentcount = '', secure3dhash = '' } = posted
  const hashed = {
    terminalId: terminalid,
    orderId: orderid,
    amount: txnamount,
    currency: txncurrencycode,
    successUrl: successurl,
    errorUrl: errorurl,
    type: txntype,
    installment: txninstallmentcount,
  }
  return same(secure3dhash, formHash(hashed, storeKey, password))
}

const LEVELS: Readonly<Record<string, '3d' | '3d_pay'>> = { '3D': '3d', '3D_PAY': '3d_pay' }
const CARD_FIELDS: ReadonlySet<string> = new Set([
  'cardnumber',
  'cardcvv2',
  'cardexpiredatemonth',
  'cardexpiredateyear',
])

/** Returns a text if something is wrong with the form. */
const readForm = (posted: Form, merchant: GarantiMerchant): GatewayForm | string => {
  const { orderid = '', txntype = '', successurl = '', errorurl = '', secure3dsecuritylevel = '' } = posted
  const model = Object.hasOwn(LEVELS, secure3dsecuritylevel) ? LEVELS[secure3dsecuritylevel] : undefined
  const amount = parseAmount(posted.txnamount ?? '')
  const currency = parseCurrency(posted.txncurrencycode ?? '')
  const installments = parseInstallments(posted.txninstallmentcount ?? '')
  const [month, year] = [Number(posted.cardexpiredatemonth), Number(posted.cardexpiredateyear)]
  if (posted.apiversion !== '512' || posted.terminalprovuserid !== merchant.user) return '0651: the user or the version'
  if (!isOrderId(orderid)) return '0002: the order id'
  if (model === undefined) return '0002: the security level is 3D or 3D_PAY'
  if (txntype !== 'sales' && txntype !== 'preauth') return '12: the type is sales or preauth'
  if (amount === undefined) return '13: the amount is whole minor units'
  if (currency === undefined) return '0002: the currency is an ISO 4217 number'
  if (installments === undefined) return '0002: the number of installments'
  if (!(month >= 1 && month <= 12 && year >= 0 && year <= 99)) return '0002: the expiry has two digits each'
  if (![successurl, errorurl].every(isHttp)) return '0002: the addresses are http or https'
  return {
    merchant,
    orderId: orderid,
    operation: txntype === 'sales' ? 'sale' : 'preauth',
    model,
    amount,
    currency,
    installments,
    card: { number: posted.cardnumber ?? '', month, year: 2000 + year, cvv: posted.cardcvv2 ?? '' },
    random: '',
    okUrl: successurl,
    failUrl: errorurl,
    echo: Object.fromEntries(Object.entries(posted).filter(([name]) => !CARD_FIELDS.has(name))),
  }
}
