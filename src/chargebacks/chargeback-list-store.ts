/** SQL of the list of chargebacks. */
import type { Accountable } from '../access/four-eyes.ts'
import { idAt } from '../core/id.ts'
import { toLimit, toOffset } from '../core/pagination.ts'
import type { Tx } from '../infra/database/database.ts'
import type { ChargebackFilters } from './chargeback-schemas.ts'
import type { ChargebackRow } from './chargeback-store.ts'

/** `waitingFor` keeps chargebacks that someone other than these people decides; undefined keeps all. */
type ListedChargebacks = ChargebackFilters & { readonly waitingFor: Accountable | undefined }

const FILTERED = `from chargebacks where tenant_id = $1 and ($2::uuid is null or merchant_id = $2)
  and ($3::text[] is null or status = any($3)) and ($4::uuid is null or payment_id = $4)
  and ($5::uuid is null or id >= $5) and ($6::uuid is null or id <= $6)
  and ($7::timestamptz is null or response_deadline < $7)
  and ($8::text[] is null or asked_action is not null and not coalesce(asked_people && $8, false))`

const filterValues = (tenantId: string, merchantId: string | null, filters: ListedChargebacks) => [
  tenantId,
  merchantId,
  filters.status ?? null,
  filters.transaction_id ?? null,
  // Ids follow `created`: a range of times is a range of the key.
  filters.start_date === undefined ? null : idAt(Date.parse(filters.start_date), 'first'),
  filters.end_date === undefined ? null : idAt(Date.parse(filters.end_date), 'last'),
  filters.deadline_before === undefined ? null : new Date(filters.deadline_before),
  filters.waitingFor ?? null,
]

export const countChargebacks = async (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  filters: ListedChargebacks,
): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count ${FILTERED}`,
    filterValues(tenantId, merchantId, filters),
  )
  return row?.count ?? 0
}

const ORDER = {
  created: 'tenant_id desc, id desc',
  deadline: 'tenant_id, response_deadline, id',
}

export const listChargebackRows = (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  filters: ListedChargebacks,
): Promise<ChargebackRow[]> =>
  tx.query<ChargebackRow>(`select * ${FILTERED} order by ${ORDER[filters.order_by ?? 'created']} limit $9 offset $10`, [
    ...filterValues(tenantId, merchantId, filters),
    toLimit(filters),
    toOffset(filters),
  ])
