/** Filters of transactions without names over a long history: what they find, and how many rows they read to find it. */
import assert from 'node:assert/strict'
import type { Database, Tx } from '../../src/infra/database/database.ts'
import { closeBlock } from '../../src/lists/blocks/close-block.ts'
import { readClosedList } from '../../src/lists/blocks/read-closed-list.ts'
import { findWrongCopies } from '../../src/lists/filters/compare-copies.ts'
import { copyBlocks } from '../../src/lists/filters/copy-blocks.ts'
import { fillFilterCounts } from '../../src/lists/filters/filter-counts.ts'
import { PAYMENT_LIST } from '../../src/payments/queries/payment-list.ts'
import { type ResolvedFilters, toListFilter } from '../../src/payments/queries/transaction-list-query.ts'
import { explainEach, type Reads } from './explained.ts'
import type { Vezne } from './vezne.ts'

/** Of blocks, their copies and what is kept for filters; a text is looked for in the rows beside it, too. */
const COPIED_ROWS_MAX = 250
type Case = readonly [filters: Partial<ResolvedFilters>, sql: string, rowsMax?: number]
const filtersFor = (one: number): readonly Case[] => [
  [{ bin_number: '9792' }, 'bin between 979200 and 979299'],
  [{ min_amount: 21_000, max_amount: 21_020 }, 'amount between 21000 and 21020'],
  [{ basket_id: 'B-7' }, `basket_id = 'B-7'`],
  [{ external_id: `O-${one}` }, `external_id = 'O-${one}'`],
  [{ search_term: `o-${one}` }, `strpos(search_text, 'o-${one}') > 0`],
  [{ search_term: 'of nobody' }, 'false'],
  [{ basket_id: 'B-7', min_amount: 22_000 }, `basket_id = 'B-7' and amount >= 22000`, 1_500],
]

const countOf = async (db: Database, tenantId: string, sql: string): Promise<number> => {
  const [row] = await db.transaction({ of: tenantId }, (tx) =>
    tx.query<{ n: number }>(`select count(*)::int as n from payments where tenant_id = $1 and ${sql}`, [tenantId]),
  )
  return row!.n
}

/** Of months filled by fillMonths and closed in blocks of these sizes; `one`: the number of one of its payments. Takes the copies away. */
export const checkCopiedFilters = async (
  db: Database,
  tenantId: string,
  one: number,
  sizes: { texts: number },
): Promise<void> => {
  const forget = (tables: readonly string[]) =>
    db.transaction({ of: tenantId }, async (tx) => {
      for (const table of tables) await tx.execute(`delete from ${table} where tenant_id = $1`, [tenantId])
    })
  const ask = async (filters: Partial<ResolvedFilters>): Promise<{ total: number; ids: number; rows: number }> => {
    const all: Reads[] = []
    const watched = {
      transaction: (reach: Parameters<typeof db.transaction>[0], work: (tx: Tx) => Promise<unknown>) =>
        db.transaction(reach, (tx) => work(reach.mode === 'snapshot' ? explainEach(tx, all) : tx)),
    }
    const wanted = toListFilter(tenantId, { merchantIds: null, configurationIds: null, ...filters })
    await fillFilterCounts(watched as unknown as typeof db, PAYMENT_LIST, wanted)
    const page = { limit: 100, offset: 0 }
    const { ids, total } = await db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
      readClosedList(tx, PAYMENT_LIST, wanted, page),
    )
    return { total, ids: ids.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) }
  }
  assert.deepEqual(await findWrongCopies(db, PAYMENT_LIST, tenantId, 9, sizes.texts), [])
  for (const isCopied of [true, false]) {
    for (const [filters, sql, rowsMax = COPIED_ROWS_MAX] of filtersFor(one)) {
      const { total, ids, rows } = await ask(filters)
      const direct = await countOf(db, tenantId, sql)
      assert.deepEqual({ total, ids }, { total: direct, ids: Math.min(100, direct) }, JSON.stringify(filters))
      assert.equal(rows <= rowsMax, isCopied, `${JSON.stringify(filters)} read ${rows} rows`)
    }
    await forget(['closed_block_copies', 'closed_block_filters', 'closed_block_filter_counts'])
  }
}

/** Closes each payment of the tenant in a block of its own, with its copy; payments are then found by an e-mail address over HTTP. */
export const openClosedSearch = async (vezne: Vezne, tenantId: string, email: string) => {
  const { db } = vezne.runtime
  while (await closeBlock(db, PAYMENT_LIST, tenantId, { rows: 1, open: 1, fan: 2, deltas: 1 }));
  const copyAll = async (): Promise<void> => {
    while ((await copyBlocks(db, PAYMENT_LIST, 1, 0)) > 0);
  }
  const found = async (): Promise<string[]> => {
    const path = `/api/v1/transactions?customer_email=${email}`
    const { body } = await vezne.request('cards', 'GET', path, { token: await vezne.token('admin') })
    assert.equal(body.total_count, body.items.length)
    return body.items.map(({ id }: { id: string }) => id)
  }
  await copyAll()
  return {
    found,
    /** Whether copies that are made by now say the same, and what the rows say. */
    async isRight(): Promise<boolean> {
      const before = await found()
      await copyAll()
      const wrong = await findWrongCopies(db, PAYMENT_LIST, tenantId, 9, 1)
      return wrong.length === 0 && String(await found()) === String(before)
    },
  }
}
