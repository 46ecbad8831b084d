/** Pairs unmatched rows of each side that may be the same: proposed to a person, never decided. */
import type { Tx } from '../../infra/database/database.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'

/** At most this many of each side; a day with more has another problem. */
const ORPHANS_MAX = 5_000

interface Likeness {
  /** SQL over a row that only we have, `d`. */
  readonly ours: string
  /** SQL over a row that only the bank has, `b`. */
  readonly theirs: string
}
const toKey = (...parts: string[]): string => parts.join(" || '|' || ")
const same = (...parts: ((side: string) => string)[]): Likeness => ({
  ours: toKey(...parts.map((part) => part('d'))),
  theirs: toKey(...parts.map((part) => part('b'))),
})
const amount = (side: string): string => `${side}.${side === 'd' ? 'db' : 'bank'}_amount::text`
const auth = (side: string): string => `${side}.auth_code`
const dayAfter =
  (days: number) =>
  (side: string): string =>
    side === 'd' ? 'd.db_day::text' : `(b.bank_day + ${days})::text`

/**
 * Best first. Each pairs one to one what the ones before it left, so that a thousand equal prices do not give a million
 * pairs.
 */
const LIKENESSES: readonly Likeness[] = [
  same(auth, amount, dayAfter(0)),
  same(auth, amount),
  same(amount, dayAfter(0)),
  same(auth, dayAfter(0)),
  same(amount, dayAfter(1)),
  same(amount, dayAfter(-1)),
]

const passSql = ({ ours, theirs }: Likeness, at: number): string => `
dk${at} as materialized (select d.id, k.key, row_number() over (partition by k.key order by d.transaction_id, d.id) as nth
  from d${at} d cross join lateral (select ${ours} as key) k where k.key is not null),
bk${at} as materialized (select b.id, k.key, row_number() over (partition by k.key order by b.bank_line, b.id) as nth
  from b${at} b cross join lateral (select ${theirs} as key) k where k.key is not null),
pair${at} as materialized (select dk.id as ours, bk.id as theirs from dk${at} dk join bk${at} bk on bk.key = dk.key and bk.nth = dk.nth),
d${at + 1} as materialized (select d.* from d${at} d where not exists (select 1 from pair${at} x where x.ours = d.id)),
b${at + 1} as materialized (select b.* from b${at} b where not exists (select 1 from pair${at} x where x.theirs = b.id)),`

const orphans = (
  discrepancy: string,
): string => `(select id, transaction_id, bank_line, db_amount, bank_amount, auth_code, db_day, bank_day
  from reconciliation_details where tenant_id = $1 and reconciliation_id = $2 and discrepancy = '${discrepancy}' order by id limit ${ORPHANS_MAX})`

/** Points: equal amount 50, equal auth code 40, the same day 30, the day before or after 15. */
const PROPOSE = `with d0 as materialized ${orphans('orphan_db')}, b0 as materialized ${orphans('orphan_bank')},
${LIKENESSES.map(passSql).join('')}
pairs as (${LIKENESSES.map((_, at) => `select ours, theirs from pair${at}`).join(' union all ')}),
scored as (select pairs.ours, pairs.theirs,
    least(100, case when b.bank_amount = d.db_amount then 50 else 0 end + case when b.auth_code = d.auth_code then 40 else 0 end
      + case abs(b.bank_day - d.db_day) when 0 then 30 when 1 then 15 else 0 end) as score
  from pairs join d0 d on d.id = pairs.ours join b0 b on b.id = pairs.theirs),
both_ways as (select ours as id, theirs as other, score from scored union all select theirs, ours, score from scored)
update reconciliation_details x set proposed_match_id = both_ways.other, proposed_score = both_ways.score
from both_ways where x.tenant_id = $1 and x.reconciliation_id = $2 and x.id = both_ways.id`

/** Proposes pairs. The rows have no statistics yet, so joins are chosen that suit many rows. */
export const proposeMatches = async (tx: Tx, { tenant_id, id }: ReconciliationRow): Promise<number> => {
  await tx.query(`select set_config('enable_nestloop', 'off', true)`)
  return tx.execute(PROPOSE, [tenant_id, id])
}
