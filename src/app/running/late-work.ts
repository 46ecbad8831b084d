/** Due work and how long it has been due: for the doctor and the metrics. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'

export interface DueWork {
  /** Name of the work for the doctor and the metrics. */
  readonly work: string
  /** The process that does it, or the cause of a delay. */
  readonly todo: string
  /** Selects rows due before `$1`, a time of the platform's clock: their count, and since when the oldest is due. */
  readonly sql: string
}

const INQUIRY = 'does a worker run? its log says why it cannot ask the bank (sweep.failed, inquiry)'

export const DUE_WORK = [
  {
    work: 'payments',
    todo: INQUIRY,
    sql: 'select count(tenant_id)::int as count, min(next_inquiry_at) as since from payments where next_inquiry_at < $1',
  },
  {
    work: 'captures, voids and refunds',
    todo: INQUIRY,
    sql: 'select count(tenant_id)::int as count, min(next_inquiry_at) as since from payment_operations where next_inquiry_at < $1',
  },
  {
    work: 'transfers',
    todo: 'does a worker run? its log says why it cannot send or ask (sweep.failed)',
    sql: 'select count(tenant_id)::int as count, min(next_step_at) as since from transfers where next_step_at < $1',
  },
  {
    work: 'installments',
    todo: 'does a worker run? its log says why it cannot charge (sweep.failed)',
    sql: 'select count(tenant_id)::int as count, min(next_step_at) as since from recurring_installments where next_step_at < $1',
  },
  {
    work: 'deliveries',
    todo: 'does a worker run? a subscriber that answers slowly holds up its own deliveries only',
    sql: `select count(tenant_id)::int as count, min(due_at) as since from webhook_deliveries where state = 'waiting' and due_at < $1`,
  },
  {
    work: 'mails',
    todo: 'does a worker run, with VEZNE_SMTP_URL? its log says why it cannot send (mail.failed)',
    sql: 'select count(tenant_id)::int as count, min(next_try_at) as since from mail_outbox where next_try_at < $1 and give_up_at >= $1',
  },
  {
    work: 'fraud alerts',
    todo: 'does a worker run? its log says why it cannot end them (sweep.failed, fraud_alert.not_expired)',
    sql: `select count(tenant_id)::int as count, min(expires_at) as since from fraud_alerts where status = 'open' and expires_at < $1`,
  },
] as const satisfies readonly DueWork[]

interface Due {
  readonly count: number
  readonly since: Date | null
}

/** Due before that time. */
export const findDue = ({ db }: Pick<Runtime, 'db'>, { sql }: DueWork, before: Date): Promise<Due> =>
  db.transaction({ as: 'platform', mode: 'read' }, async (tx) => (await tx.query<Due>(sql, [before]))[0] as Due)

/** Finds maintenance jobs that no process has taken, by real time, and the ones among them due `lateMs` ago. */
export const findDueJobs = async (tx: Tx, lateMs = 0): Promise<Due> =>
  (
    await tx.query<Due>(
      sql`select count(*)::int as count, min(run_at) as since from graphile_worker._private_jobs
        where locked_at is null and attempts < max_attempts and run_at < clock_timestamp() - ${lateMs} * interval '1 ms'`,
    )
  )[0] as Due
