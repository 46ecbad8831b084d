/** Card fields on a shop's page, as the frame with them calls the program. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './http.ts'
import { CARDS } from './payments.ts'
import type { Shop } from './shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export const FIELDS = '/fields/sessions'
export const ORIGIN = 'http://localhost:3000'

export const openFields = async (
  shop: Shop,
  change: Json = {},
  headers: Record<string, string> = {},
): Promise<string> => {
  const asked = { amount: 15_000, currency: 'TRY', origin: ORIGIN, ...change }
  const answer = await shop.call('POST', FIELDS, asked, headers)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.session_secret
}

/** What the frame sends once the shopper has typed a card. */
export const typeCard = (
  { vezne }: Shop,
  secret: string,
  change: Record<string, string> = {},
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Answer> =>
  vezne.request('cards', 'POST', `/fields/${secret}/token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({
      lang: 'en',
      number: CARDS.success,
      holder: 'Ayşe Yılmaz',
      expiry: '12/30',
      code: '000',
      ...change,
    }).toString(),
  })

/** A token of a new session. */
export const newToken = async (shop: Shop, card: Record<string, string> = {}, session: Json = {}): Promise<string> => {
  const typed = await typeCard(shop, await openFields(shop, session), card)
  assert.equal(typed.status, 200, typed.text)
  return typed.body.card_token
}

/** A payment body with the token in place of the card. */
export const tokenBody = (cardToken: string, change: Json = {}): Json => ({
  amount: { amount: 15_000, currency: 'TRY' },
  installment: 1,
  card_token: cardToken,
  ...change,
})

/** The page of docs/checkout.md as a shop has it, with the server it needs. */
export interface ShopPage {
  readonly origin: string
  /** A page with a new session, or with this one. */
  readonly urlOf: (secret?: string) => string
  /** Texts in the place of `Vezne.fields({`: further options of the page. */
  options: string
  /** What the page's server paid, and sent to its browser. */
  readonly answers: Answer[]
  close(): Promise<void>
}

const pageOfDocs = (): string => {
  const text = readFileSync(new URL('../../docs/checkout.md', import.meta.url), 'utf8')
  return /```html\n([\s\S]*?)```/.exec(text)?.[1] ?? assert.fail('docs/checkout.md has no page')
}

export const openShopPage = async (shop: Shop, path: string): Promise<ShopPage> => {
  const answers: Answer[] = []
  const page = { options: '', answers }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
      if (pathname === '/pay') {
        const { card_token } = JSON.parse(Buffer.concat(chunks).toString())
        const paid = await shop.call(
          'POST',
          path,
          tokenBody(card_token, path.endsWith('init') ? { return_url: `${originOf(server)}/thanks` } : {}),
        )
        answers.push(paid)
        const redirect_url = paid.body.extra_properties?.redirect_url
        response.setHeader('content-type', 'application/json')
        return response.end(JSON.stringify({ redirect_url, message: paid.status === 200 ? 'Paid' : 'Not paid' }))
      }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (pathname !== '/basket')
        return response.end('<!doctype html><html lang="en"><title>Thanks</title><h1>Thanks</h1>')
      const asked = { amount: 15_000, currency: 'TRY', origin: originOf(server), allowed_installments: [1, 3] }
      const { body } = await shop.call('POST', FIELDS, asked)
      const values = { ...body, session_secret: searchParams.get('session') ?? body.session_secret }
      const html = pageOfDocs().replace('Vezne.fields({', `Vezne.fields({${page.options}`)
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'unsafe-inline' ${shop.vezne.urls.cards}; frame-src ${shop.vezne.urls.cards}; connect-src 'self'; style-src 'unsafe-inline'`,
      )
      return response.end(html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = originOf(server)
  return Object.assign(page, {
    origin,
    urlOf: (secret?: string) => `${origin}/basket${secret === undefined ? '' : `?session=${secret}`}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  })
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
