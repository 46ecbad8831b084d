/** Chargebacks of a shop: opened, answered, and what stands stored of them. */
import assert from 'node:assert/strict'
import type { Shop } from './shop.ts'

/** `shop`: once it is open. */
export const chargebacksOf = (shop: () => Shop) => ({
  /** A sale on a card that is valid for long. */
  sell: (amount = 1_500) => shop().sell({ amount: { amount, currency: 'TRY' }, card: { expire_year: '2099' } }),
  open: async (transaction_id: string, change: object = {}) => {
    const answer = await shop().call('POST', '/chargebacks', { transaction_id, amount: 1_500, ...change })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  },
  put: (id: string, body: object) => shop().call('PUT', `/chargebacks/${id}/status`, body),
  read: async (id: string) => (await shop().call('GET', `/chargebacks/${id}`)).body,
  eventsOf: async (id: string) => {
    const rows = await shop().rows('select sequence, body from events where resource_id = $1 order by sequence', [id])
    return rows.map((row) => ({ sequence: row.sequence, ...JSON.parse(row.body) }))
  },
  /** Postings of a payment: kind, accounts and amount. */
  booked: async (payment: string) => {
    const rows = await shop().rows(
      'select kind, debit_account, credit_account, amount from journal where payment_id = $1 order by created',
      [payment],
    )
    return rows.map(
      ({ kind, debit_account, credit_account, amount }) =>
        `${kind} ${debit_account.split(':')[0]} to ${credit_account.split(':')[0]} ${amount}`,
    )
  },
})
