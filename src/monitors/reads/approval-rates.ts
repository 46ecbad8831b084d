/** Banks whose approval rate has dropped: the last hour against the same hour of the seven days before. */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type Counted, findDrop, mayHaveDropped } from '../model/approval-rate.ts'
import type { Seen } from '../model/monitor-kinds.ts'
import { LOWEST_DROP, readDropRule } from '../monitor-settings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const DAYS = 7

interface CountedBank extends Counted {
  readonly tenant_id: string
  readonly configuration_id: string
}

/** Refusals of fraud rules, and payments that never came to a bank, say nothing of the bank. */
const DECIDED = sql`count(*) filter (where p.status in ('authorized', 'capture_processing', 'completed', 'refund_processing', 'refunded', 'canceled_processing'))::int as approved,
  count(*) filter (where p.status = 'failed' and p.bank_code is not null)::int as declined`

/** One query over all tenants; only where the rate is low the days before are read. */
export const readApprovalRates = async ({ db }: Pick<Runtime, 'db'>, nowMs: number): Promise<Seen[]> => {
  const banks = await db.transaction({ as: 'platform', mode: 'read' }, (tx) => countHour(tx, nowMs))
  const seen: Seen[] = []
  for (const bank of banks.filter((each) => mayHaveDropped(each, LOWEST_DROP))) {
    const drop = await db.transaction({ of: bank.tenant_id, mode: 'read' }, async (tx) => {
      const rule = await readDropRule(tx, bank.tenant_id)
      if (!mayHaveDropped(bank, rule)) return null
      const before = await countBefore(tx, bank, nowMs)
      const found = findDrop(bank, before, rule)
      return found && { ...found, connector: await findConnector(tx, bank) }
    })
    if (drop !== null)
      seen.push({
        tenantId: bank.tenant_id,
        kind: 'approval_rate_dropped',
        subject: bank.configuration_id,
        facts: { configuration_id: bank.configuration_id, ...drop },
      })
  }
  return seen
}

const countHour = (tx: Tx, nowMs: number): Promise<CountedBank[]> =>
  tx.query<CountedBank>(
    sql`select p.tenant_id, p.configuration_id, ${DECIDED} from realms r join payments p on p.tenant_id = r.tenant_id
       where r.kind = 'tenant' and p.id >= ${idAt(nowMs - HOUR_MS, 'first')} and p.id <= ${idAt(nowMs, 'last')}
       group by 1, 2`,
  )

const countBefore = async (tx: Tx, { tenant_id, configuration_id }: CountedBank, nowMs: number): Promise<Counted> => {
  const days = Array.from({ length: DAYS }, (_, at) => nowMs - (at + 1) * DAY_MS)
  const [counted] = await tx.query<Counted>(
    sql`select ${DECIDED} from unnest(${days.map((ms) => idAt(ms - HOUR_MS, 'first'))}::uuid[], ${days.map((ms) => idAt(ms, 'last'))}::uuid[]) as hour (first_id, last_id)
       join payments p on p.tenant_id = ${tenant_id} and p.id between hour.first_id and hour.last_id
       where p.configuration_id = ${configuration_id}`,
  )
  return counted!
}

const findConnector = async (tx: Tx, { tenant_id, configuration_id }: CountedBank): Promise<string | null> => {
  const [found] = await tx.query<{ name: string }>(
    sql`select k.code as name from connector_configurations c join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
       where c.tenant_id = ${tenant_id} and c.id = ${configuration_id}`,
  )
  return found?.name ?? null
}
