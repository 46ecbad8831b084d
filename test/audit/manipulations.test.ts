/** E9: a hundred manipulations of a chain, made by somebody who has the whole database and not the key: each is found. */
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { appendAudit } from '../../src/access/audit/append-audit.ts'
import { entryText, headText, type NewEntry } from '../../src/access/audit/audit-entry.ts'
import { type HashedEntry, readEntries } from '../../src/access/audit/audit-store.ts'
import { type Anchor, verifyChain } from '../../src/access/audit/verify-chain.ts'
import { loadConfig } from '../../src/infra/config.ts'
import { type OpenHouse, openHouse } from '../../src/infra/open-house.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'
import { chainOf, type OwnerTx, openOwner } from './audit-rig.ts'

const TENANT = '00000000-0000-4000-8000-0000000000a1'
const OTHER = '00000000-0000-4000-8000-0000000000a2'
const ENTRIES = 40

let database: TestDatabase
let open: OpenHouse
let owner: OwnerTx
const heads: { seq: number; hash: Buffer; mac: Buffer }[] = []

before(async () => {
  database = await makeDatabase()
  open = await openHouse(
    loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: testServer().masterKeys, VEZNE_LOG_LEVEL: 'error' }),
    () => undefined,
  )
  owner = await openOwner(database.url)
  for (let count = 1; count <= ENTRIES; count++) {
    await append(TENANT, count)
    heads.push(...(await headRows()))
  }
  await append(OTHER, 1)
  await append(OTHER, 2)
})
after(async () => {
  await owner.end()
  await open.close()
  await database.drop()
})

const entry = (tenantId: string, count: number): NewEntry => ({
  tenantId,
  actor: `user-${count % 3}`,
  realm: count % 5 === 0 ? 'master' : 'tenant-a',
  operation: 'PUT /api/v1/connectors/{id}',
  outcome: count % 7 === 0 ? 'refused' : 'done',
  code: count % 7 === 0 ? 'forbidden' : null,
  kind: 'connector',
  targetId: `c-${count}`,
  merchantId: `m-${count % 2}`,
  correlationId: `r-${count}`,
  address: '203.0.113.7',
  before: { name: `Bank ${count}`, z: 1, a: [1, 2.5, 'ı'] },
  after: { name: `Bank ${count + 1}`, z: 1.0, a: null },
})
const append = (tenantId: string, count: number): Promise<void> =>
  open.house.db.inTenant(tenantId, (tx) => appendAudit(open.house, tx, [entry(tenantId, count)]))
const headRows = () =>
  owner.query<{ seq: number; hash: Buffer; mac: Buffer }>('select * from audit_heads where tenant_id = $1', [TENANT])

type Manipulation = [what: string, make: () => Promise<unknown>]
const where = (seq: number): string => `where tenant_id = '${TENANT}' and seq = ${seq}`
const run = (sql: string, values: unknown[] = []) => owner.execute(sql, values)

/** Each column of a row, also where nobody would look: the last microsecond, an empty text for none, another order of members. */
const CHANGES = [
  `at = at + interval '1 microsecond'`,
  `at = at - interval '1 day'`,
  `actor = 'somebody'`,
  `actor = null`,
  `actor = actor || ' '`,
  `realm = 'master '`,
  `operation = 'GET /api/v1/connectors'`,
  `outcome = case outcome when 'done' then 'refused' else 'done' end`,
  `code = coalesce(code, '') || 'x'`,
  `kind = 'user'`,
  `kind = null`,
  `target_id = 'c-0'`,
  `target_id = null`,
  `merchant_id = null`,
  `correlation_id = 'r-0'`,
  `address = '127.0.0.1'`,
  `repeats = repeats + 1`,
  `before = null`,
  `before = replace(before, 'Bank', 'Bonk')`,
  `before = before::jsonb::text`,
  `after = '{}'`,
  `after = after || ' '`,
  `after = before, before = after`,
  `previous_hash = hash`,
  `previous_hash = sha256(previous_hash)`,
  `hash = sha256(hash)`,
  `hash = previous_hash`,
  `hash = ''`,
]
const changed = (seqs: number[]): Manipulation[] =>
  CHANGES.flatMap((change, at): Manipulation[] => {
    const seq = seqs[at % seqs.length] as number
    return [[`row ${seq}: ${change}`, () => run(`update audit_log set ${change} ${where(seq)}`)]]
  })

