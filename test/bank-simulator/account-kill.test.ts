/** kill -9 under load: no acknowledged transfer is lost or posted twice, due work continues, no notification is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankProcess, MORNING, startBank } from '../support/bank.ts'
import { startReceiver } from '../support/receiver.ts'
import { discardFolder } from '../support/seen.ts'
import { DEMO_TRY, openAccounts } from './account-client.ts'

const WORKERS = 16
const ROUNDS = 3
const ACKNOWLEDGED = 80
const AMOUNT = 10_000
const OPENING = 1_000_000_000

const load = async (bank: BankProcess, round: number) => {
  const accounts = openAccounts(bank.url)
  const acknowledged = new Set<string>()
  const tried: string[] = []
  let killed: Promise<void> | undefined
  const work = async (worker: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const reference = `K-${round}-${worker}-${n}`
      tried.push(reference)
      try {
        if ((await accounts.transfer(reference)).status === 201) acknowledged.add(reference)
      } catch {
        return // the line broke: nothing is known
      }
      if (acknowledged.size >= ACKNOWLEDGED) killed ??= bank.kill()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  await killed
  return { acknowledged, tried }
}

test('after every kill the ledger is consistent, and repeating everything posts nothing twice', async () => {
  const hook = await startReceiver()
  let bank = await startBank({ now: MORNING })
  const { dataDir, port } = bank
  const accounts = openAccounts(bank.url)
  await accounts.enrol({ notice_url: `${hook.origin}/notices` })
  let sent = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const { acknowledged, tried } = await load(bank, round)
    bank = await startBank({ dataDir, port })
    const held = new Set<string>()
    for (const reference of tried) {
      const { status } = await accounts.inquire(reference)
      if (status === 200) held.add(reference)
      else assert.ok(!acknowledged.has(reference), `${reference} was acknowledged`)
    }
    assert.equal(await accounts.balance(), OPENING - (sent + held.size) * AMOUNT)
    for (const reference of tried)
      assert.equal((await accounts.transfer(reference)).status, held.has(reference) ? 200 : 201)
    sent += tried.length
    assert.equal(await accounts.balance(), OPENING - sent * AMOUNT)
  }
  await bank.control.advance(2)
  const { body } = await bank.control.call('GET', `/transfers?source_iban=${DEMO_TRY}&limit=100000`)
  assert.deepEqual(body.sums, [{ currency: 'TRY', status: 'completed', count: sent, amount: sent * AMOUNT, fee: 0 }])
  const { balances, sum } = await bank.control.balances()
  assert.deepEqual([sum, balances['transfers/TRY/in_transit']], [0, 0])
  const told = new Set(hook.received.map((one) => JSON.parse(String(one.body)).external_key))
  assert.equal(told.size, sent)
  await bank.stop()
  await hook.close()
  discardFolder(dataDir)
})
