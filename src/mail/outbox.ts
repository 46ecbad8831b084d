/** The outbox: mails are rows written in the transaction they report on, sealed until a worker has sent them. */
import { newId } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import type { LeasedRow, LeasedTable } from '../infra/database/due-work/leased-table.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { Mail } from './mail.ts'

interface NewMail {
  readonly purpose: 'invitation' | 'password' | 'password_set'
  /** The key by which {@link withdrawMails} finds the mail. */
  readonly about?: string
  readonly mail: Mail
  /** Platform time from which the mail is of no use. */
  readonly giveUpAt: Date
}

export type PutMail = (tx: Tx, mail: NewMail) => Promise<void>

/** Opens the outbox. Call it before the transaction, and publish `mail` after the commit. */
export const openOutbox = async (
  { sealer, clock }: Pick<Runtime, 'sealer' | 'clock'>,
  tenantId: string,
): Promise<PutMail> => {
  const seal = await sealer.sealWithKey(tenantId)
  return async (tx, { purpose, about, mail, giveUpAt }) => {
    const now = clock.now()
    const id = newId(now.getTime())
    await tx.execute(
      `insert into mail_outbox (tenant_id, id, purpose, about, mail_sealed, next_try_at, give_up_at, created)
       values ($1, $2, $3, $4, $5, $6, $7, $6)`,
      [tenantId, id, purpose, about ?? null, seal(mailPlace(id), JSON.stringify(mail)), now, giveUpAt],
    )
  }
}

export const mailPlace = (id: string) => ({ table: 'mail_outbox', rowId: id, column: 'mail_sealed' })

/** Withdraws mails that have not been sent. One that a worker is sending at this moment may still be delivered. */
export const withdrawMails = async (tx: Tx, tenantId: string, about: readonly string[]): Promise<void> => {
  await tx.execute(
    `update mail_outbox set next_try_at = null, mail_sealed = null
     where tenant_id = $1 and about = any($2::uuid[]) and next_try_at is not null`,
    [tenantId, about],
  )
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
    `update mail_outbox set sent_at = $4, next_try_at = $5, fault = $6, lease_owner = null, lease_until = null,
       mail_sealed = case when $5::timestamptz is null then null else mail_sealed end
     where tenant_id = $1 and id = $2 and fencing = $3 and next_try_at is not null`,
    [tenant_id, id, fencing, sentAt, nextTryAt, fault],
  )
}

/** The mail is done, or is no longer tried because the mail server was removed from the settings. */
const IS_OVER = '(next_try_at is null or give_up_at < $1)'

/** Returns tenants that have older rows that are done. Reads across tenants. */
export const tenantsWithOldMails = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `select distinct tenant_id from mail_outbox where created < $1 and ${IS_OVER}`,
    [before],
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const deleteOldMails = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(`delete from mail_outbox where tenant_id = $2 and created < $1 and ${IS_OVER}`, [before, tenantId])
