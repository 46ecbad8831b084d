/** A small InterPOS client of the tests' own: shares nothing with the connectors. */
import { createHash } from 'node:crypto'
import { GOOD_CARD } from '../nestpay-client.ts'

export const MERCHANT = '3201'
/** Asks the shopper. */
export const CHALLENGED = '5400637000000004'

export type Fields = Record<string, string | undefined>

export interface InterposAnswer {
  status: number
  text: string
  code: string
  /** Names in the order of the answer. */
  names: string[]
  field(name: string): string
}

/** Of a merchant of the bank, by the last digit of its number. */
export const shop = (digit: number): Fields => ({ ShopCode: `320${digit}` })

const credentials = { ShopCode: MERCHANT, UserCode: 'SimInterApi', UserPass: 'SimUserPw1' }

const sale = (orderId: string, more: Fields): Fields => ({
  ...credentials,
  TxnType: 'Auth',
  SecureType: 'NonSecure',
  OrderId: orderId,
  PurchAmount: '149.90',
  Currency: '949',
  InstallmentCount: '',
  MOTO: '0',
  Lang: 'tr',
  CardType: '0',
  Pan: GOOD_CARD,
  Expiry: '1230',
  Cvv2: '000',
  ...more,
})

export const formOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined))

export const parseLine = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/;;;?/).map((pair) => {
      const at = pair.indexOf('=')
      return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )

export const openInterpos = (url: string) => {
  const post = async (body: string): Promise<InterposAnswer> => {
    const answer = await fetch(`${url}/interpos/mpi/Default.aspx`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    const text = await answer.text()
    const members = parseLine(text)
    const field = (name: string): string => members[name] ?? ''
    return { status: answer.status, text, code: field('ProcReturnCode'), names: Object.keys(members), field }
  }
  const send = (fields: Fields): Promise<InterposAnswer> => post(formOf(fields).toString())
  const about = (TxnType: string, orgOrderId: string, more: Fields): Promise<InterposAnswer> =>
    send({ ...credentials, OrderId: '', orgOrderId, TxnType, SecureType: 'NonSecure', Lang: 'tr', ...more })
  return {
    post,
    send,
    sale: (orderId: string, more: Fields = {}) => send(sale(orderId, more)),
    preauth: (orderId: string, more: Fields = {}) => send(sale(orderId, { TxnType: 'PreAuth', ...more })),
    capture: (orderId: string, amount: string, more: Fields = {}) =>
      about('PostAuth', orderId, { PurchAmount: amount, Currency: '949', MOTO: '0', ...more }),
    void: (orderId: string, more: Fields = {}) => about('Void', orderId, more),
    refund: (orderId: string, amount: string, more: Fields = {}) =>
      about('Refund', orderId, { PurchAmount: amount, MOTO: '0', ...more }),
    status: (orderId: string, more: Fields = {}) => about('StatusHistory', orderId, more),
    /** What an inquiry says, in words. */
    async state(orderId: string): Promise<string> {
      const { code, field } = await about('StatusHistory', orderId, {})
      const names = ['TxnStat', 'TxnStatus', 'ChargeTypeCd', 'PurchAmount', 'RefundedAmount']
      return code === '00' ? names.map(field).join(' ') : code
    },
    /** The charge after a challenge. */
    afterChallenge: (orderId: string, back: Record<string, string>, more: Fields = {}) => {
      const { MD, PayerTxnId, Eci, PayerAuthenticationCode } = back
      const proof = { MD, PayerTxnId, Eci, PayerAuthenticationCode }
      return send(
        sale(orderId, { Pan: undefined, Expiry: undefined, Cvv2: undefined, CardType: undefined, ...proof, ...more }),
      )
    },
  }
}

const sha = (values: readonly (string | undefined)[]): string =>
  createHash('sha1').update(values.join('')).digest('base64')

let randoms = 0
export const gatewayForm = (orderId: string, more: Record<string, string> = {}): Record<string, string> => {
  const form: Record<string, string> = {
    ShopCode: MERCHANT,
    TxnType: 'Auth',
    SecureType: '3DModel',
    PurchAmount: '149.90',
    OrderId: orderId,
    OkUrl: 'http://127.0.0.1:9/ok',
    FailUrl: 'http://127.0.0.1:9/fail',
    Rnd: `rnd-${++randoms}`,
    Lang: 'tr',
    Currency: '949',
    InstallmentCount: '',
    CardType: '0',
    Pan: GOOD_CARD,
    Expiry: '1230',
    Cvv2: '000',
    ...more,
  }
  const { ShopCode, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd } = form
  const values = [ShopCode, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, 'SimMrcPass']
  return { ...form, Hash: form.Hash ?? sha(values) }
}

/** The hash of what is posted back, over the values that it names. */
export const callbackHash = (fields: Record<string, string>, key = 'SimMrcPass'): string =>
  sha([...(fields.HASHPARAMS ?? '').split(':').map((name) => fields[name] ?? ''), key])
