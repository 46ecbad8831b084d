/** Payments a second on the whole path, at several numbers of connections. */
import { randomUUID } from 'node:crypto'
import { type LoadResult, load } from './load.ts'

export interface PaymentTarget {
  cardsUrl: string
  token: string
}

/** The body of a payment; `more` goes on top. */
export const paymentBody = (n: number, more: object = {}): string =>
  JSON.stringify({
    external_id: `ORDER-${n}`,
    amount: { amount: 15_000 + (n % 1000), currency: 'TRY' },
    installment: 1,
    card: {
      holder_name: 'AYSE YILMAZ',
      number: '4546711234567894',
      expire_month: '12',
      expire_year: '2030',
      cvv: '000',
    },
    buyer: {
      id: 'C-17',
      name: 'Ayşe',
      surname: 'Yılmaz',
      email: 'ayse@example.com',
      phone: '+905551112233',
      ip_address: '85.99.1.2',
    },
    billing_address: {
      contact_name: 'Ayşe Yılmaz',
      city: 'İstanbul',
      country: 'TR',
      address: 'Bağdat Cad. 1',
      postal_code: '34000',
    },
    basket_items: [{ id: 'B1', name: 'Kitap', price: 15_000, quantity: 1 }],
    ...more,
  })

let sent = 0
/** A payment with a key of its own; `more` goes on top of its body. */
export const paymentRequest = ({ token }: PaymentTarget, more: object = {}): Buffer =>
  writeRequest({ path: '/api/v1/payments', token, json: paymentBody(sent++, more) })

interface Write {
  path: string
  token: string
  json: string
  /** Further header lines, each with its end. */
  headers?: string
}

/** A write with a key of its own, as bytes. */
export const writeRequest = ({ path, token, json, headers = '' }: Write): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\n${headers}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )

export const benchPayments = (
  target: PaymentTarget,
  connections: number,
  durationMs: number,
  more: object | (() => object) = {},
): Promise<LoadResult> =>
  load({
    url: target.cardsUrl,
    connections,
    durationMs,
    next: () => paymentRequest(target, typeof more === 'function' ? more() : more),
  })
