/** Reads of source accounts that creating and sending transfers need. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { TransferCurrency } from '../model/transfer.ts'

export interface SourceAccount
  extends Row<
    'source_accounts',
    | 'tenant_id'
    | 'id'
    | 'configuration_id'
    | 'bank_code'
    | 'holder_name'
    | 'iban'
    | 'account_number'
    | 'currency'
    | 'extra'
    | 'is_active'
  > {
  currency: TransferCurrency
  extra: Record<string, string> | null
}

const COLUMNS =
  'tenant_id, id, configuration_id, bank_code, holder_name, iban, account_number, currency, extra, is_active'

export const findSourceAccounts = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<SourceAccount[]> =>
  tx.query<SourceAccount>(
    `select ${COLUMNS} from source_accounts where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted`,
    [tenantId, ids],
    'source-accounts',
  )

/** Returns the codes of the banks a tenant can send from. */
export const findSourceBankCodes = async (tx: Tx, tenantId: string): Promise<string[]> => {
  const rows = await tx.query<{ bank_code: string }>(
    sql`select distinct bank_code from source_accounts where tenant_id = ${tenantId} and is_active and not is_deleted`,
  )
  return rows.map(({ bank_code }) => bank_code)
}

/**
 * Returns whether orders from accounts of this configuration wait for the bank's response. Money on its way to another
 * bank does not count.
 */
export const hasTransfersUnderWay = async (tx: Tx, tenantId: string, configurationId: string): Promise<boolean> => {
  const rows = await tx.query(
    sql`select 1 from transfers t
       join source_accounts s on s.tenant_id = t.tenant_id and s.id = t.source_account_id
      where t.tenant_id = ${tenantId} and s.configuration_id = ${configurationId} and t.next_step_at is not null and t.status = 'processing' limit 1`,
  )
  return rows.length > 0
}
