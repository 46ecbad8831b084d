/** Card fields on a shop's page, as the frame with them calls the program. */
import assert from 'node:assert/strict'
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
