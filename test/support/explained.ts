/** What the plans of statements read, as the server counts it while it carries them out. */
import type { Tx } from '../../src/infra/database/database.ts'
import { type Sql, toQuery } from '../../src/infra/database/statements/sql.ts'

export interface Reads {
  readonly text: string
  /** Searches in indexes. */
  probes: number
  /** Of tables, also those that were thrown away. */
  rows: number
  pages: number
  /** Places in the plan at which a table is opened, whether it is read or not. */
  opened: number
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Target Tables'?: readonly unknown[]
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Index Searches'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}

/** Each statement is carried out twice, one after the other, the first time for its plan; what that one wrote is taken back. */
export const explainEach = (tx: Tx, into: Reads[]): Tx => {
  const look = async (text: string, values: readonly unknown[] = []): Promise<void> => {
    await tx.execute('savepoint explained')
    const [row] = await tx.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    await tx.execute('rollback to savepoint explained')
    const top = row!['QUERY PLAN'][0].Plan
    const pages = top['Shared Hit Blocks'] + top['Shared Read Blocks']
    into.push(addNode(top, { text, probes: 0, rows: 0, opened: 0, pages }))
  }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(
    statement: Sql | string,
    given: readonly unknown[] | undefined,
    run: () => Promise<Result>,
  ) => {
    const { text, values } = toQuery(statement, given)
    const turn = last.then(async () => {
      if (!/^set /.test(text)) await look(text, values)
      return run()
    })
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    query: (statement, values, name) => inTurn(statement, values, () => tx.query(statement, values, name)),
    execute: (statement, values) => inTurn(statement, values, () => tx.execute(statement, values)),
  }
}

const addNode = (node: Node, reads: Reads): Reads => {
  const loops = node['Actual Loops']
  reads.opened += node['Target Tables']?.length ?? (node['Relation Name'] === undefined ? 0 : 1)
  if (/Scan$/.test(node['Node Type']) && loops > 0) {
    if (node['Relation Name'] !== undefined)
      reads.rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * loops
    reads.probes += node['Index Searches'] ?? 0
  }
  for (const inner of node.Plans ?? []) addNode(inner, reads)
  return reads
}
