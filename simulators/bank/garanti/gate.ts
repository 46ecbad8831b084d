/** POST /garanti/servlet/gt3dengine: the form that the shopper's browser brings. */
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
import { GARANTI_MERCHANTS, type GarantiMerchant } from '../world/merchants.ts'
import { REFUSALS } from './answer.ts'
import { garantiFace } from './callback.ts'
import { amountOf, isOrderId } from './fields.ts'
import { formHash } from './hash.ts'

const PATH = '/garanti/servlet/gt3dengine'

/** procreturncode and errmsg of a post to errorurl without a hash: refused before there was a challenge. */
const REFUSED: Readonly<Record<GateRefusal, readonly [code: string, text: string]>> = {
  merchant_suspended: ['03', 'The merchant is closed.'],
  no_3d: ['58', 'The terminal has no 3D Secure.'],
  preauth_not_allowed: ['58', 'The terminal may not pre-authorize.'],
  currency_not_allowed: ['58', 'The terminal may not use this currency.'],
  card_format: ['14', 'The card number is not valid.'],
  card_expired: ['54', 'The card has expired.'],
  installment_not_allowed: ['57', 'The number of installments is not acceptable.'],
  order_used: [REFUSALS.order_used[0], 'The order number has been used already.'],
  random_used: ['12', 'The form has been used already.'],
}

export const garantiGate = (server: FastifyInstance, bank: Bank): void => {
  server.post(PATH, async (request, reply) => {
    bringUpToDate(bank.ledger)
    const visitor: Visitor = { request, reply, language: languageOf(request.headers['accept-language']) }
    const fault = (error: string): unknown => reply.code(400).type('text/plain; charset=utf-8').send(`${error}\n`)
    let posted: Form
    try {
      posted = readForm(request.body as Buffer, 'utf-8')
    } catch (error) {
      if (error instanceof BadForm) return fault(error.message)
      throw error
    }
    const merchant = GARANTI_MERCHANTS.get(posted.terminalid ?? '')
    if (merchant?.merchantId !== posted.terminalmerchantid || !merchant) return fault('0752: no such terminal')
    if (!isSigned(posted, merchant)) {
      const order_id = posted.orderid ?? ''
      bank.ledger.commit({ kind: 'violation', violation: 'wrong_hash', merchant: merchant.id, order_id })
      return fault('0651: the hash is not that of the fields')
    }
    const form = formOf(posted, merchant)
    if (typeof form === 'string') return fault(form)
    if (await strikesGate(bank, reply, callOf(form))) return
    if (cardOf(form.card.number)?.code === '500')
      return reply.code(500).type('text/plain').send('the bank is not well\n')
    const refusal = gateRefusal(bank, form)
    return refusal ? refuse(bank, visitor, form, refusal) : enter(bank, garantiFace, form, visitor)
  })
}

const callOf = ({ merchant, orderId, card, amount }: GateForm) => ({
  path: PATH,
  request: '',
  face: 'garanti',
  merchant: merchant.id,
  order_id: orderId,
  operation: 'gate',
  card: maskCard(card.number),
  amount,
})

const refuse = async ({ ledger }: Bank, visitor: Visitor, form: GateForm, refusal: GateRefusal): Promise<unknown> => {
  await ledger.durable()
  const [procreturncode, errmsg] = REFUSED[refusal]
  const fields = {
    ...form.echo,
    oid: form.orderId,
    mdstatus: '7',
    response: 'Error',
    procreturncode,
    errmsg,
    mderrormessage: errmsg,
  }
  if (visitor.request.headers.accept?.includes('application/json'))
    return visitor.reply.send({ action: form.failUrl, method: 'POST', fields })
  return send(visitor, returnPage(form.failUrl, fields, visitor.language, errmsg))
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
  'secure3dhash',
])

/** A text says what is wrong with the form. */
const formOf = (posted: Form, merchant: GarantiMerchant): GateForm | string => {
  const { orderid = '', txntype = '', successurl = '', errorurl = '', secure3dsecuritylevel = '' } = posted
  const model = Object.hasOwn(LEVELS, secure3dsecuritylevel) ? LEVELS[secure3dsecuritylevel] : undefined
  const amount = amountOf(posted.txnamount ?? '')
  const currency = currencyOf(posted.txncurrencycode ?? '')
  const installments = installmentsOf(posted.txninstallmentcount ?? '')
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
