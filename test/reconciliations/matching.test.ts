/** Matching in the database against a few lines that say what it should do; and ended at any step, the same in the end. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../src/core/id.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { matchReconciliation } from '../../src/reconciliations/matching/match.ts'
import { bankBucket, firstRound, platformBucket } from '../../src/reconciliations/matching/passes.ts'
import { survive } from '../support/mortal.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let tenant: string
before(async () => {
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ tenant_id: string }>(`select tenant_id from realms where slug = 'tenant-load'`),
  )
  tenant = row!.tenant_id
})

interface Side {
  kind: 'sale' | 'refund'
  payment: number | null
  reference: string | null
  auth: string | null
  amount: number
  day: string | null
  done: boolean
}
interface Ours extends Side {
  id: string
  parent: string | null
  day: string
}
interface Theirs extends Side {
  line: number
  /** The payment of ours that its order id names. */
  names: string | null
}

const side = {
  reference: fc.option(fc.constantFrom('R1', 'R2', 'R3', 'R4'), { nil: null }),
  auth: fc.option(fc.constantFrom('A1', 'A2'), { nil: null }),
  amount: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('sale' as const, 'sale' as const, 'refund' as const),
}
const day = fc.constantFrom('2026-01-05', '2026-01-06')
const ours = fc.array(fc.record({ ...side, payment: fc.constant(null), day, done: fc.boolean() }), { maxLength: 8 })
const theirs = fc.array(
  fc.record({
    ...side,
    payment: fc.option(fc.nat({ max: 7 }), { nil: null }),
    day: fc.option(day, { nil: null }),
    done: fc.boolean(),
  }),
  { maxLength: 8 },
)
type Source = 'rows' | 'files'

