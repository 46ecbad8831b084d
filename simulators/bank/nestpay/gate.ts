/** POST /nestpay/fim/est3Dgate: the form that the shopper's browser brings, with the card and a hash over all fields. */
import type { FastifyInstance } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import { enter, type GateForm, type GateRefusal, gateRefusal, isHttp } from '../acs/gate.ts'
import { returnPage } from '../acs/pages.ts'
import { send, type Visitor } from '../acs/routes.ts'
import { languageOf } from '../acs/texts.ts'
import type { Bank } from '../bank-parts.ts'
import { BadForm, type Form, readForm } from '../wire/form.ts'
import { same } from '../wire/same.ts'
import { strikesGate } from '../wire/serve.ts'
import { currencyOf, installmentsOf } from '../wire/terms.ts'
import { cardOf, maskCard } from '../world/cards.ts'
import { type Merchant, NESTPAY_MERCHANTS } from '../world/merchants.ts'
import { nestpayFace } from './callback.ts'
import { amountOf, isOrderId } from './fields.ts'
import { hashVer3 } from './hash.ts'

const PATH = '/nestpay/fim/est3Dgate'

/** ErrorCode and ErrMsg of a post to failUrl without HASH: the gateway refused before there was a challenge. */
const REFUSED: Readonly<Record<GateRefusal, readonly [code: string, text: string]>> = {
  merchant_suspended: ['CORE-2126', 'The merchant is closed.'],
  no_3d: ['3D-1007', 'The store type is not allowed for this merchant.'],
  preauth_not_allowed: ['CORE-2104', 'The merchant may not pre-authorize.'],
  currency_not_allowed: ['CORE-2105', 'The merchant may not use this currency.'],
  card_format: ['HPP-1001', 'The card number is not valid.'],
  card_expired: ['CORE-2010', 'The card has expired.'],
  installment_not_allowed: ['CORE-2603', 'The number of installments is not acceptable.'],
  order_used: ['CORE-2507', 'The order number has been used already.'],
  random_used: ['CORE-2127', 'The random value has been used already.'],
}

export const nestpayGate = (server: FastifyInstance, bank: Bank): void => {
  server.post(PATH, async (request, reply) => {
    bringUpToDate(bank.ledger)
    const visitor: Visitor = { request, reply, language: languageOf(request.headers['accept-language']) }
    const fault = (error: string): unknown => reply.code(400).type('text/plain; charset=utf-8').send(`${error}\n`)
    let posted: Form
    try {
      posted = readForm(request.body as Buffer)
    } catch (error) {
      if (error instanceof BadForm) return fault(error.message)
      throw error
    }
    const merchant = NESTPAY_MERCHANTS.get(posted.clientid ?? '')
    if (!merchant) return fault('no such client id')
    if (posted.hashAlgorithm !== 'ver3' || !same(posted.hash ?? '', hashVer3(posted, merchant.storeKey))) {
      bank.ledger.commit({
        kind: 'violation',
        violation: 'wrong_hash',
        merchant: merchant.id,
        order_id: posted.oid ?? '',
      })
      return fault('3D-1004: the hash is not that of the fields')
    }
    const form = formOf(posted, merchant)
    if (typeof form === 'string') return fault(form)
    if (await strikesGate(bank, reply, callOf(form))) return
    if (cardOf(form.card.number)?.code === '500')
      return reply.code(500).type('text/plain').send('the bank is not well\n')
    const refusal = gateRefusal(bank, form)
    return refusal ? refuse(bank, visitor, form, refusal) : enter(bank, nestpayFace, form, visitor)
  })
}

const callOf = ({ merchant, orderId, card, amount }: GateForm) => ({
  path: PATH,
  request: '',
  face: 'nestpay',
  merchant: merchant.id,
  order_id: orderId,
  operation: 'gate',
  card: maskCard(card.number),
  amount,
})

const refuse = async ({ ledger }: Bank, visitor: Visitor, form: GateForm, refusal: GateRefusal): Promise<unknown> => {
  await ledger.durable()
  const [ErrorCode, ErrMsg] = REFUSED[refusal]
  const fields = { ...form.echo, Response: 'Error', ProcReturnCode: '99', ErrorCode, ErrMsg }
  if (visitor.request.headers.accept?.includes('application/json'))
    return visitor.reply.send({ action: form.failUrl, method: 'POST', fields })
  return send(visitor, returnPage(form.failUrl, fields, visitor.language, ErrMsg))
}

const STORE_TYPES: ReadonlySet<string> = new Set(['3d', '3d_pay'])
const CARD_FIELDS: ReadonlySet<string> = new Set([
  'pan',
  'cv2',
  'ecom_payment_card_expdate_month',
  'ecom_payment_card_expdate_year',
  'hash',
])

/** A text says what is wrong with the form. */
const formOf = (posted: Form, merchant: Merchant): GateForm | string => {
  const { oid = '', storetype = '', TranType = posted.islemtipi ?? '', okUrl = '', failUrl = '', callbackUrl } = posted
  const amount = amountOf(posted.amount ?? '')
  const currency = currencyOf(posted.currency ?? '')
  const installments = installmentsOf(posted.taksit ?? '')
  const month = Number(posted.Ecom_Payment_Card_ExpDate_Month)
  const year = Number(posted.Ecom_Payment_Card_ExpDate_Year)
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
