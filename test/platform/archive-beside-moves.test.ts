/** The archive takes out and brings back no month while the move of a tenant has hidden its rows, at whatever step. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMonths, findOpenWork } from '../../src/cli/archive/archive-month.ts'
import { admitTenant, hideTenant } from '../../src/infra/database/shards/move/close-on-shard.ts'
import { openArchiveRig } from '../support/archive-rig.ts'
import { keepPartitions } from '../support/kept-partitions.ts'
import { openKilledMoves } from '../support/killed-moves.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const DAY_MS = 86_400_000
const PATIENCE_MS = 20_000
const vezne = useVezne({ shards: 2, env: { VEZNE_WORKER_SHARDS: '1' } })
const moves = use(() => openKilledMoves(vezne))
const rig = use(() => openArchiveRig({ vezne: { ...vezne, runtime: moves.upkeep } }))

test('out and back refuse while a tenant is hidden, also where that begins in between, and then do all of it', async () => {
  const { upkeep, own } = moves
  const shop = await moves.openShop()
  const paid = await shop.pay()
  assert.equal(paid.status, 200, paid.text)
  for (const days of [62, 31, 400]) {
    await vezne.moveClock(days * DAY_MS)
    await keepPartitions(upkeep, {})
  }
  const other = await moves.openShop()
  const stored = async (): Promise<number> =>
    (await own('select from payments where id = $1', [paid.body.transaction_id])).length
  const month = (await upkeep.db.transaction({ as: 'platform' }, findMonths)).find(({ here }) => here.length > 0)!
  const { label } = month
  const refused = ({ tenant }: typeof shop): RegExp =>
    new RegExp(`the move of ${tenant.slug} to another shard has not ended`)

  await shop.hide()
  await assert.rejects(rig.out(label), refused(shop))
  const [why] = await upkeep.db.transaction({ as: 'platform' }, (tx) => findOpenWork(tx, month))
  assert.match(why!, refused(shop))
  await shop.giveUp()
  for (const [place, moved] of [
    ['begun', shop],
    ['allowed', other],
  ] as const) {
    await assert.rejects(
      rig.out(label, (step) => (step === place ? hideTenant(rig.owner, moved.tenant.id, PATIENCE_MS) : undefined)),
      refused(moved),
    )
    await admitTenant(rig.owner, moved.tenant.id, PATIENCE_MS)
  }
  assert.equal(await stored(), 1)

  await rig.out(label)
  assert.equal(await stored(), 0)
  await other.hide()
  await assert.rejects(rig.back(label), refused(other))
  await other.giveUp()
  await assert.rejects(
    rig.back(label, (step) => (step === 'allowed' ? hideTenant(rig.owner, other.tenant.id, PATIENCE_MS) : undefined)),
    refused(other),
  )
  await admitTenant(rig.owner, other.tenant.id, PATIENCE_MS)
  await rig.back(label)
  assert.equal(await stored(), 1)
})
