/** A small PayFor client of the tests' own: shares nothing with the connectors. */
import { createHash } from 'node:crypto'
import { GOOD_CARD } from './nestpay-client.ts'

export const MERCHANT = '085300000000001'

export type Fields = Record<string, string | undefined>

export interface PayforAnswer {
  status: number
  text: string
  code: string
  /** The content of an element, without the line breaks around it. */
  field(name: string): string
}

export const credentials = {
  MbrId: '5',
  MerchantId: MERCHANT,
  UserCode: 'SIM_API_USER',
  UserPass: 'SimUserPw1',
  Lang: 'tr',
}

/** Of another merchant of the bank: its number's last digit. */
export const merchant = (digit: number) => ({ MerchantId: `08530000000000${digit}`, UserCode: `SIM_API_USER_${digit}` })

const saleFields = (orderId: string, more: Fields = {}): Fields => ({
  ...credentials,
  MOTO: '0',
  OrderId: orderId,
  SecureType: 'NonSecure',
  TxnType: 'Auth',
  PurchAmount: '149.90',
  Currency: '949',
  InstallmentCount: '0',
  CardHolderName: 'AYŞE YILMAZ',
  Pan: GOOD_CARD,
  Expiry: '1230',
  Cvv2: '000',
  ...more,
})

export const payforXml = (fields: Fields, encoding = 'UTF-8'): string => {
  const elements = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`],
  )
  return `<?xml version="1.0" encoding="${encoding}"?>\n<PayforRequest>${elements.join('')}</PayforRequest>`
}

export const openPayfor = (url: string) => {
  const send = async (fields: Fields, body = Buffer.from(payforXml(fields))): Promise<PayforAnswer> => {
    const answer = await fetch(`${url}/payfor/Gateway/XMLGate.aspx`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=UTF-8' },
      body: new Uint8Array(body),
    })
    const text = await answer.text()
    const field = (name: string): string => (new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? '').trim()
    return { status: answer.status, text, code: field('ProcReturnCode'), field }
  }
  const followUp = (type: string, orderId: string, more: Fields): Promise<PayforAnswer> =>
    send({ ...credentials, OrgOrderId: orderId, SecureType: 'NonSecure', TxnType: type, Currency: '949', ...more })
  return {
    send,
    sale: (orderId: string, more: Fields = {}) => send(saleFields(orderId, more)),
    preauth: (orderId: string, more: Fields = {}) => send(saleFields(orderId, { TxnType: 'PreAuth', ...more })),
    capture: (orderId: string, amount: string, more: Fields = {}) =>
      followUp('PostAuth', orderId, { PurchAmount: amount, ...more }),
    void: (orderId: string, more: Fields = {}) => followUp('Void', orderId, more),
    refund: (orderId: string, amount: string, more: Fields = {}) =>
      followUp('Refund', orderId, { PurchAmount: amount, ...more }),
    status: (orderId: string, more: Fields = {}) =>
      send({ ...credentials, OrgOrderId: orderId, SecureType: 'Inquiry', TxnType: 'OrderInquiry', ...more }),
    history: (of: Fields) => send({ ...credentials, SecureType: 'Report', TxnType: 'TxnHistory', ...of }),
    /** The charge after a challenge. */
    afterChallenge: (orderId: string, guid: string, more: Fields = {}) =>
      send({
        RequestGuid: guid,
        UserCode: credentials.UserCode,
        UserPass: credentials.UserPass,
        OrderId: orderId,
        SecureType: '3DModelPayment',
        ...more,
      }),
  }
}

const sha = (algorithm: string, values: readonly (string | undefined)[]): string =>
  createHash(algorithm).update(values.join('')).digest('base64')

let randoms = 0
export const gatewayForm = (orderId: string, more: Record<string, string> = {}): Record<string, string> => {
  const form: Record<string, string> = {
    MbrId: '5',
    MerchantID: MERCHANT,
    UserCode: 'SIM_API_USER',
    OrderId: orderId,
    Lang: 'tr',
    SecureType: '3DModel',
    TxnType: 'Auth',
    PurchAmount: '149.90',
    InstallmentCount: '0',
    Currency: '949',
    OkUrl: 'http://127.0.0.1:9/ok',
    FailUrl: 'http://127.0.0.1:9/fail',
    Rnd: `rnd-${++randoms}`,
    CardHolderName: 'AYŞE YILMAZ',
    Pan: GOOD_CARD,
    Expiry: '1230',
    Cvv2: '000',
    ...more,
  }
  const { MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd } = form
  const values = [MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, 'SimMrcPass']
  return { ...form, Hash: form.Hash ?? sha('sha1', values) }
}

export const responseHash = (fields: Record<string, string>, algorithm = 'sha1', user = 'SIM_API_USER'): string => {
  const { MerchantID, OrderId, AuthCode, ProcReturnCode, ResponseRnd } = fields
  return sha(algorithm, [
    MerchantID,
    'SimMrcPass',
    OrderId,
    AuthCode,
    ProcReturnCode,
    fields['3DStatus'],
    ResponseRnd,
    user,
  ])
}
