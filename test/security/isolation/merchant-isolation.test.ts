/** Between merchants of one tenant: a caller of one reaches no row of another. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MERCHANT_ROLES } from '../../../src/access/permissions.ts'
import { ok, startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { attack } from './attack.ts'
import { compareAll, listsAndReads, type Viewer } from './lists-and-reads.ts'
import { makeAll, type Owner } from './makers.ts'
import { idsOf, sumsOf } from './owned.ts'
import { openRig, ROLES } from './rig.ts'

const rig = use(openRig)
const receiver = use(() => startReceiver(ok))
let own: Owner
let second: Owner
before(async () => {
  const ownerOf = (merchantId: string, word: string): Owner => ({
    token: rig.tokenOf('tenant-admin'),
    tenantId: rig.tenantId,
    merchantId,
    headers: { 'x-merchant-id': merchantId },
    word,
  })
  own = ownerOf(rig.merchantId, 'zqlark')
  second = ownerOf(rig.otherMerchantId, 'zqfinch')
  await makeAll(rig, own, receiver)
  await makeAll(rig, second, receiver)
  let last = ''
  await until('all is quiet', async () => {
    const now = JSON.stringify(await sumsOf(rig, second))
    const isQuiet = now === last
    last = now
    return isQuiet
  })
})

for (const role of ['merchant-admin', 'merchant-user', 'transfer-merchant-admin', 'pos-admin'])
  test(`${role} for one merchant, every id of another: 0 leaks, 0 changes`, async (t) => {
    const sums = await sumsOf(rig, second)
    const who: Owner = { ...own, token: rig.tokenOf(role) }
    const ids = await idsOf(rig, second, 1)
    for (const kind of ['payments', 'webhook_subscriptions', 'webhook_deliveries', 'cancellation_requests'])
      assert.ok(ids.get(`${kind}.id`)?.length, `the other merchant has no ${kind}`)
    const report = await attack(rig, who, role, { ids, word: second.word }, ['merchant'])
    const { leaks, ...figures } = report
    t.diagnostic(JSON.stringify({ ...figures, leaks: leaks.length }))
    assert.deepEqual(leaks.slice(0, 5), [])
    assert.deepEqual(await sumsOf(rig, second), sums)
  })

test('every list shows each caller, bound or not, the rows that the read of one shows it', async (t) => {
  const viewer = (role: string, kind: string, token: string, headers: Record<string, string> = {}): Viewer => ({
    name: `${role} ${kind}`,
    role,
    token,
    headers,
  })
  const roles = ROLES.filter((role) => role !== 'platform-admin')
  const viewers = roles.flatMap((role) => [
    viewer(role, 'of the tenant', rig.tokenOf(role)),
    ...(MERCHANT_ROLES.has(role)
      ? []
      : [
          viewer(role, 'bound', rig.boundTokenOf(role)),
          viewer(role, 'by header', rig.tokenOf(role), { 'x-merchant-id': rig.otherMerchantId }),
        ]),
  ])
  const everything = viewer('tenant-admin', 'of the tenant', rig.tokenOf('tenant-admin'))
  const { differences, ...figures } = await compareAll(rig, everything, viewers)
  t.diagnostic(JSON.stringify({ ...figures, lists: listsAndReads(rig).length, differences: differences.length }))
  assert.deepEqual(differences.slice(0, 20), [])
  assert.ok(figures.shown > 100 && figures.hidden > 20, JSON.stringify(figures))
})
