/** Manipulations by an attacker with the whole database but not the key. It is in one piece because it is one list of manipulations and the tables that they come from. */
import { createHash, createHmac } from 'node:crypto'
import { appendAudit } from '../../../src/access/audit/append-audit.ts'
import { entryText, headText } from '../../../src/access/audit/audit-entry.ts'
import { type HashedEntry, readEntries } from '../../../src/access/audit/audit-store.ts'
import { ENTRIES, entry, type Ground, type OldHead, OTHER, TENANT } from './chain-ground.ts'

export type Manipulation = [what: string, make: (ground: Ground) => Promise<unknown>]
export const where = (seq: number): string => `where tenant_id = '${TENANT}' and seq = ${seq}`
const run = ({ owner }: Ground, sql: string, values: unknown[] = []) => owner.execute(sql, values)

/** Each column of a row, also inconspicuously: the last microsecond, an empty text for none, another order of members. */
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
export const changed = (seqs: number[]): Manipulation[] =>
  CHANGES.flatMap((change, at): Manipulation[] => {
    const seq = seqs[at % seqs.length] as number
    return [[`row ${seq}: ${change}`, (ground) => run(ground, `update audit_log set ${change} ${where(seq)}`)]]
  })

const removed: Manipulation[] = [1, 2, 7, 20, 39, 40].map((seq) => [
  `row ${seq} removed`,
  (ground) => run(ground, `delete from audit_log ${where(seq)}`),
])
/** The following rows close the gap, so that the numbers are contiguous again. */
const closedUp: Manipulation[] = [1, 5, 20, 39].map((seq) => [
  `row ${seq} removed, those behind it moved up`,
  async (ground) => {
    await run(ground, `delete from audit_log ${where(seq)}`)
    await run(ground, `update audit_log set seq = -seq where tenant_id = $1 and seq > $2`, [TENANT, seq])
    await run(ground, `update audit_log set seq = -seq - 1 where tenant_id = $1 and seq < 0`, [TENANT])
    await run(ground, `update audit_heads set seq = seq - 1 where tenant_id = $1`, [TENANT])
  },
])
const swap = async (ground: Ground, one: number, two: number): Promise<void> => {
  await run(ground, `update audit_log set seq = 0 - seq ${where(one)}`)
  await run(ground, `update audit_log set seq = ${one} ${where(two)}`)
  await run(ground, `update audit_log set seq = ${two} ${where(-one)}`)
}
const PAIRS: [number, number][] = [
  [1, 2],
  [3, 4],
  [10, 30],
  [39, 40],
  [1, 40],
]
const reordered: Manipulation[] = PAIRS.map(([one, two]) => [
  `rows ${one} and ${two} swapped`,
  (ground) => swap(ground, one, two),
])
/** Hashes keep their positions: only the content is exchanged. */
const retold: Manipulation[] = PAIRS.map(([one, two]) => [
  `what rows ${one} and ${two} tell exchanged`,
  (ground) =>
    run(
      ground,
      `update audit_log a set actor = b.actor, target_id = b.target_id, before = b.before, after = b.after,
         correlation_id = b.correlation_id, at = b.at
       from audit_log b where a.tenant_id = $1 and b.tenant_id = $1
         and (a.seq, b.seq) in (($2::bigint, $3::bigint), ($3::bigint, $2::bigint))`,
      [TENANT, one, two],
    ),
])
const COLUMNS = `at, actor, realm, operation, outcome, code, kind, target_id, merchant_id, correlation_id, address, repeats,
  before, after, previous_hash, hash`
const copy = (ground: Ground, from: number, to: number, tenant = TENANT) =>
  run(
    ground,
    `insert into audit_log (tenant_id, seq, ${COLUMNS}) select '${TENANT}', ${to}, ${COLUMNS} from audit_log
     where tenant_id = '${tenant}' and seq = ${from}`,
  )
