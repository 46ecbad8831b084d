/** Raises the alarm of a response that is due or was missed: once each, whatever the number of processes. The state of the chargeback stays. */
import { isoTime } from '../core/clock.ts'
import type { Tx } from '../infra/database/database.ts'
import { rawSql, sql } from '../infra/database/statements/sql.ts'
import type { Row } from '../infra/database/statements/write-rows.ts'
import { counter } from '../infra/process/metrics.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import { alarmAt, type DeadlineAlarm, WARN_MS } from './deadline.ts'

const BATCH_MAX = 200 // of one round; the next one follows at once
const IDLE_MS = 5_000 // the notice is a day, so seconds do not matter

const alarms = counter('vezne_chargeback_alarms_total')

interface Unanswered
  extends Row<
    'chargebacks',
    | 'tenant_id'
    | 'id'
    | 'payment_id'
    | 'merchant_id'
    | 'status'
    | 'merchant_response'
    | 'response_deadline'
    | 'deadline_alarm'
  > {
  merchant_response: null
  deadline_alarm: DeadlineAlarm | null
}

/** One round over all tenants; returns how many alarms it raised. */
const raiseAlarms = async ({ db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>): Promise<number> => {
  const nowMs = clock.ms()
  const near = await db.transaction({ as: 'platform' }, (tx) => findUnanswered(tx, nowMs))
  let raised = 0
  for (const chargeback of near) {
    const alarm = alarmAt(chargeback, nowMs)
    if (alarm === null || alarm === chargeback.deadline_alarm) continue
    if (!(await db.transaction({ of: chargeback.tenant_id }, (tx) => markAlarm(tx, chargeback, alarm)))) continue
    raised++
    alarms.inc({ alarm })
    const { tenant_id, id, payment_id, merchant_id, response_deadline } = chargeback
    const facts = { tenant_id, chargeback_id: id, payment_id, merchant_id, deadline: isoTime(response_deadline) }
    if (alarm === 'missed') log.error('chargeback.response_missed', facts)
    else log.warn('chargeback.response_due', facts)
  }
  return raised
}

const findUnanswered = (tx: Tx, nowMs: number): Promise<Unanswered[]> =>
  tx.query<Unanswered>(
    sql`select tenant_id, id, payment_id, merchant_id, status, merchant_response, response_deadline, deadline_alarm from chargebacks
      where status in ('opened', 'disputed') and merchant_response is null and deadline_alarm is distinct from 'missed'
        and response_deadline <= ${isoTime(nowMs + WARN_MS)} and (deadline_alarm is null or response_deadline <= ${isoTime(nowMs)})
      order by response_deadline limit ${rawSql(BATCH_MAX)}`,
  )

/** Returns false if another process raised the alarm, or the chargeback was answered in between. */
const markAlarm = async (
  tx: Tx,
  { tenant_id, id, deadline_alarm }: Unanswered,
  alarm: DeadlineAlarm,
): Promise<boolean> =>
  (await tx.execute(
    sql`update chargebacks set deadline_alarm = ${alarm} where tenant_id = ${tenant_id} and id = ${id} and deadline_alarm is not distinct from ${deadline_alarm}
       and status in ('opened', 'disputed') and merchant_response is null`,
  )) > 0

export const startAlarms = (runtime: Runtime): { stop(): Promise<void> } => {
  const { log, notifications } = runtime
  const wokenBy = (wake: () => void) => [notifications.subscribe('clock', wake)]
  return startSweep({ name: 'chargeback-alarms', work: () => raiseAlarms(runtime), idleMs: IDLE_MS, log, wokenBy })
}