/** What should pair, in a few lines: pass by pass, each row of the bank takes the first of ours that is free and has its key. */
const reference = (source: Source, platform: readonly Ours[], bank: readonly Theirs[]) => {
  const kindOf = (row: Side) => (source === 'files' ? row.kind : 'any')
  const key = (...parts: (string | number | null | undefined)[]) =>
    parts.includes(null) || parts.includes(undefined) ? null : parts.join('|')
  const own = (b: Theirs) => b.names
  const free = (b: Theirs, text: string | null) => (own(b) === null ? text : null)
  const isRefund = (row: Side) => row.kind === 'refund'
  const passes: [(p: Ours) => string | null, (b: Theirs) => string | null][] = [
    [(p) => (isRefund(p) ? null : key(p.id, p.amount)), (b) => (isRefund(b) ? null : key(own(b), b.amount))],
    [(p) => (isRefund(p) ? null : p.id), (b) => (isRefund(b) ? null : own(b))],
    [(p) => (isRefund(p) ? key(p.parent, p.reference) : null), (b) => (isRefund(b) ? key(own(b), b.reference) : null)],
    [(p) => (isRefund(p) ? key(p.parent, p.amount) : null), (b) => (isRefund(b) ? key(own(b), b.amount) : null)],
    [(p) => key(kindOf(p), p.reference, p.amount), (b) => free(b, key(kindOf(b), b.reference, b.amount))],
    [(p) => key(kindOf(p), p.reference), (b) => free(b, key(kindOf(b), b.reference))],
    [(p) => key(kindOf(p), p.auth, p.amount, p.day), (b) => free(b, key(kindOf(b), b.auth, b.amount, b.day))],
    [
      (p) => key(kindOf(p), p.auth, p.amount),
      (b) => (b.day === null ? free(b, key(kindOf(b), b.auth, b.amount)) : null),
    ],
  ]
  const left = new Set(platform.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  const open = new Set(bank)
  const found: string[] = []
  for (const [ofOurs, ofTheirs] of passes)
    for (const b of open) {
      const text = ofTheirs(b)
      const p = text === null ? undefined : [...left].find((each) => ofOurs(each) === text)
      if (p === undefined) continue
      left.delete(p)
      open.delete(b)
      found.push(
        `${p.id} ${b.line} ${p.amount !== b.amount ? 'amount_mismatch' : p.done !== b.done ? 'status_mismatch' : 'matched'}`,
      )
    }
  for (const p of left) if (source === 'rows' || p.done) found.push(`${p.id} - orphan_db`)
  for (const b of open) found.push(`- ${b.line} orphan_bank`)
  return found
}

const insert = async (tx: Tx, id: string, source: Source, platform: readonly Ours[], bank: readonly Theirs[]) => {
  await tx.execute(
    `insert into reconciliations (tenant_id, id, scope, connector_config_id, period, period_start, period_end, reconciliation_date, source,
       first_id, last_id, stage, overall_status, started_by, created, last_modified)
     values ($1, $2, 'connector', $2, 'daily', now(), now(), now(), $3, $2, $2, 'match', 'draft', 'test', now(), now())`,
    [tenant, id, source],
  )
  const into = `insert into reconciliation_entries (tenant_id, reconciliation_id, bucket, side, line, payment_id, parent_id, kind, order_id,
    reference, auth_code, amount, status, class, day, installment)`
  const round = firstRound(source)
  await tx.execute(
    `${into} select $1, $2, ${platformBucket(round)}, 'platform', null, p.payment_id, p.parent_id, p.kind, null, p.reference, p.auth_code,
       p.amount, 'x', p.class, p.day, 1
     from jsonb_to_recordset($3::jsonb) as p(payment_id uuid, parent_id uuid, kind text, reference text, auth_code text, amount bigint, class text, day date)`,
    [
      tenant,
      id,
      JSON.stringify(
        platform.map((p) => ({
          payment_id: p.id,
          parent_id: p.parent,
          kind: p.kind,
          reference: p.reference,
          auth_code: p.auth,
          amount: p.amount,
          class: p.done ? 'done' : 'failed',
          day: p.day,
        })),
      ),
    ],
  )
  await tx.execute(
    `${into} select $1, $2, ${bankBucket(round)}, 'bank', b.line, b.payment_id, null, b.kind, b.order_id, b.reference, b.auth_code,
       b.amount, 'x', b.class, b.day, 1
     from jsonb_to_recordset($3::jsonb) as b(line integer, payment_id uuid, kind text, order_id text, reference text, auth_code text, amount bigint, class text, day date)`,
    [
      tenant,
      id,
      JSON.stringify(
        bank.map((b) => ({
          line: b.line,
          payment_id: b.names,
          kind: b.kind,
          order_id: source === 'files' ? `O${b.line}` : null,
          reference: b.reference,
          auth_code: b.auth,
          amount: b.amount,
          class: b.done ? 'done' : 'failed',
          day: b.day,
        })),
      ),
    ],
  )
}

/** By the program, killed inside and behind its transactions again and again. */
const matched = async (id: string): Promise<string[]> => {
  const { db } = vezne.runtime
  const kills = await survive(db, (mortal) => matchReconciliation(mortal, tenant, id))
  assert(kills >= 3, `killed ${kills} times`)
  const rows = await db.transaction({ of: tenant }, (tx) =>
    tx.query<{ t: string | null; l: number | null; d: string }>(
      'select transaction_id as t, bank_line as l, discrepancy as d from reconciliation_details where tenant_id = $1 and reconciliation_id = $2',
      [tenant, id],
    ),
  )
  return rows.map(({ t, l, d }) => `${t ?? '-'} ${l ?? '-'} ${d}`).toSorted()
}

const DAYS = 1_500

for (const source of ['rows', 'files'] as const)
  test(`${source}: the database decides as a few lines do, on ${DAYS} days`, async () => {
    const id = newId(Date.now())
    const expected: string[] = []
    await vezne.runtime.db.transaction({ of: tenant }, async (tx) => {
      const all: { platform: Ours[]; bank: Theirs[]; named: Map<string, string | null> } = {
        platform: [],
        bank: [],
        named: new Map(),
      }
      // Each day has keys of its own, so that all of them are one reconciliation.
      for (const [n, [oursOfDay, theirsOfDay]] of fc.sample(fc.tuple(ours, theirs), DAYS).entries()) {
        const own = (text: string | null): string | null => (text === null ? null : `${n}-${text}`)
        const keyed = <S extends Side>(row: S): S => ({ ...row, reference: own(row.reference), auth: own(row.auth) })
        const ids = oursOfDay.map(() => newId(Date.now()))
        const sales = ids.filter((_, at) => oursOfDay[at]!.kind === 'sale')
        const named = (nr: number): string | null => sales[nr % Math.max(sales.length, 1)] ?? null
        const parentOf = (row: Side, at: number) => (row.kind === 'refund' ? (named(at) ?? newId(1)) : null)
        const platform = oursOfDay.map((row, at): Ours => ({ ...keyed(row), id: ids[at]!, parent: parentOf(row, at) }))
        const bank = theirsOfDay.map(
          (row, at): Theirs => ({
            ...keyed(row),
            line: all.bank.length + at + 1,
            names: source === 'files' && row.payment !== null ? named(row.payment) : null,
          }),
        )
        expected.push(...reference(source, platform, bank))
        all.platform.push(...platform)
        all.bank.push(...bank)
      }
      await insert(tx, id, source, all.platform, all.bank)
    })
    assert.deepEqual(await matched(id), expected.toSorted())
    const [counted] = await vezne.runtime.db.transaction({ of: tenant }, (tx) =>
      tx.query<Record<string, number>>(
        `select r.matched_count + r.amount_mismatch_count + r.status_mismatch_count + r.orphan_db_count + r.orphan_bank_count as told, r.overall_status,
           (select count(*)::int from reconciliation_entries e where e.tenant_id = $1 and e.reconciliation_id = $2) as entries
         from reconciliations r where r.tenant_id = $1 and r.id = $2`,
        [tenant, id],
      ),
    )
    assert.deepEqual(counted, { told: expected.length, overall_status: 'in_review', entries: 0 })
  })
