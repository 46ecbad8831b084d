/** A small client of the bank's accounts API, of the tests' own: shares nothing with the connectors, nor with the bank. */
import { createHmac } from 'node:crypto'

export const DEMO_CUSTOMER = '00000000-0000-4000-8000-000000000031'
export const DEMO_TRY = 'TR960090100000000000100001'
export const DEMO_USD = 'TR690090100000000000100002'
export const RECEIVER = 'TR160090100000000000009000'
export const SECRET_KEY = 'a-key-for-tests-of-the-bank-0123456789'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export interface AccountAnswer {
  status: number
  body: Json
  text: string
}

export interface CallChanges {
  headers?: Record<string, string>
  /** Instead of the JSON of the body. */
  raw?: string
}

/** An IBAN with right check digits. */
export const ibanOf = (bank: string, account: string): string => {
  const bban = `${bank}0${account.padStart(16, '0')}`
  const check = 98n - (BigInt(`${bban}292700`) % 97n)
  return `TR${String(check).padStart(2, '0')}${bban}`
}

export const openAccounts = (url: string, customer = DEMO_CUSTOMER, secretKey = SECRET_KEY) => {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    { headers, raw }: CallChanges = {},
  ): Promise<AccountAnswer> => {
    const text = raw ?? (body === undefined ? '' : JSON.stringify(body))
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', secretKey).update(`${timestamp}.${method}.${path}.${text}`).digest('hex')
    const answer = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-customer-id': customer,
        'x-timestamp': timestamp,
        'x-signature': `sha256=${signature}`,
        ...headers,
      },
      ...(text === '' ? {} : { body: text }),
    })
    const said = await answer.text()
    return { status: answer.status, text: said, body: parsed(said) }
  }
  const order = (reference: string, more: object = {}) => ({
    reference,
    source_iban: DEMO_TRY,
    type: 'fast',
    amount: 10_000,
    currency: 'TRY',
    recipient: { name: 'Ayşe Yılmaz', iban: RECEIVER },
    ...more,
  })
  return {
    call,
    order,
    enrol: (more: object = {}) => call('PUT', `/customers/${customer}`, { secret_key: secretKey, ...more }),
    transfer: (reference: string, more: object = {}) => call('POST', '/transfers', order(reference, more)),
    inquire: (reference: string) => call('GET', `/transfers/${reference}`),
    reverse: (reference: string) => call('POST', `/transfers/${reference}/reversal`),
    receipt: (reference: string) => call('GET', `/transfers/${reference}/receipt`),
    balance: async (iban = DEMO_TRY): Promise<number> =>
      (await call('GET', `/accounts/${iban}`)).body.available_balance,
  }
}
export type Accounts = ReturnType<typeof openAccounts>

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
