/**
 * Personal data of plans: exported on request, and erased once the plan has ended. Data of its payments is found
 * separately.
 */
import {
  type ErasedPersonData,
  type FoundPersonData,
  findBatchEnd,
  IN_BATCH,
  type PersonDataBatch,
  type PersonDataSource,
} from '../access/person-data.ts'
import { isoTime } from '../core/clock.ts'
import { ZERO_ID } from '../core/id.ts'
import { toPersonKey } from '../payments/personal-data/buyer-keys.ts'
import type { RecurringPlanRow } from './model/recurring-plan-row.ts'

const ERASED = '***'

export const personalDataOfRecurringPlans: PersonDataSource = {
  kind: 'recurring_plans',
  async find(lot): Promise<FoundPersonData> {
    const { rows, next } = await findRows(lot)
    return { records: rows.map(toRecord), next }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const { rows, next } = await findRows(lot)
    const ended = rows.filter(({ status }) => status !== 'active').map(({ id }) => id)
    if (ended.length > 0) await lot.tx.execute(ERASE, [lot.tenantId, ended])
    const active = rows.length - ended.length
    return { erased: ended.length, kept: active > 0 ? { plan_active: active } : {}, next }
  },
}

type FoundRecurringPlan = Pick<
  RecurringPlanRow,
  'id' | 'status' | 'amount' | 'currency' | 'masked_card_number' | 'card_holder_name' | 'external_id' | 'created'
>

const findRows = async (lot: PersonDataBatch): Promise<{ rows: FoundRecurringPlan[]; next: string | null }> => {
  const { tx, tenantId, sought, runtime, after } = lot
  const next = await findBatchEnd(lot, 'recurring_plans')
  const key = toPersonKey(runtime.sealer, tenantId, sought.mark, sought.text)
  return { rows: await tx.query<FoundRecurringPlan>(FIND[sought.mark], [tenantId, after ?? ZERO_ID, next, key]), next }
}

const findSql = (column: string): string =>
  `select id, status, amount, currency, masked_card_number, card_holder_name, external_id, created
   from recurring_plans where tenant_id = $1 and ${IN_BATCH} and ${column} = $4`
const FIND = { email: findSql('buyer_email_key'), identity_number: findSql('buyer_identity_key') } as const

const ERASE = `
  update recurring_plans set card_holder_name = '${ERASED}', caller_address = null, buyer_email_key = null, buyer_identity_key = null
  where tenant_id = $1 and id = any($2::uuid[])`

const toRecord = ({ id, created, ...plan }: FoundRecurringPlan): object => ({
  recurring_plan_id: id,
  created: isoTime(created),
  ...plan,
})
