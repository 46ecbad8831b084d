/** Counts what still needs a source account. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { TransferState } from '../model/transfer-states.ts'
import { inStates, TRANSFER_LIST } from './transfer-list.ts'

export interface AccountUses {
  /** Neither completed, failed nor rejected. */
  open: number
  /** Open transfers that may be at the bank. */
  underway: number
  hasBooks: boolean
  /** Recurring transfers that may create another one. */
  plans: number
}

const UNDER_WAY: readonly TransferState[] = ['processing', 'delivered']
const OPEN: readonly TransferState[] = ['pending', 'approved', ...UNDER_WAY]

/** Counts transfers as lists count them: there is no index on unsent ones, and there may be millions of others. */
export const countUsesOfAccount = async (tx: Tx, tenantId: string, id: string): Promise<AccountUses> => {
  const [others] = await tx.query<Pick<AccountUses, 'plans' | 'hasBooks'>>(
    sql`select exists (select from source_balances where tenant_id = ${tenantId} and account_id = ${id}) as "hasBooks",
       (select count(*) from recurring_transfers
         where tenant_id = ${tenantId} and account_id = ${id} and status in ('active', 'paused')) as plans`,
  )
  return {
    ...(others as Pick<AccountUses, 'plans' | 'hasBooks'>),
    open: await TRANSFER_LIST.count(tx, inStates(tenantId, id, OPEN)),
    underway: await TRANSFER_LIST.count(tx, inStates(tenantId, id, UNDER_WAY)),
  }
}
