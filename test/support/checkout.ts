/** Checkout sessions of a shop, and the shopper on their page: a browser without script, which follows redirects and keeps no cookie. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import type { Shop } from './shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export const SESSIONS = '/checkout/sessions'

export const createSession = async (
  shop: Shop,
  change: Json = {},
  headers: Record<string, string> = {},
): Promise<Json> => {
  const answer = await shop.call('POST', SESSIONS, { amount: 15_000, currency: 'TRY', ...change }, headers)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export const readSession = async (shop: Shop, id: string): Promise<Json> => {
  const answer = await shop.call('GET', `${SESSIONS}/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const payBody = (change: Json = {}): Json => paymentBody({ return_url: 'https://shop.example/back', ...change })

export const pay = (shop: Shop, id: string, change: Json = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  shop.call('POST', `${SESSIONS}/${id}/pay`, payBody(change), headers)

export const complete = (shop: Shop, id: string, transactionId: string): Promise<Answer> =>
  shop.call('POST', `${SESSIONS}/${id}/complete`, { transaction_id: transactionId })

/** Payments of a session, oldest first. */
export const paymentsOf = (shop: Shop, sessionId: string): Promise<Json[]> =>
  shop.rows(
    `select p.* from checkout_sessions s join checkout_attempts a on a.tenant_id = s.tenant_id and a.session_id = s.id
       join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
      where s.id_hash = sha256($1::bytea) order by a.attempt_no`,
    [Buffer.from(sessionId)],
  )

/** A browser without script or cookies at the page of a session: follows redirects, as browsers do. */
export const openShopper = (shop: Shop, language = 'en') => {
  const { vezne } = shop
  const headers = { 'accept-language': language }
  const pathOf = (url: string): string => (url.startsWith('http') ? url.slice(vezne.urls.cards.length) : url)
  const follow = async (answer: Answer): Promise<Answer> => {
    let at = answer
    for (let left = 5; at.status === 303 && left > 0; left--) {
      const location = String(at.headers.location)
      if (location.startsWith('http') && !location.startsWith(vezne.urls.cards)) return at
      at = await vezne.request('cards', 'GET', pathOf(location), { headers })
    }
    return at
  }
  const get = async (path: string): Promise<Answer> =>
    follow(await vezne.request('cards', 'GET', pathOf(path), { headers }))
  const post = async (path: string, fields: Record<string, string>): Promise<Answer> =>
    follow(
      await vezne.request('cards', 'POST', pathOf(path), {
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    )
  return {
    get,
    post,
    open: (sessionId: string) => get(`/checkout/${sessionId}`),
    /** Fills in the form of the try with this number, and sends it. */
    pay: (sessionId: string, number: string, change: Record<string, string> = {}) =>
      post(`/checkout/${sessionId}`, {
        attempt: '1',
        lang: language,
        number,
        holder: 'Ayşe Yılmaz',
        expiry: '12/30',
        code: '000',
        installment: '1',
        ...change,
      }),
    cancel: (sessionId: string) => post(`/checkout/${sessionId}/cancel`, { lang: language }),
  }
}

export const titleOf = ({ text }: Answer): string => /<h1>([^<]*)/.exec(text)?.[1]?.trim() ?? ''
/** Where the page leads by itself. */
export const refreshOf = ({ headers }: Answer): string => /url=(.*)$/.exec(String(headers.refresh ?? ''))?.[1] ?? ''
