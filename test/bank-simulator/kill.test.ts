/** kill -9 under load: what the bank has acknowledged is there afterwards, what it did not acknowledge happened wholly or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankProcess, MORNING, startBank } from '../support/bank.ts'
import { discardFolder } from '../support/seen.ts'
import { MERCHANT, openNestpay } from './nestpay-client.ts'

const WORKERS = 16
const ROUNDS = 3
const ACKNOWLEDGED = 80

/** Every worker sells, and refunds a part of every third order, until the bank is gone. */
const load = async (bank: BankProcess, round: number) => {
  const nestpay = openNestpay(bank.url)
  const sold = new Set<string>()
  const refunded = new Set<string>()
  const tried: string[] = []
  let killed: Promise<void> | undefined
  const work = async (worker: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const order = `K-${round}-${worker}-${n}`
      tried.push(order)
      try {
        if ((await nestpay.sale(order)).response === 'Approved') sold.add(order)
        if (n % 3 === 0 && (await nestpay.refund(order, '49.90')).response === 'Approved') refunded.add(order)
      } catch {
        return // the line broke: nothing is known
      }
      if (sold.size >= ACKNOWLEDGED) killed ??= bank.kill()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  await killed
  return { sold, refunded, tried }
}

test('no acknowledged charge or refund is lost, nothing is partial, the ledger sums to zero', async () => {
  let bank = await startBank({ now: MORNING })
  const { dataDir, port } = bank
  for (let round = 1; round <= ROUNDS; round++) {
    const { sold, refunded, tried } = await load(bank, round)
    bank = await startBank({ dataDir, port })
    assert.ok(sold.size >= ACKNOWLEDGED && refunded.size > 0)
    const { orders, sums } = await bank.control.orders()
    const nets = new Map(orders.map((order) => [order.order_id, order.net as number]))
    for (const order of tried) {
      const net = nets.get(order) ?? 0
      if (refunded.has(order)) assert.equal(net, 10000)
      else if (sold.has(order)) assert.ok(net === 14990 || net === 10000, `${order}: ${net}`)
      else assert.ok([0, 14990, 10000].includes(net), `${order}: ${net}`)
    }
    assert.equal((await bank.control.balances()).sum, 0)
    const receivable = (await bank.control.balances()).balances[`${MERCHANT}/TRY/receivable`]
    assert.equal(receivable, sums[0].net)
  }
  await bank.stop()
  discardFolder(dataDir)
})
