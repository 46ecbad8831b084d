/** Endpoints on the database of a lane: what one file leaves there is not seen by the next, and permissions and input are those of a program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEndpoints } from '../support/endpoints.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'

const rowsSeenBy = async ({ as, call }: Awaited<ReturnType<typeof openEndpoints>>) => {
  const token = as(['tenant-admin'])
  const { total_count: payments } = (await call('cards', 'GET /api/v1/transactions', { token })).body
  const { total_count: merchants } = (await call('identity', 'GET /api/v1/merchants', { token })).body
  const { total_count: rules } = (await call('cards', 'GET /api/v1/simple-routing-rules', { token })).body
  const { total_count: settings } = (await call('cards', 'GET /api/v1/settings', { token })).body
  return { payments, merchants, rules, settings }
}

test('what a file stores is seen by no other, and what the other asks for by id does not exist', async () => {
  const first = await openEndpoints()
  const fresh = await rowsSeenBy(first)
  const token = first.as(['tenant-admin', 'pos-admin'])
  const merchant = await first.call('identity', 'POST /api/v1/merchants', {
    token,
    body: { name: 'Shop' },
  })
  const paid = await first.call('cards', 'POST /api/v1/payments', {
    token,
    headers: { 'x-merchant-id': merchant.body.id },
    body: paymentBody() as never,
  })
  assert.deepEqual(await rowsSeenBy(first), { ...fresh, payments: 1, merchants: 1 })
  await first.close()

  const second = await openEndpoints()
  assert.notEqual(second.tenantId, first.tenantId)
  assert.deepEqual(await rowsSeenBy(second), fresh)
  const other = { token: second.as(['tenant-admin']) }
  const path = `/api/v1/transactions/${paid.body.transaction_id}`
  assertProblem(await second.request('cards', 'GET', path, other), 'resource_not_found')
  assertProblem(await second.request('cards', 'GET', path, { token }), 'invalid_token')
  await second.close()
})

test('roles, members and permissions are those of a program', async () => {
  const { as, request, close } = await openEndpoints()
  const path = '/api/v1/simple-routing-rules'
  assertProblem(await request('cards', 'POST', path, { token: as(['pos-viewer']), body: {} }), 'forbidden')
  assertProblem(await request('cards', 'POST', path, { token: as(['pos-admin']), body: {} }), 'bad_request')
  assertProblem(await request('cards', 'GET', path), 'invalid_token')
  await close()
})
