/** Promotions as an operator sees and accepts them. */
import type { Tx } from '../database.ts'
import { sql } from '../statements/sql.ts'

export interface PromotionRow {
  readonly timeline: number
  readonly seen: Date
  readonly keptTo: string | null
  readonly lostTo: string | null
  /** Something acknowledged is missing, and no operator has accepted that. */
  readonly isOpen: boolean
  readonly acceptedBy: string | null
}

/** Returns promotions, latest first. */
export const findPromotions = (tx: Tx): Promise<PromotionRow[]> =>
  tx.query<PromotionRow>(
    `select timeline, seen, kept_to::text as "keptTo", lost_to::text as "lostTo",
        lost_to is not null and accepted is null as "isOpen", accepted_by as "acceptedBy"
       from promotions where system = (select system_identifier::text from pg_control_system()) order by timeline desc`,
  )

export const acceptPromotion = async (
  tx: Tx,
  timeline: number,
  { by, reconciledUntil }: { by: string; reconciledUntil: Date },
): Promise<void> => {
  await tx.execute(
    sql`update promotions set accepted = clock_timestamp(), accepted_by = ${by}, reconciled_until = ${reconciledUntil}
      where system = (select system_identifier::text from pg_control_system()) and timeline = ${timeline} and lost_to is not null`,
  )
}
