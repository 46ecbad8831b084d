/** A list of its own on a database of the run, counted in blocks of eight rows; what it says is compared with its rows. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { newId } from '../../src/core/id.ts'
import type { Database } from '../../src/infra/database/database.ts'
import { rawSql, sql } from '../../src/infra/database/statements/sql.ts'
import { readClosedList } from '../../src/lists/blocks/read-closed-list.ts'
import type { Copying, InCopies, ListFilter } from '../../src/lists/closed-list.ts'
import { fillFilterCounts } from '../../src/lists/filters/filter-counts.ts'
import { createClosing } from '../../src/lists/upkeep/close-lists.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

export const SIZES = { rows: 8, open: 4, fan: 3, deltas: 6, texts: 3 }
const TEXT = `weight || '-' || right(id::text, 2)`
const textOf = ({ id, weight }: Thing): string => `${weight}-${id.slice(-2)}`
export const THINGS: Copying = {
  list: 'things',
  table: 'things',
  facets: 'kind | (is_big::integer << 2)',
  scope: 'shop',
  dimension: 'color',
  member: 'is_shown',
  copied: { values: { weight: 'nullif(weight, 9)', id: { textOf: 'id::text' } }, text: TEXT, summed: 'weight * 10' },
}

export const IDS: string[] = Array.from({ length: 4 }, () => randomUUID())
const anyId = fc.constantFrom(null, ...IDS)
export const anyLook = fc.record({
  kind: fc.integer({ min: 0, max: 3 }),
  is_big: fc.boolean(),
  shop: anyId,
  color: anyId,
  is_shown: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
})
export type Look = typeof anyLook extends fc.Arbitrary<infer T> ? T : never
export interface Thing extends Look {
  id: string
  weight: number
}

export const anyFilter = fc.record({
  kinds: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 })),
  isBig: fc.option(fc.boolean()),
  shops: fc.option(fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 2 })),
  colors: fc.option(fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 2 })),
  minWeight: fc.option(fc.integer({ min: 0, max: 9 })),
  maxWeight: fc.option(fc.integer({ min: 4, max: 8 })),
  part: fc.option(fc.constantFrom('3-', '7', '-a', 'C')),
  from: fc.option(fc.nat()),
  before: fc.option(fc.nat()),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.nat({ max: 90 }),
  isOldestFirst: fc.boolean(),
  isRareKind: fc.boolean(),
})
export type Asked = typeof anyFilter extends fc.Arbitrary<infer T> ? T : never

const insert = (db: Database, tenantId: string, things: readonly Thing[]): Promise<unknown> =>
  db.transaction({ of: tenantId }, (tx) => tx.execute(INSERT, [JSON.stringify(things), tenantId]))
export const INSERT = `insert into things (tenant_id, id, kind, is_big, shop, color, weight, is_shown)
  select $2, t.id, t.kind, t.is_big, t.shop, t.color, t.weight, t.is_shown
    from jsonb_to_recordset($1) as t (id uuid, kind integer, is_big boolean, shop uuid, color uuid, weight integer, is_shown boolean)`

const change = (db: Database, tenantId: string, ids: readonly string[], look: Look): Promise<unknown> =>
  db.transaction({ of: tenantId }, (tx) =>
    tx.execute(
      `update things set kind = $3, is_big = $4, shop = $5, color = $6, is_shown = $7 where tenant_id = $1 and id = any($2)`,
      [tenantId, ids, look.kind, look.is_big, look.shop, look.color, look.is_shown],
    ),
  )
const remove = (db: Database, tenantId: string, ids: readonly string[]): Promise<unknown> =>
  db.transaction({ of: tenantId }, (tx) =>
    tx.execute('delete from things where tenant_id = $1 and id = any($2)', [tenantId, ids]),
  )

const isWanted = (thing: Thing, asked: Asked, ids: { from: string; before: string }): boolean =>
  thing.is_shown &&
  (asked.kinds === null || asked.kinds.includes(thing.kind)) &&
  (asked.isBig === null || asked.isBig === thing.is_big) &&
  (asked.shops === null || (asked.shops as (string | null)[]).includes(thing.shop)) &&
  (asked.colors === null || (asked.colors as (string | null)[]).includes(thing.color)) &&
  (asked.minWeight === null || thing.weight >= asked.minWeight) &&
  (asked.maxWeight === null || thing.weight <= asked.maxWeight) &&
  (asked.part === null || textOf(thing).includes(asked.part.toLowerCase())) &&
  thing.id >= ids.from &&
  thing.id < ids.before

export const ZERO = '00000000-0000-0000-0000-000000000000'
export const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** In one snapshot: what the list says, and what its rows say. */
const check = async (db: Database, tenantId: string, asked: Asked, fills = true): Promise<void> => {
  const known = (await db.transaction({ of: tenantId }, (tx) => tx.query<Thing>(ALL, [tenantId]))).map(({ id }) => id)
  const span = {
    from: asked.from === null ? ZERO : (known[asked.from % (known.length + 1)] ?? ZERO),
    before: asked.before === null ? LAST : (known[asked.before % (known.length + 1)] ?? LAST),
  }
  const rows = [
    ...(asked.minWeight === null ? [] : [sql`weight >= ${asked.minWeight}`]),
    ...(asked.maxWeight === null ? [] : [sql`weight <= ${asked.maxWeight}`]),
    ...(asked.part === null ? [] : [sql`strpos(${rawSql(TEXT)}, lower(${asked.part})) > 0`]),
  ]
  const filter: ListFilter = {
    tenantId,
    span,
    facets: [
      ...(asked.kinds === null ? [] : [{ mask: 3, values: asked.kinds }]),
      ...(asked.isBig === null ? [] : [{ mask: 4, values: [Number(asked.isBig) << 2] }]),
    ],
    scopes: asked.shops,
    dimensions: asked.colors,
    ...(asked.isRareKind ? { rows: [], direct: rows, isRareKind: true } : { rows, inCopies: inCopies(asked) }),
  }
  if (fills) await fillFilterCounts(db, THINGS, filter)
  await db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const { limit, offset, isOldestFirst } = asked
    const place = { limit, offset, isOldestFirst }
    const page = await readClosedList(tx, THINGS, filter, place)
    const all = (await tx.query<Thing>(ALL, [tenantId])).filter((thing) => isWanted(thing, asked, span))
    if (isOldestFirst) all.reverse()
    const ids = all.map(({ id }) => id).slice(offset, offset + limit)
    assert.deepEqual(page, { ids, total: all.length })
  })
}
/** Weights of 9 have no value there. */
const inCopies = ({ minWeight, maxWeight, part }: Asked): InCopies => {
  if (part !== null) return { text: { part } }
  return maxWeight === null ? {} : { value: { name: 'weight', from: BigInt(minWeight ?? 0), to: BigInt(maxWeight) } }
}
export const ALL = 'select * from things where tenant_id = $1 order by id desc'

