/** What a list says by its blocks, and what its rows say, in one snapshot. */

import type { IdSpan } from '../../../src/core/id.ts'
import type { Database, Tx } from '../../../src/infra/database/database.ts'
import { readClosedList } from '../../../src/lists/blocks/read-closed-list.ts'
import type { ClosedList, FacetMatch, ListFilter } from '../../../src/lists/closed-list.ts'
import type { Dice } from '../../resilience/chaos/dice.ts'

const ALL: IdSpan = { from: '00000000-0000-0000-0000-000000000000', before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const PAGE = 20

/** Null: they agree. Drawn anew each time: kinds of rows, a merchant, a bank, a span of ids, a page. */
export const findDifference = (db: Database, list: ClosedList, tenantId: string, dice: Dice): Promise<string | null> =>
  db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const [row] = await rowsOf(tx, list, tenantId, 1, dice)
    if (row === undefined) return null
    const filter = await drawFilter(tx, list, tenantId, { row, dice })
    const { text, values } = countDirectly(list, filter)
    const [direct] = await tx.query<{ ids: string[] }>(text, values)
    const ids = direct?.ids ?? []
    const offset = Math.floor(dice.draw() * ids.length)
    const page = await readClosedList(tx, list, filter, { limit: PAGE, offset })
    const isSame = page.total === ids.length && String(page.ids) === String(ids.slice(offset, offset + PAGE))
    return isSame ? null : `${list.list}: ${page.total} instead of ${ids.length} by ${JSON.stringify(filter)}`
  })

interface Row {
  readonly id: string
  readonly facets: number
  readonly scope: string | null
  readonly dimension: string | null
}

const rowsOf = async (tx: Tx, list: ClosedList, tenantId: string, count: number, dice: Dice): Promise<Row[]> => {
  const member = list.member ?? 'true'
  const [all] = await tx.query<{ n: number }>(
    `select count(*)::int as n from ${list.table} where tenant_id = $1 and (${member})`,
    [tenantId],
  )
  const rows: Row[] = []
  while (rows.length < count && (all?.n ?? 0) > 0)
    rows.push(
      ...(await tx.query<Row>(
        `select id, ${list.facets} as facets, ${list.scope ?? 'null'}::uuid as scope, ${list.dimension ?? 'null'}::uuid as dimension
           from ${list.table} where tenant_id = $1 and (${member}) order by id limit 1 offset $2`,
        [tenantId, Math.floor(dice.draw() * (all?.n ?? 0))],
      )),
    )
  return rows
}

const drawFilter = async (
  tx: Tx,
  list: ClosedList,
  tenantId: string,
  { row, dice }: { row: Row; dice: Dice },
): Promise<ListFilter> => {
  const ends = dice.draw() < 0.5 ? [] : (await rowsOf(tx, list, tenantId, 2, dice)).map(({ id }) => id).sort()
  const mask = Math.floor(dice.draw() * 2 ** 20)
  const facets: FacetMatch[] = dice.draw() < 0.5 ? [] : [{ mask, values: [row.facets & mask] }]
  return {
    tenantId,
    span: { from: ends[0] ?? ALL.from, before: ends[1] ?? ALL.before },
    facets,
    scopes: row.scope === null || dice.draw() < 0.7 ? null : [row.scope],
    dimensions: row.dimension === null || dice.draw() < 0.7 ? null : [row.dimension],
    rows: [],
  }
}

const countDirectly = (list: ClosedList, { tenantId, span, facets, scopes, dimensions }: ListFilter) => {
  const [kind] = facets
  return {
    text: `select coalesce(array_agg(id order by id desc), '{}')::text[] as ids from ${list.table}
            where tenant_id = $1 and (${list.member ?? 'true'}) and id >= $2 and id < $3
              and ($4::int is null or (${list.facets}) & $4 = $5)
              and ($6::uuid is null or ${list.scope ?? 'null'} = $6) and ($7::uuid is null or ${list.dimension ?? 'null'} = $7)`,
    values: [
      tenantId,
      span.from,
      span.before,
      kind?.mask ?? null,
      kind?.values[0] ?? null,
      scopes?.[0] ?? null,
      dimensions?.[0] ?? null,
    ],
  }
}
