/** SQL of merchants' policies: whether the rules of a process apply to their payments or transfers. */
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { FraudProcess } from './active-rule-store.ts'

export interface PolicyRow extends Row<'fraud_policies'> {
  process: FraudProcess
}
export type DisabledPolicy = Pick<PolicyRow, 'merchant_id' | 'process'>

export const selectDisabledPolicies = (tx: Tx, tenantId: string): Promise<DisabledPolicy[]> =>
  tx.query<DisabledPolicy>(
    sql`select merchant_id, process from fraud_policies where tenant_id = ${tenantId} and not enabled`,
  )

export const findPolicies = (tx: Tx, tenantId: string, merchantId: string): Promise<PolicyRow[]> =>
  tx.query<PolicyRow>(sql`select * from fraud_policies where tenant_id = ${tenantId} and merchant_id = ${merchantId}`)

export const writePolicies = (tx: Tx, rows: readonly PolicyRow[]): Promise<number> =>
  tx.execute(
    `${buildDocumentInsert('fraud_policies', rows)}
     on conflict (tenant_id, merchant_id, process) do update
       set enabled = excluded.enabled, reason = excluded.reason, last_modified = excluded.last_modified`,
    [JSON.stringify(rows)],
  )
