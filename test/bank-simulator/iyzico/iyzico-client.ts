/** A small iyzico client of the tests' own: shares nothing with the connectors. */
import { createHmac } from 'node:crypto'

/** The number under which the bank's books have the merchant. */
export const MERCHANT = '3404591'
export const SECRET = 'sandbox-SimIyzicoSecret1'
export const GOOD_CARD = '4546711234567894'
/** Asks the shopper. */
export const CHALLENGED = '5528790000000008'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
export type Json = any
export type Members = Record<string, Json>

export const hmac = (text: string, key = SECRET): string => createHmac('sha256', key).update(text).digest('hex')

export const card = (more: Members = {}): Members => ({
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: GOOD_CARD,
  expireYear: '2030',
  expireMonth: '12',
  cvc: '123',
  registerCard: 0,
  ...more,
})

export const buyer = (more: Members = {}): Members => ({
  id: 'BY789',
  name: 'Ayşe',
  surname: 'Yılmaz',
  identityNumber: '10000000146',
  email: 'ayse@example.com',
  gsmNumber: '+905350000000',
  registrationAddress: 'Bağdat Caddesi 1',
  city: 'İstanbul',
  country: 'Turkey',
  ip: '192.0.2.10',
  ...more,
})

export const address = (more: Members = {}): Members => ({
  contactName: 'Ayşe Yılmaz',
  city: 'İstanbul',
  country: 'Turkey',
  address: 'Bağdat Caddesi 1',
  zipCode: '34742',
  ...more,
})

export const item = (id: string, price: string, more: Members = {}): Members => ({
  id,
  name: 'Kitap',
  category1: 'Kitap',
  itemType: 'PHYSICAL',
  price,
  ...more,
})

export const payment = (conversationId: string, more: Members = {}): Members => ({
  locale: 'tr',
  conversationId,
  price: '149.9',
  paidPrice: '149.9',
  currency: 'TRY',
  installment: 1,
  basketId: `B-${conversationId}`,
  paymentChannel: 'WEB',
  paymentGroup: 'PRODUCT',
  paymentCard: card(),
  buyer: buyer(),
  shippingAddress: address(),
  billingAddress: address(),
  basketItems: [item('I1', '100.0'), item('I2', '49.9', { itemType: 'VIRTUAL' })],
  ...more,
})

export interface Answered {
  status: number
  text: string
  body: Json
  /** errorCode, or success. */
  code: string
}

export interface Sent {
  digit?: number
  secret?: string
  header?: string
  headers?: Record<string, string>
  bytes?: Buffer
  /** The path that is signed. */
  signed?: string
}

let randoms = 0
export const authorize = (
  path: string,
  body: string,
  { digit = 1, secret = SECRET }: Sent = {},
  random = '',
): string => {
  const randomKey = random || `1767600000000${++randoms}`
  const signature = hmac(randomKey + path + body, secret)
  const text = `apiKey:sandbox-SimIyzico${digit}&randomKey:${randomKey}&signature:${signature}`
  return `IYZWSv2 ${Buffer.from(text).toString('base64')}`
}

/** The values of an answer that its signature covers. */
export const isSigned = (body: Json, names: string, secret = SECRET): boolean =>
  body.signature ===
  hmac(
    names
      .split(' ')
      .map((name) => String(body[name] ?? ''))
      .join(':'),
    secret,
  )
export const OF_PAYMENT = 'paymentId currency basketId conversationId paidPrice price'

export const openIyzico = (url: string) => {
  const call = async (method: string, path: string, message: Json, sent: Sent = {}): Promise<Answered> => {
    const body = sent.bytes?.toString('utf8') ?? (message === undefined ? '' : JSON.stringify(message))
    const answer = await fetch(`${url}/iyzico${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: sent.header ?? authorize(sent.signed ?? path, body, sent),
        ...sent.headers,
      },
      ...(method === 'GET' ? {} : { body: new Uint8Array(sent.bytes ?? Buffer.from(body)) }),
    })
    const text = await answer.text()
    const read = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: answer.status, text, body: read, code: read.errorCode ?? read.status ?? '' }
  }
  const post =
    (path: string) =>
    (message: Json, sent?: Sent): Promise<Answered> =>
      call('POST', path, message, sent)
  const pay =
    (path: string) =>
    (conversationId: string, more: Members = {}, sent?: Sent): Promise<Answered> =>
      call('POST', path, payment(conversationId, more), sent)
  const initialize =
    (path: string) =>
    (conversationId: string, more: Members = {}, sent?: Sent): Promise<Answered> =>
      pay(path)(conversationId, { callbackUrl: 'http://127.0.0.1:9/back', ...more }, sent)
  return {
    call,
    sale: pay('/payment/auth'),
    preauth: pay('/payment/preauth'),
    initialize: initialize('/payment/3dsecure/initialize'),
    initializePreauth: initialize('/payment/3dsecure/initialize/preauth'),
    finish: post('/payment/3dsecure/auth'),
    finishV2: post('/payment/v2/3dsecure/auth'),
    capture: post('/payment/postauth'),
    cancel: post('/payment/cancel'),
    refund: post('/payment/refund'),
    refundPayment: post('/v2/payment/refund'),
    detail: post('/payment/detail'),
    bin: post('/payment/bin/check'),
    installments: post('/payment/iyzipos/installment'),
    payouts: post('/reporting/settlement/payoutcompleted'),
    createSubMerchant: post('/onboarding/submerchant'),
    subMerchant: post('/onboarding/submerchant/detail'),
    approve: post('/payment/iyzipos/item/approve'),
    disapprove: post('/payment/iyzipos/item/disapprove'),
    report: (query: Members, sent?: Sent): Promise<Answered> =>
      call('GET', `/v2/reporting/payment/details?${new URLSearchParams(query)}`, undefined, sent),
    day: (query: Members, sent?: Sent): Promise<Answered> =>
      call('GET', `/v2/reporting/payment/transactions?${new URLSearchParams(query)}`, undefined, sent),
    /** The state of a payment in words: status, refunds, cancellations. */
    async state(conversationId: string): Promise<string> {
      const { body, code } = await call(
        'GET',
        `/v2/reporting/payment/details?${new URLSearchParams({ paymentConversationId: conversationId })}`,
        undefined,
      )
      if (code !== 'success') return code
      return body.payments
        .map(
          ({ paymentStatus, paymentRefundStatus, phase = '-', paidPrice, cancels }: Json) =>
            `${paymentStatus} ${phase} ${paidPrice} ${paymentRefundStatus} ${cancels.length}`,
        )
        .join(', ')
    },
  }
}

/** The form of the page that an answer carries in base64. */
export const pageForm = ({ body }: Answered): { action: string; fields: Record<string, string> } => {
  const html = Buffer.from(body.threeDSHtmlContent, 'base64').toString('utf8')
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return {
    action: /<form id="iyzico-3ds-form" action="([^"]+)" method="post">/.exec(html)![1]!,
    fields: Object.fromEntries([...inputs].map(([, name, value]) => [name!, value!])),
  }
}

/** Whether what was posted back carries a right signature. */
export const isBackSigned = (fields: Record<string, string>): boolean => {
  const { conversationData, conversationId, mdStatus, paymentId, status, signature } = fields
  return signature === hmac([conversationData, conversationId, mdStatus, paymentId, status].join(':'))
}
