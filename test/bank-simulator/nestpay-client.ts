/** A small NestPay client of the tests' own: shares nothing with the connectors. */
import iconv from 'iconv-lite'

export const MERCHANT = '500100200'
export const GOOD_CARD = '4546711234567894'

export type Fields = Record<string, string | undefined>

export interface Cc5Answer {
  status: number
  text: string
  code: string
  response: string
  error: string
  /** The content of an element. */
  field(name: string): string
}

export interface Cc5Options {
  /** As the form field DATA. */
  asForm?: boolean
  encoding?: string
  /** Instead of the XML made from the fields. */
  body?: Buffer
}

export const credentials = { Name: 'simapi', Password: 'SimApiPw1', ClientId: MERCHANT }

export const saleFields = (orderId: string, more: Fields = {}): Fields => ({
  ...credentials,
  Type: 'Auth',
  IPAddress: '192.0.2.10',
  OrderId: orderId,
  Total: '149.90',
  Currency: '949',
  Taksit: '',
  Number: GOOD_CARD,
  Expires: '12/30',
  Cvv2Val: '000',
  Mode: 'P',
  ...more,
})

export const cc5Xml = (fields: Fields, encoding = 'ISO-8859-9'): string => {
  const elements = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${name === 'Extra' ? value : escaped(value)}</${name}>`],
  )
  return `<?xml version="1.0" encoding="${encoding}"?><CC5Request>${elements.join('')}</CC5Request>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const openNestpay = (url: string) => {
  const send = async (fields: Fields, options: Cc5Options = {}): Promise<Cc5Answer> => {
    const bytes = options.body ?? iconv.encode(cc5Xml(fields, options.encoding), 'iso-8859-9')
    const answer = await fetch(`${url}/nestpay/fim/api`, {
      method: 'POST',
      headers: { 'content-type': options.asForm ? 'application/x-www-form-urlencoded' : 'text/xml' },
      body: options.asForm
        ? `DATA=${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`
        : new Uint8Array(bytes),
    })
    const text = iconv.decode(Buffer.from(await answer.arrayBuffer()), 'iso-8859-9')
    const field = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? ''
    return {
      status: answer.status,
      text,
      code: field('ProcReturnCode'),
      response: field('Response'),
      error: field('ERRORCODE'),
      field,
    }
  }
  return {
    send,
    sale: (orderId: string, more: Fields = {}) => send(saleFields(orderId, more)),
    preauth: (orderId: string, more: Fields = {}) => send(saleFields(orderId, { Type: 'PreAuth', ...more })),
    capture: (orderId: string, total: string, more: Fields = {}) =>
      send({ ...credentials, Type: 'PostAuth', OrderId: orderId, Total: total, ...more }),
    void: (orderId: string, more: Fields = {}) => send({ ...credentials, Type: 'Void', OrderId: orderId, ...more }),
    refund: (orderId: string, total?: string, more: Fields = {}) =>
      send({ ...credentials, Type: 'Credit', OrderId: orderId, Total: total, Currency: '949', ...more }),
    status: (orderId: string, more: Fields = {}) =>
      send({ ...credentials, OrderId: orderId, Extra: '<ORDERSTATUS>QUERY</ORDERSTATUS>', ...more }),
    history: (orderId: string, more: Fields = {}) =>
      send({ ...credentials, OrderId: orderId, Extra: '<ORDERHISTORY>QUERY</ORDERHISTORY>', ...more }),
  }
}
