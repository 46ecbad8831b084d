/** Shard 0 has lost the end of a move: no command takes the rows from the shard that has them since, and a person puts the map right. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { dropLeft, giveUpMove, moveTenant } from '../../src/infra/database/shards/move/move-tenant.ts'
import { statementsOn } from '../support/on-shards.ts'
import { paymentBody } from '../support/payments.ts'
import { openMoveCommands } from '../support/tenant-moves.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const commands = use(() => openMoveCommands(vezne))
let tenant: MadeTenant
let token: string

const onShard = statementsOn(vezne)
const untilPaid = (): Promise<void> =>
  until('it is open', async () => {
    const { status } = await vezne.request('cards', 'POST', '/api/v1/payments', {
      token,
      body: paymentBody(),
      headers: { 'x-external-merchant-id': 'M-1', 'idempotency-key': randomUUID() },
    })
    return status === 200
  })
const paymentsOn = async (shard: number): Promise<unknown> =>
  (await onShard(shard, `select count(*)::int as n from payments where tenant_id = '${tenant.id}'`))[0]?.n
const move = (to: number) => commands.run(tenant.slug, (rig) => moveTenant(rig, to))
/** As shard 0 has it after a fail-over to a standby that was behind. */
const setMap = (shard: number, step: string | null, other: number | null): Promise<unknown> =>
  onShard(
    0,
    `update tenant_shards set shard = ${shard}, move_step = ${step === null ? 'null' : `'${step}'`}, other_shard = ${other},
       step_since = now(), version = (select max(version) + 1 from tenant_shards) where id = '${tenant.id}'`,
  )
const OLDER = /is open to it, so the map of shard 0 is older/

before(async () => {
  tenant = await makeTenant(vezne, { shard: 0 })
  token = await tokenOf(vezne, tenant, ['tenant-admin', 'pos-admin'])
  const merchant = { token, body: { name: 'Shop', external_id: 'M-1' } }
  assert.equal((await vezne.request('identity', 'POST', '/api/v1/merchants', merchant)).status, 201)
  await untilPaid()
})

test('a map from before the move, or from the middle of it, moves and empties nothing', async () => {
  await move(1)
  await untilPaid()
  assert.equal(await paymentsOn(1), 2)
  for (const [step, other] of [
    [null, null],
    ['draining', 1],
    ['copying', 1],
    ['giving_up', 1],
  ] as const) {
    await setMap(0, step, other)
    await assert.rejects(move(1), OLDER, `${step}`)
    if (step !== null) await assert.rejects(commands.run(tenant.slug, giveUpMove), OLDER, step)
    const found = await commands.find(tenant.slug)
    assert.deepEqual([found.shard, found.step, found.other], [0, step, other])
    assert.equal(await paymentsOn(1), 2)
  }
  const closed = await onShard(0, `select from pg_policies where policyname = 'closed_${tenant.id}' limit 1`)
  assert.equal(closed.length, 1, 'the shard that it left is not opened')
  await setMap(1, 'opening', 0)
  await move(1)
  await untilPaid()
  assert.equal(await paymentsOn(1), 3)
})

test('a map from before a move back does not drop the rows of the shard that it came back to', async () => {
  await move(0)
  await untilPaid()
  await setMap(1, null, 0)
  await assert.rejects(commands.run(tenant.slug, dropLeft), OLDER)
  assert.equal((await commands.find(tenant.slug)).step, null)
  assert.equal(await paymentsOn(0), 4)
  await setMap(0, 'opening', 1)
  await move(0)
  await untilPaid()
  assert.equal(await paymentsOn(0), 5)
})
