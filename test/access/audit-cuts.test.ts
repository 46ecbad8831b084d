/** The audit log is cut by age: the head kept at each cut proves the rest, and nobody cuts what has to be at hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutChains } from '../../src/access/audit/cut-chains.ts'
import { verifyChain } from '../../src/access/audit/verify-chain.ts'
import { use } from '../support/use.ts'
import { chainOf } from './audit/audit-rig.ts'
import { ENTRIES, OTHER, openGround, TENANT } from './audit/chain-ground.ts'

const DAY_MS = 86_400_000
const ground = use(openGround)

const kept = async (tenantId: string): Promise<{ first: number; n: number }> =>
  (
    await ground.owner.query<{ first: number; n: number }>(
      'select coalesce(min(seq), 0)::int as first, count(*)::int as n from audit_log where tenant_id = $1',
      [tenantId],
    )
  )[0]!
const pass = (days: number) => ground.runtime.clock.move({ advanceMs: days * DAY_MS })
const anchor = (seq: number) => ({ seq, hash: ground.heads[seq - 1]!.hash.toString('hex') })

test('entries older than is kept go, and the chain is proved from the cut, however often it was ended in the middle', async () => {
  const { runtime, owner } = ground
  await owner.execute('update retention_clock set is_platform_clock = true')
  await cutChains(runtime, 12)
  assert.deepEqual(await kept(TENANT), { first: 1, n: ENTRIES }, 'nothing is old')
  await pass(200)
  for (let count = 0; count < 5; count++) await ground.append(TENANT, 100 + count)
  await pass(230)
  // Ended between the cut and the removal, and in the middle of that: a whole chain at each moment.
  await owner.execute(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
  await owner.execute(
    'create trigger killed before delete on audit_log for each row when (old.seq = 3) execute function fail()',
  )
  await assert.rejects(cutChains(runtime, 12), /killed/)
  assert.deepEqual(await kept(TENANT), { first: 1, n: ENTRIES + 5 })
  const whole = { entries: ENTRIES + 5, cut: ENTRIES, fault: null }
  assert.deepEqual(await chainOf(runtime, TENANT), whole)
  await owner.execute('drop trigger killed on audit_log')
  await owner.execute(`delete from audit_log where tenant_id = $1 and seq <= 7`, [TENANT])
  assert.deepEqual(await chainOf(runtime, TENANT), whole)
  await Promise.all([cutChains(runtime, 12), cutChains(runtime, 12)])
  assert.deepEqual(await kept(TENANT), { first: ENTRIES + 1, n: 5 })
  assert.deepEqual(await chainOf(runtime, TENANT), whole)
  assert.deepEqual(await kept(OTHER), { first: 2, n: 1 }, 'the last entry of a chain stays')
  await ground.append(TENANT, 200)
  await ground.append(OTHER, 200)
  assert.deepEqual(await chainOf(runtime, TENANT), { ...whole, entries: ENTRIES + 6 })
  assert.deepEqual(await chainOf(runtime, OTHER), { entries: 3, cut: 1, fault: null })
  const proved = (seq: number, hash = anchor(seq).hash) =>
    verifyChain((work) => runtime.db.transaction({ of: TENANT }, work), runtime.sealer, TENANT, [{ seq, hash }])
  assert.equal((await proved(ENTRIES)).fault, null, 'a head of the log at the cut')
  assert.equal((await proved(ENTRIES, anchor(3).hash)).fault?.seq, ENTRIES)
  assert.equal((await proved(9)).fault, null, 'a head of what is gone says nothing any more')
})

test('a cut that the platform has not made, a head passed off as one, and what is missing behind it are found', async () => {
  const { runtime, owner } = ground
  const faultAfter = async (sql: string, values: unknown[] = []): Promise<string | undefined> => {
    await owner.query('begin')
    await owner.execute(sql, values)
    const report = await verifyChain((work) => work(owner), runtime.sealer, TENANT).finally(() =>
      owner.query('rollback'),
    )
    return report.fault?.why
  }
  const forged = /cut of the chain/
  const [head] = await owner.query<{ seq: number; hash: Buffer; mac: Buffer }>(
    'select seq, hash, mac from audit_heads where tenant_id = $1',
    [TENANT],
  )
  const pass = `insert into audit_cuts (tenant_id, seq, hash, mac, at) values ($1, $2, $3, $4, now())`
  assert.match((await faultAfter(pass, [TENANT, head!.seq, head!.hash, head!.mac])) ?? '', forged)
  assert.match((await faultAfter('update audit_cuts set seq = seq + 1')) ?? '', forged)
  assert.match((await faultAfter(`update audit_cuts set hash = '\\x00'`)) ?? '', forged)
  assert.match((await faultAfter('delete from audit_cuts')) ?? '', /entries up to/)
  assert.match((await faultAfter(`delete from audit_log where seq = ${ENTRIES + 1}`)) ?? '', /missing/)
})

test("the program's role removes neither twelve months nor what no cut stands for", async () => {
  const { runtime, owner } = ground
  const remove = (sql: string) => runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute(sql))
  await assert.rejects(remove(`delete from audit_log where seq = ${ENTRIES + 6}`), { code: '42501' })
  await assert.rejects(remove('delete from audit_cuts'), { code: '42501' })
  await pass(800)
  await assert.rejects(
    remove(`delete from audit_log where seq = ${ENTRIES + 6}`),
    { code: '42501' },
    'old, and not cut',
  )
  await owner.execute('update retention_clock set is_platform_clock = false')
  await cutChains(runtime, 12)
  assert.equal((await kept(TENANT)).n, 6, 'production goes by the clock of the database')
})
