/** Findings at banks about the time that a restore lost: each is stored once, and counted for `vezne restore status`. */
import type { Tx } from '../database.ts'
import { sql } from '../statements/sql.ts'
import { insertInto } from '../statements/write-rows.ts'

export interface RestoreFinding {
  readonly tenantId: string
  /** The restore of the {@link LostPeriod}. */
  readonly restoreId: string
  readonly kind: 'payment' | 'operation' | 'transfer'
  /** Our reference, by which the bank knows the payment; the bank's own where there is none of ours. */
  readonly reference: string
  readonly foundBy: 'repeat' | 'bank_list' | 'bank_file' | 'statement'
  /** Whether there is a row for the finding again, or it is on a list that people work off. */
  readonly outcome: 'known_again' | 'listed'
  readonly subjectId?: string
  readonly amount?: { readonly minor: number; readonly currency: string }
}

/** Notes a finding, in the transaction of what follows from it; one that was listed before may be known again now. */
export const noteFinding = (tx: Tx, finding: RestoreFinding, now: Date): Promise<number> =>
  tx.execute(
    insertInto(
      'restore_findings',
      {
        tenant_id: finding.tenantId,
        restore_id: finding.restoreId,
        kind: finding.kind,
        reference: finding.reference,
        found_by: finding.foundBy,
        outcome: finding.outcome,
        subject_id: finding.subjectId ?? null,
        amount_minor: finding.amount?.minor ?? null,
        currency: finding.amount?.currency ?? null,
        found: now,
      },
      sql`on conflict (tenant_id, restore_id, kind, reference) do update
        set outcome = excluded.outcome, subject_id = excluded.subject_id, found_by = excluded.found_by
        where restore_findings.outcome = 'listed' and excluded.outcome = 'known_again'`,
    ),
  )

/** Returns the references of transfers on the list of any restore that begin so. */
export const findListedTransfers = async (tx: Tx, tenantId: string, begin: string): Promise<string[]> => {
  const rows = await tx.query<{ reference: string }>(
    sql`select reference from restore_findings
      where tenant_id = ${tenantId} and kind = 'transfer' and starts_with(reference, ${begin})`,
  )
  return rows.map(({ reference }) => reference)
}

export interface FindingCount {
  readonly kind: RestoreFinding['kind']
  readonly foundBy: RestoreFinding['foundBy']
  readonly outcome: RestoreFinding['outcome']
  readonly count: number
}

/** Reads across tenants. */
export const countFindings = (tx: Tx, restoreId: string): Promise<FindingCount[]> =>
  tx.query<FindingCount>(
    sql`select kind, found_by as "foundBy", outcome, count(tenant_id)::int as count from restore_findings
      where restore_id = ${restoreId} group by 1, 2, 3 order by 1, 2, 3`,
  )
