/** SQL of decisions about banks' files, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import type { FileKey } from './file-store.ts'
import type { FileOrigin } from './vouching.ts'

/** Records that the file came again by a way with a higher rank; people who handled it before stay recorded. */
export const raiseOrigin = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { origin, people }: { origin: FileOrigin; people: Accountable },
): Promise<number> =>
  tx.execute(
    `update bank_files set origin = $3, sent_people = array(select distinct unnest(sent_people || $4::text[]) order by 1)
     where tenant_id = $1 and id = $2`,
    [tenant_id, id, origin, people],
  )

export const confirmFile = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { by, people }: { by: string; people: Accountable },
): Promise<number> =>
  tx.execute(
    `update bank_files set confirmed_by = $3, confirmed_people = $4, confirmed_at = ${PLATFORM_TIME} where tenant_id = $1 and id = $2`,
    [tenant_id, id, by, people],
  )

/** The database records the people behind the request (migrations/0014). */
export const askRejection = (
  tx: Tx,
  { tenant_id, id }: FileKey,
  { by, reason }: { by: string; reason: string | null },
): Promise<number> =>
  tx.execute('update bank_files set rejecting_by = $3, rejecting_reason = $4 where tenant_id = $1 and id = $2', [
    tenant_id,
    id,
    by,
    reason,
  ])

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
    `update bank_files set status = $3, withdrawn_by = $4, withdrawn_at = ${PLATFORM_TIME}, withdrawn_reason = $5, replaced_by = $6
     where tenant_id = $1 and id = $2`,
    [tenant_id, id, as, by, reason, replacedBy],
  )
