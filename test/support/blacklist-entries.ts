/** Entries written by SQL without notifications, and look-ups whose queries are counted. */
import { randomUUID } from 'node:crypto'
import { type Blacklist, blacklistHashPurpose, createBlacklist } from '../../src/fraud/blacklist/blacklist.ts'
import type { BlacklistEntryType } from '../../src/fraud/blacklist/normal-forms.ts'
import { parseEntryValue } from '../../src/fraud/blacklist/parse-entry-value.ts'
import type { Runtime } from '../../src/infra/runtime.ts'

export interface Entry {
  list: string | null
  type: BlacklistEntryType
  value: string
  /** From now on. */
  expiresMs?: number
}
const SHARED = 'id, entry_type, form, value_hash, pattern, display_value, expires_at, created'
const COLUMNS = { fraud_blacklist: `tenant_id, ${SHARED}`, fraud_blacklist_global: SHARED }
/** Without notifications: only the database has it. */
export const putEntries = async (runtime: Runtime, entries: readonly Entry[]): Promise<void> => {
  const rows = entries.map(({ list, type, value, expiresMs }) => {
    const { form, text, pattern, shown } = parseEntryValue(type, value)
    return {
      ...{ tenant_id: list, id: randomUUID(), entry_type: type, form, pattern, display_value: shown },
      value_hash: `\\x${runtime.sealer.fingerprint(blacklistHashPurpose(form), text).toString('hex')}`,
      expires_at: expiresMs === undefined ? null : new Date(runtime.clock.ms() + expiresMs),
      created: runtime.clock.now(),
    }
  })
  for (const [table, some] of [
    ['fraud_blacklist', rows.filter(({ tenant_id }) => tenant_id !== null)],
    ['fraud_blacklist_global', rows.filter(({ tenant_id }) => tenant_id === null)],
  ] as const)
    await runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.execute(
        `insert into ${table} (${COLUMNS[table]}) select ${COLUMNS[table]} from jsonb_populate_recordset(null::${table}, $1)
         on conflict do nothing`,
        [JSON.stringify(some)],
      ),
    )
}

export const clearEntries = async (runtime: Runtime): Promise<void> => {
  for (const table of ['fraud_blacklist', 'fraud_blacklist_global'])
    await runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute(`delete from ${table}`))
}

export interface CountedBlacklist extends Blacklist {
  /** Statements sent so far. */
  asked(): number
}

export const openCounted = (runtime: Runtime, changes: object = {}): CountedBlacklist => {
  let asked = 0
  const db: Runtime['db'] = new Proxy(runtime.db, {
    get(target, name) {
      if (name === 'on') return () => db
      if (name === 'batch') asked++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...createBlacklist({ ...runtime, db, ...changes }), asked: () => asked }
}
