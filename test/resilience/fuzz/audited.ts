/** Compares the audit log with the responses: each administrative write that succeeded left its entry, and nothing else did. */
import type { Tx } from '../../../src/infra/database/database.ts'
import type { Received } from './judge.ts'
import type { Operation } from './operations.ts'

export interface Audited {
  note(operation: Operation, got: Received): void
  judge(tx: Tx): Promise<{ faults: string[]; writes: number; operations: number; refusals: number }>
}

/** POSTs that only read. */
const READS =
  /\/(routing-rules\/resolve|fraud\/rules\/\{id\}\/test|validation\/(card|iban)|transfers\/bulk\/check|point-inquiry)$/
/** One entry for each of the rows. */
const MANY = /\/(bulk|bulk-delete|generate)$/

const isAdministrative = ({ method, hasToken, refusesUnknown, path }: Operation): boolean =>
  hasToken && method !== 'GET' && !refusesUnknown && !READS.test(path)

export const openAudited = (): Audited => {
  const done = new Map<string, number>()
  const refused = new Set<string>()
  let refusals = 0
  const add = (operation: string, id: string): void =>
    void done.set(`${operation} ${id}`, (done.get(`${operation} ${id}`) ?? 0) + 1)
  return {
    note(operation, { status, headers }) {
      const name = `${operation.method} ${operation.path}`
      if (status === 403) {
        refused.add(name)
        refusals++
      }
      const isWrite = status < 300 && headers['idempotent-replayed'] === undefined && isAdministrative(operation)
      if (isWrite) add(name, headers['x-correlation-id'] as string)
    },
    async judge(tx) {
      const entries = await tx.query<{ name: string; correlation_id: string; count: number }>(
        `select operation as name, correlation_id, count(*)::int as count from audit_log where outcome = 'done' group by 1, 2`,
      )
      const told = new Map(entries.map((each) => [`${each.name} ${each.correlation_id}`, each.count]))
      const faults = [...done].flatMap(([key, count]) => {
        const found = told.get(key) ?? 0
        const isMany = MANY.test(key.split(' ')[1] as string)
        return found === count || (isMany && found > count) ? [] : [`${key}: ${count} writes, ${found} entries`]
      })
      for (const key of told.keys()) if (!done.has(key)) faults.push(`${key}: an entry of an unseen write`)
      const known = await tx.query<{ name: string }>(
        `select distinct operation as name from audit_log where outcome = 'refused'`,
      )
      const names = new Set(known.map(({ name }) => name))
      // Above a tenant's share refusals are counted together.
      if (!names.has('many'))
        for (const name of refused) if (!names.has(name)) faults.push(`${name}: refused without an entry`)
      const operations = new Set([...done.keys()].map((key) => key.replace(/ \S+$/, ''))).size
      return { faults, writes: [...done.values()].reduce((sum, count) => sum + count, 0), operations, refusals }
    },
  }
}
