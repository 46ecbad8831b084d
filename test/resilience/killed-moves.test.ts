/** The command that moves a tenant is killed at each of its places: it never has two owners, a repeat goes on, nothing is lost or doubled. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { newClient } from '../../src/infra/database/server-connection.ts'
import { MoveRefusedError } from '../../src/infra/database/shards/move/move-refused.ts'
import type { MovePlace } from '../../src/infra/database/shards/move/move-rig.ts'
import { dropLeft, giveUpMove, moveTenant } from '../../src/infra/database/shards/move/move-tenant.ts'
import { findTenantTables } from '../../src/infra/database/shards/move/tenant-tables.ts'
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
let payments = 0

const onShard = statementsOn(vezne)
const pay = () =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1', 'idempotency-key': randomUUID() },
  })
/** Pays once the processes know that the move has ended. */
const payAgain = async (): Promise<void> => {
  await until('it is open', async () => (await pay()).status === 200)
  payments++
}

const untilRefused = (): Promise<void> =>
  until('it is refused', async () => {
    const { status, headers } = await pay()
    if (status === 200) payments++
    else assert.deepEqual([status, headers['retry-after']], [503, '1'])
    return status === 503
  })

/** Payments that the program's role sees there; undefined where the shard is closed to the tenant. */
const seenOn = async (shard: number): Promise<number | undefined> => {
  try {
    const [row] = await onShard<{ n: string }>(
      shard,
      'begin',
      `select set_config('app.tenant_ids', '${tenant.id}', true)`,
      'set local role vezne_app',
      'select count(*) as n from payments',
    )
    return Number(row?.n)
  } catch (error) {
    assert.match((error as Error).message, /moves to another shard/)
    return undefined
  }
}
const ownersNow = async (): Promise<number[]> => {
  const seen = await Promise.all([seenOn(0), seenOn(1)])
  return [0, 1].filter((shard) => (seen[shard] ?? 0) > 0)
}
const countRows = async (shard: number): Promise<number> => {
  const owner = newClient(vezne.shardUrls[shard] as string)
  await owner.connect()
  try {
    const tables = await findTenantTables(owner)
    const counts = tables.map(({ name }) => `(select count(*) from ${name} where tenant_id = $1)`)
    const { rows } = await owner.query<{ n: string }>(`select ${counts.join(' + ')} as n`, [tenant.id])
    return Number(rows[0]?.n)
  } finally {
    await owner.end()
  }
}
/** A killed command's sessions end a moment later, and until then another one is refused. */
const run: typeof commands.run = async (...given) => {
  for (let tries = 1; ; tries++)
    try {
      return await commands.run(...given)
    } catch (error) {
      if (!(error instanceof MoveRefusedError && error.message.includes('another command')) || tries > 100) throw error
      await until('a moment has passed', () => true)
    }
}
const move = (to: number, how?: Parameters<typeof commands.run>[2]) =>
  run(tenant.slug, (rig) => moveTenant(rig, to), how)
const requireOn = async (shard: number): Promise<void> => {
  assert.deepEqual(await ownersNow(), [shard])
  assert.equal(await seenOn(shard), payments)
  const { shard: placed, step } = await commands.find(tenant.slug)
  assert.deepEqual([placed, step], [shard, null])
}

before(async () => {
  tenant = await makeTenant(vezne, { shard: 0 })
  token = await tokenOf(vezne, tenant, ['tenant-admin', 'pos-admin'])
  const merchant = await vezne.request('identity', 'POST', '/api/v1/merchants', {
    token,
    body: { name: 'Shop', external_id: 'M-1' },
  })
  assert.equal(merchant.status, 201, merchant.text)
  await payAgain()
})

const PLACES: readonly MovePlace[] = ['ready', 'begun', 'hidden', 'closed', 'copying', 'copied', 'moved', 'opened']
for (const [at, place] of PLACES.entries()) {
  const [from, to] = at % 2 === 0 ? [0, 1] : [1, 0]
  test(`killed once it is ${place}, from shard ${from}: a repeat moves it`, async () => {
    const died = await move(to, { dieAt: place })
    assert.equal(died, 'killed')
    const owners = await ownersNow()
    assert.ok(owners.length <= 1, `owners ${owners}`)
    if (place !== 'ready') await untilRefused()
    await move(to)
    await requireOn(to)
    assert.equal(await seenOn(from), undefined)
    await payAgain()
    await requireOn(to)
  })
}