const inserted: Manipulation[] = [
  ['a copy behind the end', (ground) => copy(ground, 40, 41)],
  ['a copy of the first behind the end', (ground) => copy(ground, 1, 41)],
  ['a copy far behind the end', (ground) => copy(ground, 12, 400)],
  ['the entry of another tenant behind the end', (ground) => copy(ground, 1, 41, OTHER)],
  [
    'a copy behind the end, the head moved with it',
    async (ground) => {
      await copy(ground, 40, 41)
      await run(ground, `update audit_heads set seq = 41 where tenant_id = $1`, [TENANT])
    },
  ],
  [
    'a copy at the end of a chain cut by one',
    async (ground) => {
      await run(ground, `delete from audit_log ${where(40)}`)
      await copy(ground, 39, 40)
    },
  ],
  ...[5, 20, 38].map(
    (seq): Manipulation => [
      `a copy put in at ${seq}, those behind it moved down`,
      async (ground) => {
        await run(ground, `update audit_log set seq = -seq where tenant_id = $1 and seq >= $2`, [TENANT, seq])
        await run(ground, `update audit_log set seq = -seq + 1 where tenant_id = $1 and seq < 0`, [TENANT])
        await copy(ground, seq + 1, seq)
        await run(ground, `update audit_heads set seq = seq + 1 where tenant_id = $1`, [TENANT])
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
      (ground) => run(ground, `update audit_heads set ${change} where tenant_id = $1`, [TENANT]),
    ],
  ),
  ['the head removed', (ground) => run(ground, 'delete from audit_heads where tenant_id = $1', [TENANT])],
]
export const cut = (ground: Ground, last: number) =>
  run(ground, 'delete from audit_log where tenant_id = $1 and seq > $2', [TENANT, last])
const putBack = (ground: Ground, last: number, { hash, mac }: Pick<OldHead, 'hash' | 'mac'>) =>
  run(ground, 'update audit_heads set seq = $2, hash = $3, mac = $4 where tenant_id = $1', [TENANT, last, hash, mac])
const tailsCut: Manipulation[] = [
  ...[39, 30, 20, 1, 0].map((last): Manipulation => [`cut behind ${last}`, (ground) => cut(ground, last)]),
  ...[39, 20, 1].map(
    (last): Manipulation => [
      `cut behind ${last}, the head moved there with its old seal`,
      async (ground) => {
        await cut(ground, last)
        const { hash } = ground.heads[last - 1]!
        await putBack(ground, last, { hash, mac: ground.heads.at(-1)!.mac })
      },
    ],
  ),
  ...[39, 20].map(
    (last): Manipulation => [
      `cut behind ${last}, the head removed`,
      async (ground) => {
        await cut(ground, last)
        await run(ground, 'delete from audit_heads where tenant_id = $1', [TENANT])
      },
    ],
  ),
]
/** An attacker who knows the format and guesses the key. */
const GUESSES: [string, (text: string, ground: Ground) => Buffer][] = [
  ['no key', (text) => createHash('sha256').update(text).digest()],
  ['an empty key', (text) => createHmac('sha256', '').update(text).digest()],
  ['the fingerprint key', (text, ground) => ground.runtime.sealer.fingerprint('', text)],
  ['the pepper', (text, ground) => ground.runtime.sealer.hashSecret(text)],
]
const recomputed: Manipulation[] = GUESSES.flatMap(([name, mac]) =>
  [1, 25, 40].map(
    (from): Manipulation => [
      `rewritten from ${from} on with ${name}`,
      async (ground) => {
        const rows = await readEntries(ground.owner, TENANT, from - 1, ENTRIES)
        let hash = rows[0]!.previous_hash
        for (const row of rows) {
          const next: HashedEntry = { ...row, actor: 'nobody', previous_hash: hash }
          const made = mac(entryText(next), ground)
          await run(ground, `update audit_log set actor = 'nobody', previous_hash = $1, hash = $2 ${where(row.seq)}`, [
            hash,
            made,
          ])
          hash = made
        }
        await putBack(ground, ENTRIES, { hash, mac: mac(headText({ tenant_id: TENANT, seq: ENTRIES, hash }), ground) })
      },
    ],
  ),
)
/** What the program appends afterwards must not make a broken chain look intact. */
const goneOn: Manipulation[] = [39, 20].map((last) => [
  `cut behind ${last}, the head moved, and the program goes on`,
  async (ground) => {
    await cut(ground, last)
    await putBack(ground, last, { hash: ground.heads[last - 1]!.hash, mac: Buffer.alloc(32) })
    await appendAudit({ ...ground.runtime, log: { ...ground.runtime.log, error: () => undefined } }, ground.owner, [
      entry(TENANT, 99),
    ])
  },
])
/** An attacker with an old head can roll the chain back to it: consistent in itself, so only the log reveals it. */
export const anchored: Manipulation[] = [39, 20, 1].map((last) => [
  `put back to its state at ${last}`,
  async (ground) => {
    await cut(ground, last)
    await putBack(ground, last, ground.heads[last - 1]!)
  },
])

/** Those that show in the chain itself. */
export const manipulations: readonly Manipulation[] = [
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
