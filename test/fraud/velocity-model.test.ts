/** Every velocity value against a naive count: all subjects, windows and measures, to the second. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { newId } from '../../src/core/id.ts'
import { isVelocity } from '../../src/fraud/expressions/variable-names.ts'
import { countVelocityInOrder, lockVelocityScopes, toVelocityRow } from '../../src/fraud/velocity/count-velocity.ts'
import type { CountedCheck } from '../../src/fraud/velocity/counted-check.ts'
import { findCountingPlan, SUBJECT_KINDS, type SubjectKind } from '../../src/fraud/velocity/counting-plan.ts'
import { createSubjectHashers } from '../../src/fraud/velocity/subject-hashes.ts'
import { foldDeclines, purgeEntries, purgeVolumes } from '../../src/fraud/velocity/velocity-maintenance-store.ts'
import { insertEntries } from '../../src/fraud/velocity/velocity-store.ts'
import { useVezne } from '../support/vezne.ts'

const WINDOWS = { '10m': 600, '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 }
const LONGEST_S = WINDOWS['30d']
const ALL = SUBJECT_KINDS.flatMap((kind) =>
  Object.keys(WINDOWS).flatMap((window) =>
    ['count', 'amount_minor', 'declined_count', 'distinct_cards'].map(
      (measure) => `velocity.${kind}.${window}.${measure}`,
    ),
  ),
).filter(isVelocity)
/** A clock that is set back by a minute and more leaves checks ahead of it. */
const AHEAD_S = 60
const START_S = 1_795_000_000

const vezne = useVezne()
let owner: pg.Client
before(async () => {
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  // What the trigger of payments and transfers does, without all that a payment is.
  await owner.query(`create table judged (tenant_id uuid, id uuid, status text);
    create trigger note_failed_check after update of status on judged for each row
      when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check()`)
})
after(async () => {
  await owner.end()
})

interface Drawn {
  subjects: Record<SubjectKind, string | null>
  amount: number
  currency: string
  /** Seconds before the batch is checked. */
  ago: number
  /** Its key belongs to an earlier one. */
  isTaken: boolean
}
type Step =
  | { is: 'judge'; after: number; checks: Drawn[] }
  | { is: 'fail'; nth: number }
  | { is: 'sum' }
  | { is: 'purge' }

const subject = fc.option(fc.constantFrom('a', 'b'), { freq: 4 })
const drawn = fc.record({
  subjects: fc.record(
    Object.fromEntries(SUBJECT_KINDS.map((kind) => [kind, subject])) as Record<SubjectKind, typeof subject>,
  ),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  currency: fc.constantFrom('TRY', 'TRY', 'USD'),
  ago: fc.constantFrom(0, 0, 1, 2),
  isTaken: fc.integer({ min: 0, max: 6 }).map((draw) => draw === 0),
})
const edges = Object.values(WINDOWS).flatMap((window) => [window - 1, window, window + 1])
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        is: fc.constant('judge' as const),
        after: fc.oneof(fc.constantFrom(0, 1, -59, -61, 3_000, 100_000), fc.constantFrom(...edges)),
        checks: fc.array(drawn, { minLength: 1, maxLength: 6 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('fail' as const), nth: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.constant({ is: 'sum' as const }) },
    { weight: 1, arbitrary: fc.constant({ is: 'purge' as const }) },
  ),
  { minLength: 2, maxLength: 14 },
)

interface Remembered extends Drawn {
  id: string
  at: number
  failed: boolean
}

/** Naive: earlier entries within the window. */
const byHand = (before: readonly Remembered[], check: Remembered): Record<string, number> => {
  const numbers: Record<string, number> = {}
  for (const name of ALL) {
    const [, kind, window, measure] = name.split('.') as [string, SubjectKind, keyof typeof WINDOWS, string]
    const value = check.subjects[kind]
    const counted = before.filter(
      ({ subjects, at }) =>
        value !== null && subjects[kind] === value && at > check.at - WINDOWS[window] && at <= check.at + AHEAD_S,
    )
    numbers[name] = {
      count: counted.length,
      amount_minor: counted.reduce((sum, { amount, currency }) => sum + (currency === check.currency ? amount : 0), 0),
      declined_count: counted.filter(({ failed }) => failed).length,
      distinct_cards: new Set(counted.flatMap(({ subjects: { card } }) => card ?? [])).size,
    }[measure] as number
  }
  return numbers
}

