/** SQL of decisions about banks' files, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { FileKey } from './file-store.ts'
import type { FileOrigin } from './vouching.ts'

/** Records that the file came again by a way with a higher rank; people who handled it before stay recorded. */
export const raiseOrigin = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { origin, people }: { origin: FileOrigin; people: Accountable },
): Promise<number> =>
  tx.execute(
    sql`update bank_files set origin = ${origin}, sent_people = array(select distinct unnest(sent_people || ${people}::text[]) order by 1)
     where tenant_id = ${tenant_id} and id = ${id}`,
  )

export const confirmFile = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { by, people }: { by: string; people: Accountable },
): Promise<number> =>
  tx.execute(
    sql`update bank_files set confirmed_by = ${by}, confirmed_people = ${people}, confirmed_at = ${PLATFORM_TIME} where tenant_id = ${tenant_id} and id = ${id}`,
  )

/** The database records the people behind the request (migrations/0014). */
export const askRejection = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { by, reason }: { by: string; reason: string | null },
): Promise<number> =>
  tx.execute(
    sql`update bank_files set rejecting_by = ${by}, rejecting_reason = ${reason} where tenant_id = ${tenant_id} and id = ${id}`,
  )

export interface Withdrawal {
  readonly as: 'rejected' | 'replaced'
  readonly by: string
  readonly reason: string | null
  readonly replacedBy: string | null
}

export const withdrawFile = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { as, by, reason, replacedBy }: Withdrawal,
): Promise<number> =>
  tx.execute(
    sql`update bank_files set status = ${as}, withdrawn_by = ${by}, withdrawn_at = ${PLATFORM_TIME}, withdrawn_reason = ${reason}, replaced_by = ${replacedBy}
     where tenant_id = ${tenant_id} and id = ${id}`,
  )
