/**
 * Sends what is in the outbox: each mail under a lease, retried with growing waits until it is accepted or of no use.
 */
import { isoTime } from '../core/clock.ts'
import { claimDue, findTenantsWithDue } from '../infra/database/due-work/claim-due.ts'
import type { ProcessRegistry } from '../infra/database/processes/process-registry.ts'
import type { Job } from '../infra/process/jobs.ts'
import { forTenants, startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { Mail, Mailer } from './mail.ts'
import { type DueMail, deleteOldMails, LEASED_MAILS, mailPlace, recordTry, tenantsWithOldMails } from './outbox.ts'

const IDLE_MS = 5_000
/** Number of connections to the mail server. */
const AT_ONCE = 4
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

type Sending = Pick<Runtime, 'db' | 'clock' | 'sealer' | 'log' | 'notifications'>

export const startMails = (
  runtime: Sending,
  registry: Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'>,
  mailer: Mailer,
): { stop(): Promise<void> } => {
  const work = async () => (registry.canTrustLeases() ? sendDue(runtime, registry.processNo, mailer) : 0)
  const wokenBy = (wake: () => void) =>
    (['mail', 'clock'] as const).map((topic) => runtime.notifications.subscribe(topic, wake))
  return startSweep({ name: 'mails', work, idleMs: IDLE_MS, log: runtime.log, wokenBy })
}

/** Sends a few mails of each tenant that has some; returns how many were tried. */
const sendDue = async (runtime: Sending, processNo: number, mailer: Mailer): Promise<number> => {
  const { db, clock } = runtime
  const tenants = await db.transaction({ as: 'platform' }, (tx) =>
    findTenantsWithDue(tx, LEASED_MAILS, isoTime(clock.ms())),
  )
  return forTenants(runtime, 'mails', tenants, async (tenantId) => {
    const due = { tenantId, now: isoTime(clock.ms()), owner: processNo, limit: AT_ONCE }
    const rows = await db.transaction({ of: tenantId }, (tx) => claimDue<DueMail>(tx, LEASED_MAILS, due))
    await Promise.all(rows.map((row) => sendOne(runtime, mailer, row)))
    return rows.length
  })
}

const sendOne = async ({ db, clock, sealer, log }: Sending, mailer: Mailer, row: DueMail): Promise<void> => {
  const { tenant_id, id, purpose, try_count, give_up_at } = row
  const facts = { tenant_id, mail_id: id, purpose, tries: try_count }
  const isLate = clock.ms() >= give_up_at.getTime()
  const fault = isLate ? 'expired' : await faultOf(async () => mailer.send(id, await opened({ sealer }, row)))
  const now = clock.now()
  const next = new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (try_count - 1)))
  const nextTryAt = fault === null || next >= give_up_at ? null : next
  await db.transaction({ of: tenant_id }, (tx) =>
    recordTry(tx, row, { sentAt: fault === null ? now : null, nextTryAt, fault }),
  )
  if (fault === null) log.info('mail.sent', facts)
  else log.warn('mail.failed', { ...facts, fault, is_given_up: nextTryAt === null })
}

const opened = async ({ sealer }: Pick<Sending, 'sealer'>, { tenant_id, id, mail_sealed }: DueMail): Promise<Mail> =>
  JSON.parse(await sealer.open(tenant_id, mailPlace(id), mail_sealed))

/** Returns null if the mail was accepted. Returns only codes, because a server's own text may name the recipient. */
const faultOf = async (send: () => Promise<void>): Promise<string | null> => {
  try {
    await send()
    return null
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    return [code ?? 'failed', responseCode].filter((each) => each !== undefined).join(' ')
  }
}

export const purgeMails = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Job => ({
  name: 'purge-mails',
  cron: '43 3 * * *',
  async run() {
    const before = new Date(clock.ms() - KEPT_MS)
    for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => tenantsWithOldMails(tx, before)))
      await db.transaction({ of: tenantId }, (tx) => deleteOldMails(tx, tenantId, before))
  },
})
