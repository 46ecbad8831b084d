/** Lists counted in closed blocks: totals and pages are those of a plain count, whatever was written, closed and folded, and by whom at once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { findWrongBlocks } from '../../src/lists/blocks/compare-blocks.ts'
import { foldDeltas } from '../../src/lists/blocks/fold-deltas.ts'
import { use } from '../support/use.ts'
import {
  ANY,
  type Asked,
  anyFilter,
  anyLook,
  IDS,
  LOOK,
  makeThings,
  openThingList,
  THINGS,
  ZERO,
} from './thing-list.ts'

const list = use(openThingList)

const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      n: fc.integer({ min: 4, max: 30 }),
      back: fc.integer({ min: 0, max: 4 }),
      look: anyLook,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      picks: fc.array(fc.nat(), { maxLength: 12 }),
      look: anyLook,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove' as const), picks: fc.array(fc.nat(), { maxLength: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('check' as const), asked: anyFilter }) },
)

test('after any steps, totals and pages are those of the rows', async () => {
  const run = async (
    steps: readonly (typeof anyStep extends fc.Arbitrary<infer T> ? T : never)[],
    deletes: boolean,
    last: Asked[],
  ) => {
    const tenantId = randomUUID()
    const known: string[] = []
    const nowMs = 1_900_000_000_000
    const pick = (picks: readonly number[]): string[] =>
      picks.flatMap((n) => known[n % Math.max(1, known.length)] ?? [])
    // Rows that are gone cannot say any more which filter they matched: such lists have no filters on other columns.
    const asking = (asked: Asked): Asked =>
      deletes ? { ...asked, minWeight: null, maxWeight: null, part: null } : asked
    for (const step of steps)
      if (step.do === 'insert') {
        const things = makeThings(
          step.n,
          step.back === 1 ? 1_800_000_000_000 + known.length : nowMs + 100_000 * known.length,
          step.look,
        )
        await list.insert(tenantId, things)
        known.push(...things.map(({ id }) => id))
      } else if (step.do === 'change') await list.change(tenantId, pick(step.picks), step.look)
      else if (step.do === 'remove') await (deletes && list.remove(tenantId, pick(step.picks)))
      else if (step.do === 'close') await list.closeAll(tenantId)
      else if (step.do === 'fold') await foldDeltas(list.db, THINGS, tenantId)
      else await list.check(tenantId, asking(step.asked))
    for (const asked of last) await list.check(tenantId, asking(asked))
    assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId, 20), [])
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 6, maxLength: 40 }),
      fc.boolean(),
      fc.array(anyFilter, { minLength: 3, maxLength: 3 }),
      run,
    ),
    { numRuns: 15 },
  )
})

test('while three close and fold, two write and others look: no look sees a difference', async () => {
  const tenantId = randomUUID()
  let isOver = false
  const until = async (work: (n: number) => Promise<unknown>, times = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let n = 0; !isOver && n < times; n++) await work(n)
  }
  const known: string[] = []
  let late = 0
  const writing = until(async (n) => {
    const things = makeThings(3, n % 3 === 0 ? 1_700_000_000_000 - late++ * 7 : 1_900_000_000_000 + n * 5_000, {
      ...LOOK,
      kind: n % 4,
    })
    await list.insert(tenantId, things)
    known.push(...things.map(({ id }) => id))
  }, 150)
  const changing = until(async (n) => {
    const ids = [known[(n * 31) % Math.max(1, known.length)], known.at(-1 - (n % 20))].flatMap((id) => id ?? [])
    await list.change(tenantId, ids, { ...LOOK, kind: n % 4, is_big: n % 2 === 0 })
  })
  const closing = [1, 2, 3].map(() => until(list.round(tenantId)))
  const blocks = async (): Promise<number> =>
    (
      await list.db.transaction({ of: tenantId }, (tx) =>
        tx.query('select from closed_blocks where tenant_id = $1 and scope = $2 and level = 0', [tenantId, ZERO]),
      )
    ).length
  const looking = async (): Promise<void> => {
    for (let n = 0; n < 30 || ((await blocks()) < 6 && n < 1_000); n++)
      await Promise.all([
        list.check(tenantId, { ...ANY, kinds: n % 2 === 0 ? null : [n % 4], offset: n * 3 }),
        list.check(
          tenantId,
          { ...ANY, shops: [IDS[0] as string], colors: [IDS[1] as string], minWeight: n % 3 === 0 ? 5 : null },
          n % 2 === 0,
        ),
      ])
  }
  await looking().finally(() => {
    isOver = true
  })
  await Promise.all([writing, changing, ...closing])
  assert.ok((await blocks()) >= 6)
  assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId, 100), [])
})