/** `few`: subjects with more checks are summed up by the database, the others counted by the program. */
const runSteps = async (all: readonly Step[], few: number): Promise<void> => {
  const tenantId = randomUUID()
  const { db, sealer } = vezne.runtime
  const hasher = createSubjectHashers(sealer)(tenantId, 'sanal_pos')
  const plan = findCountingPlan(ALL)
  const past: Remembered[] = []
  let nowS = START_S
  const countingOf = ({ id, at, amount, currency, subjects }: Remembered): CountedCheck => ({
    checkId: id,
    tenantId,
    process: 'sanal_pos',
    second: at,
    amount,
    currency,
    subjects: {
      ...hasher.hashAll(subjects, plan.kinds),
      card: subjects.card === null ? null : hasher.hash('card', subjects.card),
    },
    plan,
  })
  const judge = async (step: Extract<Step, { is: 'judge' }>): Promise<void> => {
    nowS += step.after
    const batch = step.checks.map((check) => {
      const at = nowS - check.ago
      return { ...check, id: newId(at * 1_000), at, failed: false }
    })
    const fresh = batch.filter(({ isTaken }) => !isTaken)
    const taken = new Set(batch.flatMap(({ id, isTaken }) => (isTaken ? [id] : [])))
    const countings = batch.map(countingOf)
    const counted = await db.transaction({ of: tenantId }, async (tx) => {
      const numbers = await countVelocityInOrder(tx, countings, taken, (each) => each, few)
      await insertEntries(tx, fresh.map(countingOf).map(toVelocityRow))
      return numbers
    })
    for (const [nth, check] of batch.entries()) {
      const earlier = batch.slice(0, nth).filter(({ isTaken }) => !isTaken)
      assert.deepEqual(counted[nth], byHand([...past, ...earlier], check))
    }
    past.push(...fresh)
  }
  for (const step of all) {
    if (step.is === 'judge') await judge(step)
    if (step.is === 'sum') await db.transaction({ of: tenantId }, (tx) => foldDeclines(tx, tenantId, 3))
    if (step.is === 'purge') {
      const beforeMs = (nowS - LONGEST_S - 1_000) * 1_000
      await db.transaction({ of: tenantId }, (tx) => purgeEntries(tx, tenantId, beforeMs, 5_000))
      await db.transaction({ of: tenantId }, (tx) => purgeVolumes(tx, tenantId, beforeMs - 3_600_000, 5_000))
    }
    const failing = step.is === 'fail' ? past[step.nth % Math.max(past.length, 1)] : undefined
    if (failing === undefined) continue
    failing.failed = true
    await owner.query(`select set_config('app.tenant_ids', $1, false)`, [tenantId])
    await owner.query('insert into judged values ($1, $2, $3)', [tenantId, failing.id, 'processing'])
    await owner.query('update judged set status = $2 where id = $1', [failing.id, 'failed'])
  }
}

test('any sequence at any second: each value equals the naive count', async () => {
  await fc.assert(fc.asyncProperty(steps, fc.constantFrom(1, 3, 50), runSteps), { numRuns: 60 })
})

test('two batches at once: the second counts the first, or the first the second', async () => {
  const { db, sealer } = vezne.runtime
  const tenantId = randomUUID()
  const plan = findCountingPlan(['velocity.card.10m.count'])
  const card = createSubjectHashers(sealer)(tenantId, 'sanal_pos').hash('card', 'a')
  const one = (): Promise<number> =>
    db.transaction({ of: tenantId }, async (tx) => {
      const counting: CountedCheck = {
        checkId: randomUUID(),
        tenantId,
        process: 'sanal_pos',
        second: START_S,
        amount: 1,
        currency: 'TRY',
        subjects: { card },
        plan,
      }
      const [number] = await countVelocityInOrder(tx, [counting], new Set(), (counted) => counted)
      await insertEntries(tx, [toVelocityRow(counting)])
      return number?.['velocity.card.10m.count'] as number
    })
  const numbers = await Promise.all(Array.from({ length: 30 }, one))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, nth) => nth),
  )
  await db.transaction({ of: tenantId }, (tx) => lockVelocityScopes(tx, [{ tenantId, process: 'sanal_pos' }])) // the lock is released
})

test('of a shared subject the newest 10,000 count', async () => {
  const { db, sealer } = vezne.runtime
  const tenantId = randomUUID()
  const names = ['count', 'distinct_cards'].map((measure) => `velocity.ip.24h.${measure}`)
  const ip = createSubjectHashers(sealer)(tenantId, 'sanal_pos').hash('ip', '85.99.1.2')
  await owner.query(
    `insert into fraud_velocity (tenant_id, check_id, at, amount, currency, failed, ip, card)
     select $1, gen_random_uuid(), $2::bigint - n / 10, 100, 'TRY', false, $3, n from generate_series(1, 10050) n`,
    [tenantId, START_S, ip],
  )
  const counting = {
    ...{ checkId: newId(START_S * 1_000), tenantId, process: 'sanal_pos' as const, second: START_S, amount: 100 },
    ...{ currency: 'TRY', subjects: { ip }, plan: findCountingPlan(names) },
  }
  const [numbers] = await db.transaction({ of: tenantId }, (tx) =>
    countVelocityInOrder(tx, [counting], new Set(), (counted) => counted),
  )
  assert.deepEqual(
    names.map((name) => numbers?.[name as keyof typeof numbers]),
    [10_000, 10_000],
  )
})

test('a thousand of the largest amounts are a sum, not a fault', async () => {
  const { db, sealer } = vezne.runtime
  const tenantId = randomUUID()
  const hasher = createSubjectHashers(sealer)(tenantId, 'sanal_pos')
  const subjects = { ...hasher.hashAll({ ip: '85.99.1.2', merchant: 'm' }, new Set<SubjectKind>(['ip', 'merchant'])) }
  const names = ['ip', 'merchant'].map((kind) => `velocity.${kind}.24h.amount_minor`)
  const counting = (): CountedCheck => ({
    ...{ checkId: newId(START_S * 1_000), tenantId, process: 'sanal_pos', second: START_S, currency: 'TRY' },
    ...{ amount: Number.MAX_SAFE_INTEGER, subjects, plan: findCountingPlan(names) },
  })
  await db.transaction({ of: tenantId }, (tx) =>
    insertEntries(tx, Array.from({ length: 1_100 }, counting).map(toVelocityRow)),
  )
  const [numbers] = await db.transaction({ of: tenantId }, (tx) =>
    countVelocityInOrder(tx, [counting()], new Set(), (counted) => counted),
  )
  assert.deepEqual(
    names.map((name) => Math.round((numbers?.[name] ?? 0) / Number.MAX_SAFE_INTEGER)),
    [1_100, 1_100],
  )
})
