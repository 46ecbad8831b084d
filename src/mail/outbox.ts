/** The outbox: mails are rows written in the transaction they report on, sealed until a worker has sent them. */
import { idAt, newId } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import type { LeasedRow, LeasedTable } from '../infra/database/due-work/leased-table.ts'
import { type Sql, sql } from '../infra/database/statements/sql.ts'
import { insertInto } from '../infra/database/statements/write-rows.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { Mail } from './mail.ts'

interface NewMail {
  readonly purpose: 'invitation' | 'password' | 'password_set' | 'monitor' | 'monitor_code'
  /** The key by which {@link withdrawMails} finds the mail. */
  readonly about?: string
  readonly mail: Mail
  /** Platform time from which the mail is of no use. */
  readonly giveUpAt: Date
}

export type PutMail = (tx: Tx, mail: NewMail) => Promise<void>

/** Opens the outbox. Call it before the transaction, and publish `mail` after the commit. */
export const prepareOutbox = async (
  { sealer, clock }: Pick<Runtime, 'sealer' | 'clock'>,
  tenantId: string,
): Promise<PutMail> => {
  const seal = await sealer.sealWithKey(tenantId)
  return async (tx, { purpose, about, mail, giveUpAt }) => {
    const now = clock.now()
    const id = newId(now.getTime())
    await tx.execute(
      insertInto('mail_outbox', {
        tenant_id: tenantId,
        id,
        purpose,
        about: about ?? null,
        mail_sealed: seal(mailPlace(id), JSON.stringify(mail)),
        next_try_at: now,
        give_up_at: giveUpAt,
        created: now,
      }),
    )
  }
}

export const mailPlace = (id: string) => ({ table: 'mail_outbox', rowId: id, column: 'mail_sealed' })

/** Withdraws mails that have not been sent. One that a worker is sending at this moment may still be delivered. */
export const withdrawMails = async (tx: Tx, tenantId: string, about: readonly string[]): Promise<void> => {
  await tx.execute(
    sql`update mail_outbox set next_try_at = null, mail_sealed = null
     where tenant_id = ${tenantId} and about = any(${about}::uuid[]) and next_try_at is not null`,
  )
}

/** Counts what was put into the outbox since then, sent or not; rows are kept for a month. */
export const countMailsSince = async (
  tx: Tx,
  tenantId: string,
  purpose: NewMail['purpose'],
  sinceMs: number,
): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*)::int as total from mail_outbox
     where tenant_id = ${tenantId} and id >= ${idAt(sinceMs, 'first')} and purpose = ${purpose}`,
  )
  return row!.total
}

export interface DueMail extends LeasedRow {
  readonly purpose: string
  readonly mail_sealed: Buffer
  readonly give_up_at: Date
  readonly try_count: number
}

export const LEASED_MAILS: LeasedTable = {
  name: 'mail_outbox',
  dueAt: 'next_try_at',
  set: 'try_count = try_count + 1',
  columns: 'tenant_id, id, fencing, purpose, mail_sealed, give_up_at, try_count',
}

/** The result of an attempt; it changes nothing if another process holds the row by now, or the mail was withdrawn. */
interface TriedMail {
  readonly sentAt: Date | null
  /** Null if the mail is sent, or given up. */
  readonly nextTryAt: Date | null
  readonly fault: string | null
}

export const recordTry = async (
  tx: Tx,
  { tenant_id, id, fencing }: DueMail,
  { sentAt, nextTryAt, fault }: TriedMail,
): Promise<void> => {
  await tx.execute(
    sql`update mail_outbox set sent_at = ${sentAt}, next_try_at = ${nextTryAt}::timestamptz, fault = ${fault}, lease_owner = null, lease_until = null,
       mail_sealed = case when ${nextTryAt}::timestamptz is null then null else mail_sealed end
     where tenant_id = ${tenant_id} and id = ${id} and fencing = ${fencing} and next_try_at is not null`,
  )
}

/** The mail is done, or is no longer tried because the mail server was removed from the settings. */
const isDone = (before: Date): Sql => sql`created < ${before} and (next_try_at is null or give_up_at < ${before})`

/** Returns tenants that have older rows that are done. Reads across tenants. */
export const tenantsWithOldMails = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from mail_outbox where ${isDone(before)}`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const deleteOldMails = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(sql`delete from mail_outbox where tenant_id = ${tenantId} and ${isDone(before)}`)
