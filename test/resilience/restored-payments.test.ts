/**
 * After a restore shops repeat every key that they used since the backup: the bank's books do not change, and every request is
 * answered as the first time.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { finishRestore } from '../../src/cli/restore.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { type BankProcess, startBank } from '../support/bank.ts'
import { booksOf, doBusiness, openShops, repeatAll, useGatewaysOnly } from '../support/lost-hours.ts'
import { databaseUrl, makeDatabase, onServer, type TestDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const COUNTS = { sales: 4, challenged: 2, declined: 2, fallback: 2, followed: 2 }

const server = testServer()
let original: TestDatabase
let bank: BankProcess
const backup = `t_${process.pid}_backup_${randomBytes(4).toString('hex')}`
before(async () => {
  original = await makeDatabase()
  bank = await startBank()
})
after(async () => {
  await bank.stop()
  await original.drop()
  await onServer(server, `drop database if exists ${backup} with (force)`)
})

const startOn = (url: string): Promise<Vezne> =>
  startVezne({ reach: async () => url, env: { VEZNE_BANK_URL: bank.url } })

test('payments, captures, voids and refunds after the backup: nothing is charged or refunded twice', async () => {
  const first = await startOn(original.url)
  const shops = openShops(first, bank)
  await useGatewaysOnly(shops)
  const kept = await doBusiness(shops, 'kept', COUNTS)
  await first.stop()
  await onServer(server, `create database ${backup} template ${original.name} strategy file_copy`)

  const second = await startOn(original.url)
  const lost = await doBusiness(openShops(second, bank), 'lost', COUNTS)
  await second.stop()
  const books = await booksOf({ bank })

  const url = databaseUrl(server, backup)
  const vezne = await startOn(url)
  try {
    assert.notEqual(vezne.runtime.restores.closed(), null)
    const settings = { DATABASE_URL: url, VEZNE_MASTER_KEYS: server.masterKeys, VEZNE_LOG_TO: 'file' }
    await withRuntime(({ runtime }) => finishRestore(runtime, 'Ayşe Yılmaz'), loadConfig(settings))
    await until('it is open', () => vezne.runtime.restores.closed() === null)
    const restored = openShops(vezne, bank)
    assert.deepEqual(await repeatAll(restored, [...kept, ...lost]), [])
    assert.deepEqual(await booksOf({ bank }), books)
    assert.equal((await bank.control.verdict()).total, 0, JSON.stringify(await bank.control.verdict()))
  } finally {
    await vezne.stop()
  }
})