test('a copy that fails ends the move: the tenant is open where it was, and the other shard has nothing of it', async () => {
  const { shard: from } = await commands.find(tenant.slug)
  const to = 1 - from
  await onShard(
    to,
    `create function lose_row() returns trigger language plpgsql as 'begin return null; end'`,
    'create trigger lose_row before insert on merchants for each row execute function lose_row()',
    'alter table merchants enable always trigger lose_row',
  )
  const undo = ['drop trigger lose_row on merchants', 'drop function lose_row()']
  try {
    await assert.rejects(move(to), /merchants differs/)
    await payAgain()
    await requireOn(from)
    assert.equal(await countRows(to), 0)
    for (const place of ['giving up', 'open again', 'emptied'] as const) {
      const died = await move(to, { dieAt: place })
      assert.equal(died, 'killed')
      assert.equal((await commands.find(tenant.slug)).step, 'giving_up')
      assert.ok((await ownersNow()).every((shard) => shard === from))
      await assert.rejects(move(to), /was given up before/)
      await payAgain()
      await requireOn(from)
    }
  } finally {
    await onShard(to, ...undo)
  }
  await move(to)
  await payAgain()
  await requireOn(to)
})

test('a killed move is given up by hand as long as the map has not changed', async () => {
  const { shard: from } = await commands.find(tenant.slug)
  const to = 1 - from
  for (const place of ['hidden', 'copied'] as const) {
    await move(to, { dieAt: place })
    await run(tenant.slug, giveUpMove)
    await payAgain()
    await requireOn(from)
    assert.equal(await countRows(to), 0)
  }
  await move(to, { dieAt: 'moved' })
  await assert.rejects(run(tenant.slug, giveUpMove), /no move of it can be given up/)
  await move(to)
  await payAgain()
  await requireOn(to)
})

test('work under way is waited for, however its process fares, and a move that would cut it is given up', async () => {
  const { shard: from } = await commands.find(tenant.slug)
  const to = 1 - from
  const lease = (until: string) =>
    onShard(
      from,
      'set session_replication_role = replica',
      `update payments set lease_owner = 2000000000, lease_until = ${until}, next_inquiry_at = 'infinity' where tenant_id = '${tenant.id}'`,
    )
  await lease(`clock_timestamp() + interval '1 hour'`)
  await assert.rejects(move(to, { patienceMs: 500 }), /did not end in time: \d+ in payments/)
  await payAgain()
  await requireOn(from)
  await lease(`clock_timestamp() + interval '2 s'`)
  await move(to)
  const [held] = await onShard<{ n: string }>(
    to,
    `select count(*) as n from payments where tenant_id = '${tenant.id}' and lease_until > clock_timestamp()`,
  )
  assert.equal(Number(held?.n), 0)
  await payAgain()
})

test('two commands at once: one of them moves it', async () => {
  const { shard: from } = await commands.find(tenant.slug)
  const to = 1 - from
  const results = await Promise.allSettled([1, 2].map(() => commands.run(tenant.slug, (rig) => moveTenant(rig, to))))
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await payAgain()
  await requireOn(to)
})

test('rows that were left are dropped, killed or not, and no other ones', async () => {
  const { shard, other } = await commands.find(tenant.slug)
  const left = other as number
  const rows = await countRows(shard)
  assert.ok((await countRows(left)) > 0)
  for (const place of ['dropping', 'dropped'] as const) {
    await run(tenant.slug, dropLeft, { dieAt: place })
    assert.equal((await commands.find(tenant.slug)).step, 'dropping')
    assert.equal((await pay()).status, 200)
    payments++
  }
  await run(tenant.slug, dropLeft)
  assert.equal(await countRows(left), 0)
  assert.ok((await countRows(shard)) >= rows)
  assert.deepEqual([(await commands.find(tenant.slug)).other, await seenOn(left)], [null, 0])
  await requireOn(shard)
  await assert.rejects(run(tenant.slug, dropLeft), /has left no rows behind/)
})