const removed: Manipulation[] = [1, 2, 7, 20, 39, 40].map((seq) => [
  `row ${seq} removed`,
  () => run(`delete from audit_log ${where(seq)}`),
])
/** The rows behind close the gap, so that the numbers are whole again. */
const closedUp: Manipulation[] = [1, 5, 20, 39].map((seq) => [
  `row ${seq} removed, those behind it moved up`,
  async () => {
    await run(`delete from audit_log ${where(seq)}`)
    await run(`update audit_log set seq = -seq where tenant_id = $1 and seq > $2`, [TENANT, seq])
    await run(`update audit_log set seq = -seq - 1 where tenant_id = $1 and seq < 0`, [TENANT])
    await run(`update audit_heads set seq = seq - 1 where tenant_id = $1`, [TENANT])
  },
])
const swap = async (one: number, two: number): Promise<void> => {
  await run(`update audit_log set seq = 0 - seq ${where(one)}`)
  await run(`update audit_log set seq = ${one} ${where(two)}`)
  await run(`update audit_log set seq = ${two} ${where(-one)}`)
}
const PAIRS: [number, number][] = [
  [1, 2],
  [3, 4],
  [10, 30],
  [39, 40],
  [1, 40],
]
const reordered: Manipulation[] = PAIRS.map(([one, two]) => [`rows ${one} and ${two} swapped`, () => swap(one, two)])
/** Hashes stay with their places: only what is told is exchanged. */
const retold: Manipulation[] = PAIRS.map(([one, two]) => [
  `what rows ${one} and ${two} tell exchanged`,
  () =>
    run(
      `update audit_log a set actor = b.actor, target_id = b.target_id, before = b.before, after = b.after,
         correlation_id = b.correlation_id, at = b.at
       from audit_log b where a.tenant_id = $1 and b.tenant_id = $1
         and (a.seq, b.seq) in (($2::bigint, $3::bigint), ($3::bigint, $2::bigint))`,
      [TENANT, one, two],
    ),
])
const COLUMNS = `at, actor, realm, operation, outcome, code, kind, target_id, merchant_id, correlation_id, address, repeats,
  before, after, previous_hash, hash`
const copy = (from: number, to: number, tenant = TENANT) =>
  run(
    `insert into audit_log (tenant_id, seq, ${COLUMNS}) select '${TENANT}', ${to}, ${COLUMNS} from audit_log
     where tenant_id = '${tenant}' and seq = ${from}`,
  )
const inserted: Manipulation[] = [
  ['a copy behind the end', () => copy(40, 41)],
  ['a copy of the first behind the end', () => copy(1, 41)],
  ['a copy far behind the end', () => copy(12, 400)],
  ['the entry of another tenant behind the end', () => copy(1, 41, OTHER)],
  [
    'a copy behind the end, the head moved with it',
    async () => {
      await copy(40, 41)
      await run(`update audit_heads set seq = 41 where tenant_id = $1`, [TENANT])
    },
  ],
  [
    'a copy at the end of a chain cut by one',
    async () => {
      await run(`delete from audit_log ${where(40)}`)
      await copy(39, 40)
    },
  ],
  ...[5, 20, 38].map(
    (seq): Manipulation => [
      `a copy put in at ${seq}, those behind it moved down`,
      async () => {
        await run(`update audit_log set seq = -seq where tenant_id = $1 and seq >= $2`, [TENANT, seq])
        await run(`update audit_log set seq = -seq + 1 where tenant_id = $1 and seq < 0`, [TENANT])
        await copy(seq + 1, seq)
        await run(`update audit_heads set seq = seq + 1 where tenant_id = $1`, [TENANT])
      },
    ],
  ),
]
const HEADS = [
  `seq = seq - 1`,
  `seq = seq + 1`,
  `seq = 0`,
  `seq = 1000000`,
  `hash = sha256(hash)`,
  `mac = sha256(mac)`,
  `mac = ''`,
  `mac = hash`,
  `hash = (select hash from audit_log ${where(39)})`,
  `(hash, mac) = (select hash, mac from audit_heads where tenant_id = '${OTHER}')`,
  `(seq, hash, mac) = (select seq, hash, mac from audit_heads where tenant_id = '${OTHER}')`,
]
const headsMoved: Manipulation[] = [
  ...HEADS.map(
    (change): Manipulation => [
      `head: ${change}`,
      () => run(`update audit_heads set ${change} where tenant_id = $1`, [TENANT]),
    ],
  ),
  ['the head removed', () => run('delete from audit_heads where tenant_id = $1', [TENANT])],
]
const cut = (last: number) => run('delete from audit_log where tenant_id = $1 and seq > $2', [TENANT, last])
const putBack = (last: number, { hash, mac }: { hash: Buffer; mac: Buffer }) =>
  run('update audit_heads set seq = $2, hash = $3, mac = $4 where tenant_id = $1', [TENANT, last, hash, mac])