/** Ids of a clock that goes on by a second a row; `back`: it was moved to before everything. */
export const makeThings = (n: number, atMs: number, look: Look): Thing[] =>
  Array.from({ length: n }, (_, at) => ({
    ...look,
    kind: (look.kind + at) % 4,
    shop: IDS[at % 5] ?? look.shop,
    id: newId(atMs + at * 1_000),
    weight: (at * 7) % 10,
  }))

export const ANY: Asked = {
  kinds: null,
  isBig: null,
  shops: null,
  colors: null,
  minWeight: null,
  maxWeight: null,
  part: null,
  from: null,
  before: null,
  limit: 10,
  offset: 0,
  isOldestFirst: false,
  isRareKind: false,
}
export const LOOK: Look = { kind: 0, is_big: false, shop: IDS[0] as string, color: IDS[1] as string, is_shown: true }

export interface ThingList {
  readonly db: Database
  readonly runtime: Vezne['runtime']
  readonly owner: pg.Client
  insert(tenantId: string, things: readonly Thing[]): Promise<unknown>
  change(tenantId: string, ids: readonly string[], look: Look): Promise<unknown>
  remove(tenantId: string, ids: readonly string[]): Promise<unknown>
  /** Fails where the list says something else than its rows. */
  check(tenantId: string, asked: Asked, fills?: boolean): Promise<void>
  /** A round of the background for one tenant. */
  round(tenantId: string): () => Promise<number>
  closeAll(tenantId: string): Promise<void>
  stop(): Promise<void>
}

export const openThingList = async (): Promise<ThingList> => {
  const vezne = await startVezne({ env: { VEZNE_ROLE: 'api' } })
  const { db } = vezne.runtime
  const owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  await owner.query(TABLE)
  const round = (tenantId: string) =>
    createClosing({ db, lists: [THINGS], tenantIds: async () => [tenantId], sizes: SIZES, rest: 0 })
  return {
    db,
    runtime: vezne.runtime,
    owner,
    insert: (...given) => insert(db, ...given),
    change: (...given) => change(db, ...given),
    remove: (...given) => remove(db, ...given),
    check: (...given) => check(db, ...given),
    round,
    async closeAll(tenantId) {
      const work = round(tenantId)
      while ((await work()) > 0);
    },
    async stop() {
      await owner.end()
      await vezne.stop()
    },
  }
}

const TABLE = `
  create table things (tenant_id uuid not null, id uuid not null, kind integer not null, is_big boolean not null, shop uuid,
    color uuid, weight integer not null, is_shown boolean not null, primary key (tenant_id, id));
  call protect_tenant_table('things', 'select, insert, update, delete');
  call count_in_closed_blocks('things', 'things', 'kind | (is_big::integer << 2)', 'shop', 'color', 'is_shown');`
