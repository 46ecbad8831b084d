/** kill -9 in the middle of administrative writes: the chain is intact, and entries and changes exist together or not at all. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { asLoad, openProgram } from '../resilience/chaos/program.ts'
import { makeDatabase, testServer } from '../support/test-server.ts'
import { verifyChains } from '../support/verified-chains.ts'
import { openOwner } from './audit/audit-rig.ts'

const LANES = 12
const ANSWERS = 60 // then it is killed, with a write of every lane in progress

test('killed while a dozen write', async (t) => {
  const server = testServer()
  const database = await makeDatabase()
  const program = await openProgram({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: server.masterKeys })
  const owner = await openOwner(database.url)
  try {
    copyFileSync(join(server.dataDir, 'demo.json'), join(program.dataDir, 'demo.json'))
    await program.start()
    const answered: string[] = []
    const killed = Promise.withResolvers<void>()
    const lane = async (): Promise<void> => {
      for (;;) {
        const id = randomUUID()
        const body = { url: `http://127.0.0.1:8999/${id}`, events: ['*'] }
        const path = '/api/v1/webhook-subscriptions'
        const made = await asLoad(program, 'POST', path, { headers: { 'x-request-id': id }, body }).catch(() => null)
        if (made?.status !== 201) return
        answered.push(id)
        if (answered.length === ANSWERS) program.kill().then(killed.resolve, killed.reject)
        const headers = { 'x-request-id': id }
        await asLoad(program, 'DELETE', `${path}/${made.body.id}`, { headers }).catch(() => null)
      }
    }
    await Promise.all([...Array.from({ length: LANES }, lane), killed.promise])
    const { entries } = await verifyChains(server, database.name)
    const told = await owner.query<{ target_id: string; correlation_id: string }>(
      `select target_id, correlation_id from audit_log where operation = 'POST /api/v1/webhook-subscriptions'`,
    )
    const ids = new Set(told.map((entry) => entry.correlation_id))
    assert.deepEqual(
      answered.filter((id) => !ids.has(id)),
      [],
      'answered without an entry',
    )
    const rows = await owner.query<{ id: string }>(
      `select id from webhook_subscriptions where url like 'http://127.0.0.1:8999/%'`,
    )
    assert.deepEqual(told.map((entry) => entry.target_id).sort(), rows.map((row) => row.id).sort())
    t.diagnostic(`${answered.length} answered, ${told.length} written, ${entries} entries in whole chains`)
  } finally {
    await owner.end()
    await program.end()
    await database.drop()
  }
})
