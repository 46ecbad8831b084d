/** A small Akbank client of the tests' own: shares nothing with the connectors. */
import { createHmac, randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { GOOD_CARD } from '../nestpay-client.ts'

/** The number under which the bank's books have the merchant. */
export const MERCHANT = '46000001'
export const SECRET = '53696d5f6b6e6f6c6c5f6a6f6d6f5f6b6f6c6f5f6a6f6b6c6d6e6f5f6b6f6a6f'
/** Asks the shopper. */
export const CHALLENGED = '5400637000000004'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
export type Json = any
type Members = Record<string, Json>

/** Codes of a merchant of the bank, by the last digit of its number. */
export const terminalOf = (digit: number) => ({
  merchantSafeId: `20260105093000127A5C1E7B93D04F2${digit}`,
  terminalSafeId: `20260105093000215C81D4F6A2E90B3${digit}`,
})

export const hmac = (content: string | Buffer, key = SECRET): string =>
  createHmac('sha512', key).update(content).digest('base64')

export const newRandom = (): string => randomBytes(64).toString('hex').toUpperCase()

/** A time as the bank writes it, in Istanbul. */
export const istanbul = (ms: number): string => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 23)

export const head = (txnCode: string, digit = 1): Members => ({
  version: '1.00',
  txnCode,
  requestDateTime: '2026-01-05T10:15:30.000',
  randomNumber: newRandom(),
  terminal: terminalOf(digit),
})

export const card = (more: Members = {}): Members => ({
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: GOOD_CARD,
  cvv2: '000',
  expireDate: '1230',
  ...more,
})

export const terms = (more: Members = {}): Members => ({
  amount: '149.90',
  currencyCode: 949,
  motoInd: 0,
  installCount: 1,
  ...more,
})

export interface AkbankAnswer {
  status: number
  text: string
  body: Json
  /** responseCode, or the code of what was not understood. */
  code: string
  host: string | undefined
}

export interface Sent {
  hash?: string
  key?: string
  bytes?: Buffer
}

export const API = '/akbank/api/v1/payment/virtualpos'

export const openAkbank = (url: string) => {
  const post = async (path: string, message: Json, { key = SECRET, bytes, hash }: Sent = {}): Promise<AkbankAnswer> => {
    const body = bytes ?? Buffer.from(JSON.stringify(message))
    const answer = await fetch(`${url}${API}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'auth-hash': hash ?? hmac(body, key) },
      body: new Uint8Array(body),
    })
    const text = await answer.text()
    const read = text.startsWith('{') ? JSON.parse(text) : {}
    return {
      status: answer.status,
      text,
      body: read,
      code: read.responseCode ?? read.code ?? '',
      host: read.hostResponseCode,
    }
  }
  const send = (message: Json, sent?: Sent): Promise<AkbankAnswer> => post('/transaction/process', message, sent)
  const pay =
    (txnCode: string) =>
    (orderId: string, more: Members = {}, digit = 1): Promise<AkbankAnswer> =>
      send({ ...head(txnCode, digit), order: { orderId }, card: card(), transaction: terms(), ...more })
  const follow = (txnCode: string, orderId: string, amount: string | undefined, more: Members, digit: number) =>
    send({
      ...head(txnCode, digit),
      order: { orderId },
      ...(amount === undefined ? {} : { transaction: { amount, currencyCode: 949 } }),
      ...more,
    })
  return {
    send,
    sale: pay('1000'),
    preauth: pay('1004'),
    capture: (orderId: string, amount: string, more: Members = {}, digit = 1) =>
      follow('1005', orderId, amount, more, digit),
    void: (orderId: string, more: Members = {}, digit = 1) => follow('1003', orderId, undefined, more, digit),
    refund: (orderId: string, amount?: string, more: Members = {}, digit = 1) =>
      follow('1002', orderId, amount, more, digit),
    history: (orderId: string, more: Members = {}, digit = 1) => follow('1010', orderId, undefined, more, digit),
    /** The list of an order, a row in words. */
    async rows(orderId: string): Promise<string[]> {
      const { body } = await follow('1010', orderId, undefined, {}, 1)
      return (body.txnDetailList ?? []).map(
        ({ txnCode, txnStatus, amount, responseCode, preAuthStatus = '-' }: Json) =>
          `${txnCode} ${txnStatus} ${amount} ${responseCode} ${preAuthStatus}`,
      )
    },
    async report(report: Members, digit = 1): Promise<AkbankAnswer & { list: Json[]; data: Json }> {
      const message = { terminal: terminalOf(digit), randomNumber: newRandom(), report }
      const answer = await post('/portal/report/transaction', message)
      const data = answer.body.data ? JSON.parse(gunzipSync(Buffer.from(answer.body.data, 'base64')).toString()) : {}
      return { ...answer, data, list: data.txnDetailList ?? [] }
    },
    /** The charge after a challenge. */
    afterChallenge: (orderId: string, fields: Record<string, string>, more: Members = {}, txnCode = '1000') =>
      send({
        ...head(txnCode),
        order: { orderId },
        transaction: terms(),
        secureTransaction: {
          secureId: fields.secureId,
          secureEcomInd: fields.secureEcomInd,
          secureData: fields.secureData,
          secureMd: fields.secureMd,
        },
        ...more,
      }),
  }
}

const HASHED = [
  ...['paymentModel', 'txnCode', 'merchantSafeId', 'terminalSafeId', 'orderId', 'lang', 'amount'],
  ...['ccbRewardAmount', 'pcbRewardAmount', 'xcbRewardAmount', 'currencyCode', 'installCount', 'okUrl', 'failUrl'],
  ...['emailAddress', 'subMerchantId', 'creditCard', 'expiredDate', 'cvv', 'cardHolderName', 'randomNumber'],
  ...['requestDateTime', 'b2bIdentityNumber'],
]

export const gatewayForm = (orderId: string, more: Record<string, string> = {}, digit = 1): Record<string, string> => {
  const form: Record<string, string> = {
    paymentModel: '3D',
    txnCode: '3000',
    ...terminalOf(digit),
    orderId,
    lang: 'TR',
    amount: '149.90',
    currencyCode: '949',
    installCount: '1',
    okUrl: 'http://127.0.0.1:9/ok',
    failUrl: 'http://127.0.0.1:9/fail',
    emailAddress: 'ayse@example.com',
    creditCard: GOOD_CARD,
    expiredDate: '1230',
    cvv: '000',
    randomNumber: newRandom(),
    requestDateTime: '2026-01-05T10:15:30.000',
    ...more,
  }
  return { ...form, hash: form.hash ?? hmac(HASHED.map((name) => form[name] ?? '').join('')) }
}

/** The hash of a callback, over the fields that it names. */
export const callbackHash = (fields: Record<string, string>): string =>
  hmac(
    (fields.hashParams ?? '')
      .split('+')
      .map((name) => fields[name] ?? '')
      .join(''),
  )
