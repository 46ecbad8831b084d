/** Access of the audit log's tests: its rows, its chains, and statements as the owner of the schema. */
import pg from 'pg'
import { type ChainReport, verifyChain } from '../../../src/access/audit/verify-chain.ts'
import type { Tx } from '../../../src/infra/database/database.ts'
import { type Sql, toQuery } from '../../../src/infra/database/statements/sql.ts'
import type { Runtime } from '../../../src/infra/runtime.ts'

export interface AuditRow {
  tenant_id: string
  seq: number
  at: Date
  actor: string | null
  realm: string | null
  operation: string
  outcome: 'done' | 'refused'
  code: string | null
  kind: string | null
  target_id: string | null
  correlation_id: string | null
  address: string | null
  repeats: number
  before: string | null
  after: string | null
  hash: Buffer
}

export const entriesOf = (runtime: Pick<Runtime, 'db'>, correlationId: string): Promise<AuditRow[]> =>
  runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<AuditRow>('select * from audit_log where correlation_id = $1 order by tenant_id, seq', [correlationId]),
  )

export const chainOf = (runtime: Pick<Runtime, 'db' | 'sealer'>, tenantId: string): Promise<ChainReport> =>
  verifyChain((work) => runtime.db.transaction({ of: tenantId }, work), runtime.sealer, tenantId)

export interface OwnerTx extends Tx {
  end(): Promise<void>
}

/** As the owner, who bypasses privileges and row security. */
export const openOwner = async (url: string): Promise<OwnerTx> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async <Row>(statement: Sql | string, values?: readonly unknown[]) =>
      (await client.query(toQuery(statement, values))).rows as Row[],
    execute: async (statement, values) => (await client.query(toQuery(statement, values))).rowCount ?? 0,
    end: () => client.end(),
  }
}
