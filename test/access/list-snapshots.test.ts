/** A page and its total are one snapshot, whatever is written meanwhile. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { asOtherCaller } from '../support/other-caller.ts'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const TENANT = '00000000-0000-4000-8000-000000000012'
const vezne = useVezne()

const asAdmin = async (method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, { token: await vezne.token('admin', 'tenant-load'), body })

test('statements of one read see the snapshot of the first, and write nothing', async () => {
  const { db } = vezne.runtime
  const count = 'select count(*) as count from connectors where tenant_id = $1'
  const rename = `update connectors set name = name || '!' where tenant_id = $1 returning name`
  const names = 'select name from connectors where tenant_id = $1 order by id'
  await db.transaction({ of: TENANT, mode: 'read' }, async (tx) => {
    const before = await tx.query(names, [TENANT])
    const renamed = await asOtherCaller(() => db.transaction({ of: TENANT }, (other) => other.query(rename, [TENANT])))
    assert.ok(renamed.length > 0)
    assert.deepEqual(await tx.query(names, [TENANT]), before)
  })
  assert.match(
    (await db.transaction({ of: TENANT, mode: 'read' }, (tx) => tx.query<{ name: string }>(names, [TENANT])))[0]
      ?.name ?? '',
    /!$/,
  )
  await assert.rejects(
    db.transaction({ of: TENANT, mode: 'read' }, (tx) => tx.query(rename, [TENANT])),
    /read-only transaction/,
  )
  assert.equal((await db.transaction({ of: TENANT, mode: 'read' }, (tx) => tx.query(count, [TENANT]))).length, 1)
})

test('while payments are made, the total is the number of rows as long as one page holds them all', async () => {
  const seen = { lists: 0, wrong: [] as string[] }
  let isOver = false
  const look = async (path: string): Promise<void> => {
    while (!isOver) {
      const { body } = await asAdmin('GET', `${path}?page_size=100`)
      seen.lists++
      if (body.items.length !== body.total_count)
        seen.wrong.push(`${path}: ${body.items.length} rows, total ${body.total_count}`)
    }
  }
  const looking = ['/api/v1/transactions', '/api/v1/transactions', '/api/v1/api-request-logs'].map(look)
  for (let n = 0; n < 9; n++)
    await Promise.all(Array.from({ length: 10 }, () => asAdmin('POST', '/api/v1/payments', paymentBody())))
  isOver = true
  await Promise.all(looking)
  assert.ok(seen.lists > 10)
  assert.deepEqual(seen.wrong, [])
})

/** A list reads its total and its rows inside one read: a handler that opens two would see two snapshots. */
test('no list opens two reads', () => {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  const wrong = globSync('**/*.ts', { cwd: root }).filter((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    const handlers = text.split(/\bhandle[:(]/).slice(1)
    return handlers.some((handler) => /\bpageOf\(/.test(handler) && (handler.match(/\bread\(/g) ?? []).length > 1)
  })
  assert.deepEqual(wrong, [])
})
