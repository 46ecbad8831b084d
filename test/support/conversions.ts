/** Payments of 150.00 TRY by a card of the United States, whose bank is asked to offer its currency. */
import assert from 'node:assert/strict'
import { CARDS, paymentBody } from './payments.ts'
import type { Shop } from './shop.ts'

export const openConversions = (shop: Shop) => {
  const ASKED = { dcc: 'true' }
  /** 150.00 TRY on a card of the United States. */
  const asked = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    shop.call(
      'POST',
      '/payments',
      paymentBody({ card: { number: CARDS.foreign }, extra_properties: ASKED, ...change }),
      headers,
    )
  const offered = async (change: Record<string, unknown> = {}): Promise<string> => {
    const answer = await asked(change)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.extra_properties.dcc_offered, 'true', answer.text)
    return answer.body.transaction_id
  }
  const confirm = (id: string, isAccepted: boolean, headers: Record<string, string> = {}) =>
    shop.call('POST', `/payments/${id}/dcc/confirm`, { accept_dcc: isAccepted }, headers)
  const charged = async (change: Record<string, unknown> = {}): Promise<string> => {
    const id = await offered(change)
    const answer = await confirm(id, true)
    assert.equal(answer.status, 200, answer.text)
    return id
  }
  const readPayment = async (id: string) => (await shop.call('GET', `/payments/${id}`)).body
  /** What the bank was asked: operation, minor units and currency. */
  const heard = async (id: string): Promise<string[]> =>
    (
      await shop.rows('select endpoint, request_body from api_request_logs where transaction_id = $1 order by id', [id])
    ).map(({ endpoint, request_body }) => {
      const { amount, currency } = JSON.parse(request_body)
      return `${endpoint.replace('simbank://', '')} ${amount} ${currency}`
    })
  const journal = (id: string) =>
    shop.rows('select kind, amount::int, currency from journal where payment_id = $1 order by created', [id])
  const madeCard = async (card_number: string, change: object): Promise<string> => {
    const { status, body, text } = await shop.call('POST', '/test-cards', {
      card_number, expiry_month: 12, expiry_year: 2030, card_schema_type: 'Visa', card_type: 'Credit', card_brand: 'World',
      expected_result: 'Success', extra_properties_dict: { country: 'US', dcc_currency: 'USD' }, ...change,
    }) // biome-ignore format: a body reads as one
    assert.equal(status, 201, text)
    return body.card_number
  }
  return { ASKED, asked, offered, confirm, charged, readPayment, heard, journal, madeCard }
}
