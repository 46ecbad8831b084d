/** What stands alone on each side and may be the same: proposed to a person, never decided. */
import type { Tx } from '../../infra/database/database.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'

/** So many of each side; a day with more has another problem. */
const ORPHANS_MAX = 5_000
const SCORE_LEAST = 60

/** Equal amount 50, equal auth code 40, the same day 30, the day before or after 15; each row is proposed once, best first. */
export const proposeMatches = (tx: Tx, { tenant_id, id }: ReconciliationRow): Promise<number> =>
  tx.execute(
    `with alone as materialized (
      (select * from reconciliation_details where tenant_id = $1 and reconciliation_id = $2 and discrepancy = 'orphan_db'
        order by id limit ${ORPHANS_MAX})
      union all (select * from reconciliation_details where tenant_id = $1 and reconciliation_id = $2 and discrepancy = 'orphan_bank'
        order by id limit ${ORPHANS_MAX})),
    d as materialized (select * from alone where discrepancy = 'orphan_db'),
    b as materialized (select * from alone where discrepancy = 'orphan_bank'),
    pairs as (select d.id as ours, b.id as theirs from d join b on b.bank_amount = d.db_amount
      union select d.id, b.id from d join b on b.auth_code = d.auth_code),
    scored as (select pairs.ours, pairs.theirs, d.transaction_id, b.bank_line,
        least(100, case when b.bank_amount = d.db_amount then 50 else 0 end + case when b.auth_code = d.auth_code then 40 else 0 end
          + case abs(b.bank_day - d.db_day) when 0 then 30 when 1 then 15 else 0 end) as score
      from pairs join d on d.id = pairs.ours join b on b.id = pairs.theirs),
    best_of_theirs as (select distinct on (theirs) * from scored where score >= ${SCORE_LEAST} order by theirs, score desc, transaction_id),
    best as (select distinct on (ours) * from best_of_theirs order by ours, score desc, bank_line)
    update reconciliation_details x set proposed_match_id = case x.id when best.ours then best.theirs else best.ours end,
      proposed_score = best.score
    from best where x.tenant_id = $1 and x.reconciliation_id = $2 and x.id in (best.ours, best.theirs)`,
    [tenant_id, id],
  )
