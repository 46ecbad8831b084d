/** An Idempotency-Key belongs to one operation of one surface, although two surfaces have operations of the same path. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

test('the same key at POST /settings of cards and of transfers: two operations, each with its own response', async () => {
  const token = await vezne.token('admin')
  const tenant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')
  const headers = { 'idempotency-key': 'one-key', 'x-tenant-id': tenant?.tenant_id ?? '' }
  const body = { key: 'note.of.ours', value: 'x', scope: 'tenant' }
  const onCards = await vezne.request('cards', 'POST', '/api/v1/settings', { token, headers, body })
  assert.equal(onCards.status, 201, onCards.text)
  assert.equal(typeof onCards.body, 'string')
  const onTransfers = await vezne.request('transfers', 'POST', '/api/v1/settings', { token, headers, body })
  assert.equal(onTransfers.headers['idempotent-replayed'], undefined)
  assert.equal(onTransfers.status, 409, onTransfers.text) // one table of settings: the key of the setting is taken
})
