/** POST /akbank/securepay: the form that the shopper's browser brings, with the card and a hash. */
import { type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import type { GatewayFault, ThreeDGateway } from '../acs/gateway-route.ts'
import type { Form } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { parseCurrency } from '../wire/terms.ts'
import { type AkbankMerchant, findBySafeIds } from '../world/merchants.ts'
import { akbankAdapter, failureFields, signed } from './callback.ts'
import { isCvv, isOrderId, isRandomNumber, isStamp, parseAmount, parseExpiry, parseInstallCount } from './fields.ts'
import { formHash, HASHED } from './hash.ts'
import { REFUSALS, refusalText } from './refusals.ts'

export const akbankGateway: ThreeDGateway = {
  path: '/akbank/securepay',
  name: 'akbank',
  adapter: akbankAdapter,
  charset: 'utf-8',
  whose: ({ merchantSafeId = '', terminalSafeId = '', orderId = '' }) => ({
    merchant: findBySafeIds(merchantSafeId, terminalSafeId)?.id ?? '',
    orderId,
  }),
  read: readForm,
  refusedFields: ({ orderId, merchant }, refusal) =>
    signed(failureFields(orderId, [REFUSALS[refusal][0], refusalText(refusal, orderId)]), merchant.storeKey),
}

const MODELS: Readonly<Record<string, '3d' | '3d_pay'>> = { '3D': '3d', '3D_PAY': '3d_pay' }
const KNOWN: ReadonlySet<string> = new Set([...HASHED, 'hash'])
/** Fields of the form that a callback needs. */
const KEPT: ReadonlySet<string> = new Set(['paymentModel', 'cardHolderName'])

/** Returns a text if something is wrong with the form. */
function readForm(posted: Form): GatewayForm | GatewayFault {
  const { merchantSafeId = '', terminalSafeId = '', hash = '' } = posted
  const merchant = findBySafeIds(merchantSafeId, terminalSafeId)
  if (!merchant) return { fault: 'no such merchant or terminal' }
  if (!same(hash, formHash(posted, merchant.storeKey)))
    return { fault: 'the hash is not that of the fields', violation: 'wrong_hash' }
  const form = formOf(posted, merchant)
  return typeof form === 'string' ? { fault: form } : form
}

const formOf = (posted: Form, merchant: AkbankMerchant): GatewayForm | string => {
  const {
    orderId = '',
    paymentModel = '',
    txnCode = '',
    okUrl = '',
    failUrl = '',
    cvv = '',
    randomNumber = '',
  } = posted
  const unknown = Object.keys(posted).find((name) => !KNOWN.has(name))
  const model = Object.hasOwn(MODELS, paymentModel) ? MODELS[paymentModel] : undefined
  const amount = parseAmount(posted.amount)
  const currency = parseCurrency(posted.currencyCode ?? '')
  const installments = parseInstallCount(posted.installCount ?? '')
  const expiry = parseExpiry(posted.expiredDate ?? '')
  if (unknown !== undefined) return `unknown field ${unknown}`
  if (model === undefined) return 'paymentModel is 3D or 3D_PAY'
  if (txnCode !== '3000' && txnCode !== '3004') return 'txnCode is 3000 or 3004'
  if (!isOrderId(orderId)) return 'orderId has 1 to 36 letters, digits, hyphens and underscores'
  if (posted.lang !== 'TR' && posted.lang !== 'EN') return 'lang is TR or EN'
  if (!amount) return 'amount has the form 149.90'
  if (currency === undefined) return 'currencyCode is an ISO 4217 number'
  if (installments === undefined) return 'installCount of a single payment is 1'
  if (expiry === undefined) return 'expiredDate is MMYY'
  if (!isCvv(cvv)) return 'cvv has three or four digits'
  if (![okUrl, failUrl].every(isHttp)) return 'okUrl and failUrl are http or https'
  if (!isRandomNumber(randomNumber)) return 'randomNumber has 128 hexadecimal digits'
  if (!isStamp(posted.requestDateTime ?? '')) return 'requestDateTime has the form 2026-01-05T10:15:30.000'
  return {
    merchant,
    orderId,
    operation: txnCode === '3000' ? 'sale' : 'preauth',
    model,
    amount,
    currency,
    installments,
    card: { number: posted.creditCard ?? '', ...expiry, cvv },
    random: randomNumber,
    okUrl,
    failUrl,
    echo: Object.fromEntries(Object.entries(posted).filter(([name]) => KEPT.has(name))),
  }
}