const tailsCut: Manipulation[] = [
  ...[39, 30, 20, 1, 0].map((last): Manipulation => [`cut behind ${last}`, () => cut(last)]),
  ...[39, 20, 1].map(
    (last): Manipulation => [
      `cut behind ${last}, the head moved there with its old seal`,
      async () => {
        await cut(last)
        const { hash } = heads[last - 1]!
        await putBack(last, { hash, mac: heads.at(-1)!.mac })
      },
    ],
  ),
  ...[39, 20].map(
    (last): Manipulation => [
      `cut behind ${last}, the head removed`,
      async () => {
        await cut(last)
        await run('delete from audit_heads where tenant_id = $1', [TENANT])
      },
    ],
  ),
]
/** Somebody who knows how it is made, and guesses at the key. */
const GUESSES: [string, (text: string) => Buffer][] = [
  ['no key', (text) => createHash('sha256').update(text).digest()],
  ['an empty key', (text) => createHmac('sha256', '').update(text).digest()],
  ['the fingerprint key', (text) => open.house.sealer.fingerprint('', text)],
  ['the pepper', (text) => open.house.sealer.hashSecret(text)],
]
const recomputed: Manipulation[] = GUESSES.flatMap(([name, mac]) =>
  [1, 25, 40].map(
    (from): Manipulation => [
      `rewritten from ${from} on with ${name}`,
      async () => {
        const rows = await readEntries(owner, TENANT, from - 1, ENTRIES)
        let hash = rows[0]!.previous_hash
        for (const row of rows) {
          const next: HashedEntry = { ...row, actor: 'nobody', previous_hash: hash }
          const made = mac(entryText(next))
          await run(`update audit_log set actor = 'nobody', previous_hash = $1, hash = $2 ${where(row.seq)}`, [
            hash,
            made,
          ])
          hash = made
        }
        await putBack(ENTRIES, { hash, mac: mac(headText({ tenant_id: TENANT, seq: ENTRIES, hash })) })
      },
    ],
  ),
)
/** What the program appends afterwards must not make a broken chain look whole. */
const goneOn: Manipulation[] = [39, 20].map((last) => [
  `cut behind ${last}, the head moved, and the program goes on`,
  async () => {
    await cut(last)
    await putBack(last, { hash: heads[last - 1]!.hash, mac: Buffer.alloc(32) })
    await appendAudit({ ...open.house, log: { ...open.house.log, error: () => undefined } }, owner, [entry(TENANT, 99)])
  },
])
/** Whoever kept an old head can put the chain back to that moment: whole in itself, so only the log tells. */
const anchored: Manipulation[] = [39, 20, 1].map((last) => [
  `put back to its state at ${last}`,
  async () => {
    await cut(last)
    await putBack(last, heads[last - 1]!)
  },
])

const findings = async (make: () => Promise<unknown>, anchors: readonly Anchor[] = []) => {
  await owner.query('begin')
  try {
    await make()
    return await verifyChain((work) => work(owner), open.house.sealer, TENANT, anchors)
  } finally {
    await owner.query('rollback')
  }
}

test('a hundred manipulations: a hundred found, and the chain is whole before and after', async (t) => {
  await owner.query('alter table audit_log drop constraint audit_log_seq_check') // rows change places through numbers below 0
  assert.deepEqual(await chainOf(open.house, TENANT), { entries: ENTRIES, fault: null })
  const all = [
    ...changed([1, 7, 20, 39, 40]),
    ...removed,
    ...closedUp,
    ...reordered,
    ...retold,
    ...inserted,
    ...headsMoved,
    ...tailsCut,
    ...recomputed,
    ...goneOn,
  ]
  const kept = [{ seq: ENTRIES, hash: heads.at(-1)!.hash.toString('hex') }]
  const missed: string[] = []
  for (const [what, make] of all) if ((await findings(make)).fault === null) missed.push(what)
  for (const [what, make] of anchored) {
    assert.equal((await findings(make)).fault, null, `${what} is whole in itself`)
    if ((await findings(make, kept)).fault === null) missed.push(what)
  }
  const rewritten = changed([3, 12, 33]).slice(0, 100 - all.length - anchored.length)
  for (const [what, make] of rewritten) if ((await findings(make)).fault === null) missed.push(what)
  const total = all.length + anchored.length + rewritten.length
  t.diagnostic(`${total - missed.length} of ${total} manipulations found`)
  assert.deepEqual(missed, [])
  assert.ok(total >= 100, `${total}`)
  assert.deepEqual(await chainOf(open.house, TENANT), { entries: ENTRIES, fault: null })
  assert.deepEqual(await chainOf(open.house, OTHER), { entries: 2, fault: null })
})

test('the first break is named with its number', async () => {
  const at = async (make: () => Promise<unknown>) => (await findings(make)).fault
  assert.deepEqual(await at(() => run(`update audit_log set actor = 'x' ${where(17)}`)), {
    seq: 17,
    why: 'the entry was changed, or not written by this platform',
  })
  assert.deepEqual(await at(() => run(`delete from audit_log ${where(17)}`)), { seq: 17, why: 'the entry is missing' })
  assert.deepEqual(await at(() => cut(30)), { seq: 31, why: 'the chain ends before its head, which stands at 40' })
})

test("the program's role cannot change, remove or empty the log", async () => {
  const { db } = open.house
  for (const sql of [
    'update audit_log set actor = null',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_heads',
  ])
    for (const act of [
      () => db.inTenant(TENANT, (tx) => tx.execute(sql)),
      () => db.acrossTenants((tx) => tx.execute(sql)),
    ])
      await assert.rejects(act, { code: '42501' }, sql)
})

test('fifty at once: one chain, without gaps', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, count) => append(OTHER, count)))
  assert.deepEqual(await chainOf(open.house, OTHER), { entries: 52, fault: null })
  await open.house.db.inTenants([OTHER, TENANT], (tx) =>
    appendAudit(open.house, tx, [entry(OTHER, 1), entry(TENANT, 1), entry(OTHER, 2)]),
  )
  assert.deepEqual(await chainOf(open.house, OTHER), { entries: 54, fault: null })
})
