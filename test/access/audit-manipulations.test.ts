/** A hundred manipulations of a chain by an attacker with the whole database but not the key: each is detected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendAudit } from '../../src/access/audit/append-audit.ts'
import { type Anchor, verifyChain } from '../../src/access/audit/verify-chain.ts'
import { use } from '../support/use.ts'
import { chainOf } from './audit/audit-rig.ts'
import { ENTRIES, entry, OTHER, openGround, TENANT } from './audit/chain-ground.ts'
import { anchored, changed, cut, type Manipulation, manipulations, where } from './audit/manipulations.ts'

const ground = use(openGround)

const findings = async (make: Manipulation[1], anchors: readonly Anchor[] = []) => {
  const { owner, runtime } = ground
  await owner.query('begin')
  try {
    await make(ground)
    return await verifyChain((work) => work(owner), runtime.sealer, TENANT, anchors)
  } finally {
    await owner.query('rollback')
  }
}

test('a hundred manipulations: all detected, and the chain is intact before and after', async (t) => {
  const { owner, heads } = ground
  await owner.query('alter table audit_log drop constraint audit_log_seq_check') // rows change places through numbers below 0
  assert.deepEqual(await chainOf(ground.runtime, TENANT), { entries: ENTRIES, fault: null })
  const kept = [{ seq: ENTRIES, hash: heads.at(-1)!.hash.toString('hex') }]
  const missed: string[] = []
  for (const [what, make] of manipulations) if ((await findings(make)).fault === null) missed.push(what)
  for (const [what, make] of anchored) {
    assert.equal((await findings(make)).fault, null, `${what} is whole in itself`)
    if ((await findings(make, kept)).fault === null) missed.push(what)
  }
  const rewritten = changed([3, 12, 33]).slice(0, 100 - manipulations.length - anchored.length)
  for (const [what, make] of rewritten) if ((await findings(make)).fault === null) missed.push(what)
  const total = manipulations.length + anchored.length + rewritten.length
  t.diagnostic(`${total - missed.length} of ${total} manipulations found`)
  assert.deepEqual(missed, [])
  assert.ok(total >= 100, `${total}`)
  assert.deepEqual(await chainOf(ground.runtime, TENANT), { entries: ENTRIES, fault: null })
  assert.deepEqual(await chainOf(ground.runtime, OTHER), { entries: 2, fault: null })
})

test('the first break is reported with its number', async () => {
  const at = async (make: Manipulation[1]) => (await findings(make)).fault
  assert.deepEqual(await at(({ owner }) => owner.execute(`update audit_log set actor = 'x' ${where(17)}`)), {
    seq: 17,
    why: 'the entry was changed, or not written by this platform',
  })
  assert.deepEqual(await at(({ owner }) => owner.execute(`delete from audit_log ${where(17)}`)), {
    seq: 17,
    why: 'the entry is missing',
  })
  assert.deepEqual(await at((all) => cut(all, 30)), {
    seq: 31,
    why: 'the chain ends before its head, which stands at 40',
  })
})

test("the program's role cannot change, remove or empty the log", async () => {
  const { db } = ground.runtime
  for (const sql of [
    'update audit_log set actor = null',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_heads',
  ])
    for (const act of [
      () => db.transaction({ of: TENANT }, (tx) => tx.execute(sql)),
      () => db.transaction({ as: 'platform' }, (tx) => tx.execute(sql)),
    ])
      await assert.rejects(act, { code: '42501' }, sql)
})

test('fifty concurrent appends: one chain, without gaps', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, count) => ground.append(OTHER, count)))
  assert.deepEqual(await chainOf(ground.runtime, OTHER), { entries: 52, fault: null })
  await ground.runtime.db.transaction({ of: [OTHER, TENANT] }, (tx) =>
    appendAudit(ground.runtime, tx, [entry(OTHER, 1), entry(TENANT, 1), entry(OTHER, 2)]),
  )
  assert.deepEqual(await chainOf(ground.runtime, OTHER), { entries: 54, fault: null })
})
