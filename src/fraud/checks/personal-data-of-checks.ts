/** Fraud checks of a person: their variables, exported and erased; the decision, its reasons and the amount stay. */
import {
  type ErasedPersonData,
  type FoundPersonData,
  findBatchEnd,
  IN_BATCH,
  type PersonDataBatch,
  type PersonDataSource,
} from '../../access/person-data.ts'
import { isoTime } from '../../core/clock.ts'
import { ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row as TableRow } from '../../infra/database/statements/write-rows.ts'
import { packVariables, unpackVariables } from '../expressions/packed-variables.ts'

type Row = TableRow<'fraud_checks', 'id' | 'process' | 'decision' | 'variables' | 'checked_at'>

const PERSONAL = [
  'customer.id',
  'customer.email',
  'customer.phone',
  'customer.ip',
  'device.fingerprint',
  'device.user_agent',
] as const

/** Finds checks only by e-mail: no check has an identity number. Checks of existing payments are found with them. */
export const personalDataOfChecks: PersonDataSource = {
  kind: 'fraud_checks',
  async find(lot): Promise<FoundPersonData> {
    const { rows, next } = await findRows(lot)
    return { records: rows.map(shown), next }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const { rows, next } = await findRows(lot)
    await writeErased(lot.tx, lot.tenantId, rows)
    return { erased: rows.length, kept: {}, next }
  },
}

const findRows = async (lot: PersonDataBatch): Promise<{ rows: Row[]; next: string | null }> => {
  const { tx, tenantId, sought, after } = lot
  if (sought.mark !== 'email') return { rows: [], next: null }
  const next = await findBatchEnd(lot, 'fraud_checks')
  const rows = await tx.query<Row>(
    `select id, process, decision, variables, checked_at from fraud_checks
     where tenant_id = $1 and ${IN_BATCH} and position($4 in lower(variables)) > 0`,
    [tenantId, after ?? ZERO_ID, next, JSON.stringify(sought.text)],
  )
  return { rows, next }
}

/** Erases variables of checks by their ids, which are those of the payments. */
export const eraseVariables = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> => {
  const rows = await tx.query<Row>(
    sql`select id, process, decision, variables, checked_at from fraud_checks where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  await writeErased(tx, tenantId, rows)
}

const writeErased = async (tx: Tx, tenantId: string, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  await tx.execute(
    sql`update fraud_checks c set variables = e.variables from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ variables }) => eraseInVariables(variables))}::text[]) as e (id, variables)
     where c.tenant_id = ${tenantId} and c.id = e.id`,
  )
}

/** The domain of the address stays: rules read it, and it does not identify a person. */
export const eraseInVariables = (text: string): string =>
  packVariables({ ...unpackVariables(text), ...Object.fromEntries(PERSONAL.map((name) => [name, null])) })

const shown = ({ id, process, decision, variables, checked_at }: Row): object => {
  const all = unpackVariables(variables)
  return {
    check_id: id,
    checked_at: isoTime(checked_at),
    process,
    decision,
    ...Object.fromEntries(PERSONAL.map((name) => [name.replace('.', '_'), all[name] ?? null])),
  }
}
