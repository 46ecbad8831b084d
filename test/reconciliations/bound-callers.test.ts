/** Who is bound to a merchant finds no payments of its neighbours in reconciliations. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { tokenOf } from '../support/tenants.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, merchant, period, until, apart, start, aDay } = await openReconcilingShop()
after(() => shop.vezne.stop())

test('a caller bound to a merchant reads those of that merchant, whatever its roles', async () => {
  const { begun, bank_transactions } = await aDay()
  const own = (await start({ ...begun, bank_transactions })).body
  await apart()
  const configuration = {
    merchant_id: undefined,
    scope: 'connector',
    connector_config_id: await shop.configurationOf('NEST_PAY'),
  }
  const all = await start({ ...period(), ...until(), ...configuration })
  assert.equal(all.status, 201, all.text)
  const [tenant] = await shop.rows(`select tenant_id as id, slug from realms where slug = 'tenant-load'`, [])
  const token = await tokenOf(shop.vezne, tenant as { id: string; slug: string }, ['pos-viewer'], merchant)
  const read = (path: string) => shop.vezne.request('cards', 'GET', `/api/v1${PATH}${path}`, { token })
  assert.deepEqual([(await read(`/${own.id}`)).status, (await read(`/${own.id}/details`)).status], [200, 200])
  for (const path of [`/${all.body.id}`, `/${all.body.id}/details`])
    await assertProblem(await read(path), 'resource_not_found')
  const { items } = (await read('?page_size=100')).body
  assert.ok(items.length > 0 && items.every((row: Row) => row.merchant_id === merchant))
  assert.equal((await read(`?merchant_id=${randomUUID()}`)).body.total_count, 0)
})
