/** Figures of hours: what blocks keep, what has changed since, and what is open add up to the rows, whatever was written, closed and folded. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { idAt } from '../../src/core/id.ts'
import { foldDeltas } from '../../src/lists/blocks/fold-deltas.ts'
import type { FiguresWanted } from '../../src/lists/closed-list.ts'
import { findWrongCopies } from '../../src/lists/filters/compare-copies.ts'
import { fillHourlyFigures, readHourlyFigures } from '../../src/lists/filters/hourly-figures.ts'
import { use } from '../support/use.ts'
import {
  ALL,
  anyLook,
  IDS,
  LAST,
  LOOK,
  makeThings,
  openThingList,
  SIZES,
  THINGS,
  type Thing,
  ZERO,
} from './thing-list.ts'

const HOUR_MS = 3_600_000
const START_MS = 500_000 * HOUR_MS

const list = use(openThingList)

/** Hours after the start, whole or not. */
const anyMoment = fc.integer({ min: -4, max: 48 }).map((quarters) => quarters / 4)

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('insert' as const), n: fc.integer({ min: 4, max: 40 }), look: anyLook }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      picks: fc.array(fc.nat(), { maxLength: 12 }),
      look: anyLook,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      hours: fc.option(fc.tuple(anyMoment, anyMoment)),
      shops: fc.option(fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 2 })),
      fills: fc.boolean(),
      kinds: fc.constantFrom(7, 4, 3),
    }),
  },
)

test('figures of hours are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const tenantId = randomUUID()
      let at = START_MS
      for (const step of [...steps, ...READS]) {
        if (step.do === 'insert') {
          await list.insert(tenantId, makeThings(step.n, at, step.look))
          at += HOUR_MS / 2
        } else if (step.do === 'change') await list.change(tenantId, await pick(tenantId, step.picks), step.look)
        else if (step.do === 'close') await list.closeAll(tenantId)
        else if (step.do === 'fold') await foldDeltas(list.db, THINGS, tenantId)
        else await compare(tenantId, step)
      }
    }),
    { numRuns: 25 },
  )
})

test('figures of all are kept as blocks are copied and stay though nobody asks; wrong ones are found', async () => {
  const tenantId = randomUUID()
  const count = async (of: string): Promise<number> =>
    (await list.owner.query(`select count(*)::int as n from ${of} tenant_id = $1`, [tenantId])).rows[0].n
  await list.insert(tenantId, makeThings(80, START_MS, LOOK))
  await list.closeAll(tenantId)
  const blocks = await count(`closed_blocks where level = 0 and scope = '${ZERO}' and`)
  assert.ok(blocks > 5)
  assert.equal(await count('closed_block_filter_counts where'), blocks)
  await compare(tenantId, { hours: null, shops: null, fills: true, kinds: 7 })
  assert.equal(await count('closed_block_filters where'), 0)
  assert.deepEqual(await findWrongCopies(list.db, THINGS, tenantId, 100, SIZES.texts), [])
  await list.owner.query('update closed_block_filter_counts set amounts[1] = amounts[1] + 1 where tenant_id = $1', [
    tenantId,
  ])
  assert.equal((await findWrongCopies(list.db, THINGS, tenantId, 100, SIZES.texts)).length, blocks)
})

const READS = [null, null, [0.25, 1.75], [0, 1], [0.5, 3.25], [1.5, 2.5], [0.75, 5]].map((hours, at) => ({
  do: 'read' as const,
  hours: hours as [number, number] | null,
  shops: null,
  fills: at % 2 === 0,
  kinds: 7,
}))

const pick = async (tenantId: string, picks: readonly number[]): Promise<string[]> => {
  const all = await list.db.transaction({ of: tenantId }, (tx) => tx.query<Thing>(ALL, [tenantId]))
  return all.length === 0 ? [] : picks.map((nth) => all[nth % all.length]!.id)
}

interface Read {
  hours: [number, number] | null
  shops: string[] | null
  fills: boolean
  kinds: number
}

const compare = async (tenantId: string, { hours, shops, fills, kinds }: Read): Promise<void> => {
  const [from, before] = hours?.toSorted((a, b) => a - b).map((hour) => idAt(START_MS + hour * HOUR_MS, 'first')) ?? [
    ZERO,
    LAST,
  ]
  const span = { from: from as string, before: before as string }
  const wanted: FiguresWanted = { tenantId, span, scopes: shops, kinds }
  if (fills) await fillHourlyFigures(list.db, THINGS, wanted)
  await list.db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const found = await readHourlyFigures(tx, THINGS, wanted)
    const rows = (await tx.query<Thing>(ALL, [tenantId])).filter(
      (thing) =>
        thing.is_shown &&
        thing.id >= span.from &&
        thing.id < span.before &&
        (shops === null || shops.includes(thing.shop ?? '')),
    )
    const expected = Object.entries(
      Object.groupBy(rows, ({ id, kind, is_big }) => `${hourOf(id)} ${(kind | (Number(is_big) << 2)) & kinds}`),
    ).map(([key, of]) => `${key}: ${of!.length} rows, ${of!.reduce((sum, { weight }) => sum + weight * 10, 0)}`)
    assert.deepEqual(
      found.map(({ hour, facets, n, amount }) => `${hour} ${facets}: ${n} rows, ${amount}`).sort(),
      expected.sort(),
    )
  })
}

const hourOf = (id: string): number => Math.floor(Number.parseInt(id.replace('-', '').slice(0, 12), 16) / HOUR_MS)
