/** A shop that reconciles: each test has a time, and with it payments, of its own. */
import assert from 'node:assert/strict'
import { beginSettlementRun } from '../../src/settlements/making/settlement-run-store.ts'
import { sendBankFile } from '../support/bank-files.ts'
import { callsOf, makeColleague } from '../support/colleagues.ts'
import { openShop } from '../support/shop.ts'

const PATH = '/reconciliations'

/** For what a test opens by itself; of these, it reaches the begin of settlements at most. */
export const NEVER_CALLED = {
  beginSettlementRun,
  forceStatus: () => assert.fail(),
  remedies: {
    inquireCharge: () => assert.fail(),
    reverseCharge: () => assert.fail(),
    markReversed: () => assert.fail(),
  },
  chargebacks: { take: () => assert.fail(), wakeDeliveries: () => undefined },
  findCommissions: () => assert.fail(),
}

export const openReconcilingShop = async () => {
  const shop = await openShop()
  const [{ id: merchant }] = (await shop.rows(
    `select m.id from merchants m join realms r on r.tenant_id = m.tenant_id where r.slug = 'tenant-load' and m.external_id = 'M-3001'`,
    [],
  )) as [{ id: string }]
  const at = (ms = 0): string => new Date(shop.vezne.runtime.clock.ms() + ms).toISOString()
  const period = () => ({ period: 'custom', period_start: at() })
  const until = () => ({ period_end: at(1_000) })
  const sell = (amount: number) => shop.sell({ amount: { amount, currency: 'TRY' } })
  const apart = () => shop.vezne.moveClock(120_000)
  const referenceOf = async (id: string): Promise<string> => (await shop.read(id)).provider_transaction_id
  return {
    shop,
    merchant,
    period,
    until,
    sell,
    apart,
    referenceOf,
    start: (body: object, headers: Record<string, string> = {}) =>
      shop.call('POST', `${PATH}/start`, { scope: 'merchant', merchant_id: merchant, ...body }, headers),
    resolve: (id: string, detail: string, body: object) =>
      shop.call('POST', `${PATH}/${id}/details/${detail}/resolve`, body),
    /** Another person of the tenant, who asks for the same. */
    second: async () => callsOf(shop.vezne, await makeColleague(shop.vezne, ['pos-operator'])),
    /** A bank's file as the body; `token`: of a person who sends it. */
    sendFile: (file: Uint8Array, query: string, token?: string) => sendBankFile(shop, file, query, token),
    /** As if its answer had never come. */
    async leaveOpen(id: string): Promise<void> {
      await shop.own(`alter table payments disable trigger guard_payment`, [])
      await shop.own(
        `update payments set status = 'processing', captured = 0, completed_at = null, next_inquiry_at = null, history = history - -1 where id = $1`,
        [id],
      )
      await shop.own(`delete from journal where operation_id = $1`, [id])
      await shop.own(`alter table payments enable trigger guard_payment`, [])
    },
    /** Four sales; the bank has one the same, one with another amount, one declined, and one that nobody knows. */
    async aDay() {
      await apart()
      const begun = period()
      const ids = await Promise.all([10_000, 11_000, 12_000, 13_000].map(sell))
      const [same, off, other] = await Promise.all(ids.map(referenceOf))
      const bank_transactions = [
        { bank_transaction_id: same, amount: 10_000, status: 'approved' },
        { bank_transaction_id: off, amount: 11_050, status: 'completed' },
        { bank_transaction_id: other, amount: 12_000, status: 'declined' },
        { bank_transaction_id: 'UNKNOWN', amount: 99, status: 'approved' },
      ]
      return { begun: { ...begun, ...until() }, ids, bank_transactions }
    },
  }
}
