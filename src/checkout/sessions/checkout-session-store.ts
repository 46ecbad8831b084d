/** SQL of checkout sessions and their tries, one function per statement. */
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { SessionRow, SessionScope } from '../model/session-row.ts'
import type { SessionState } from '../model/session-states.ts'

/** A call that takes longer has given up, or will: it looks at its own clocks before it makes the payment. */
const ATTEMPT_LIFE_S = 60

const WRITTEN = sql`tenant_id, id, merchant_id, kind, id_hash, id_sealed, merchant_name, amount, currency, allowed_installments,
  description, external_id, basket_id, customer_sealed, customer_email_key, metadata, extra, payment_mode, allow_pre_auth, is_test,
  success_url, cancel_url, status, attempt_no, max_attempts, payment_id, correlation_id, client_id, created_by, caller_address,
  expires_at, created, last_modified`
const SESSION_COLUMNS = sql`${WRITTEN},
  coalesce(attempt_at > now() - interval '${rawSql(ATTEMPT_LIFE_S)} s', false) as is_attempting`

export type NewSession = Omit<SessionRow, 'is_attempting'>

export const insertSession = (tx: Tx, session: NewSession): Promise<unknown> =>
  tx.query(
    `insert into checkout_sessions (${WRITTEN})
     select ${WRITTEN} from jsonb_populate_record(null::checkout_sessions, $1)`,
    [JSON.stringify({ ...session, ...toBytes(session) })],
    'insert-checkout-session',
  )

/** Encodes bytes as PostgreSQL reads them from a text. */
const toBytes = (session: NewSession) =>
  Object.fromEntries(
    (['id_hash', 'id_sealed', 'customer_sealed', 'customer_email_key'] as const).map((name) => {
      const bytes = session[name]
      return [name, bytes === null ? null : `\\x${bytes.toString('hex')}`]
    }),
  )

export const findSessionByHash = async (
  tx: Tx,
  { tenantId, merchantId }: SessionScope,
  idHash: Buffer,
): Promise<SessionRow | undefined> => {
  const rows = await tx.query<SessionRow>(
    `select ${SESSION_COLUMNS} from checkout_sessions
      where tenant_id = $1 and id_hash = $2 and ($3::uuid is null or merchant_id = $3)`,
    [tenantId, idHash, merchantId],
    'find-checkout-session',
  )
  return rows[0]
}

/** Runs across tenants, because the tenant is not known yet. */
export const findSessionOfPage = async (tx: Tx, idHash: Buffer): Promise<SessionRow | undefined> => {
  const rows = await tx.query<SessionRow>(
    `select ${SESSION_COLUMNS} from checkout_sessions where id_hash = $1`,
    [idHash],
    'find-checkout-session-of-page',
  )
  return rows[0]
}

export const findSession = async (tx: Tx, tenantId: string, id: string): Promise<SessionRow | undefined> => {
  const rows = await tx.query<SessionRow>(
    sql`select ${SESSION_COLUMNS} from checkout_sessions where tenant_id = ${tenantId} and id = ${id}`,
  )
  return rows[0]
}

export const lockSession = async (tx: Tx, tenantId: string, id: string): Promise<SessionRow | undefined> => {
  const rows = await tx.query<SessionRow>(
    `select ${SESSION_COLUMNS} from checkout_sessions where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
    'lock-checkout-session',
  )
  return rows[0]
}

/** The row is locked. */
export const stepSession = (
  tx: Tx,
  { tenant_id, id }: Pick<SessionRow, 'tenant_id' | 'id'>,
  to: SessionState,
  now: Date,
): Promise<unknown> =>
  tx.query(
    `update checkout_sessions set status = $3, last_modified = $4,
       attempt_at = case when $3 = 'processing' then attempt_at end
      where tenant_id = $1 and id = $2`,
    [tenant_id, id, to, now],
    'step-checkout-session',
  )

/** From now on this call may make the payment of the attempt. The row is locked and open. Returns the mark of the claim. */
export const startTry = async (
  tx: Tx,
  session: Pick<SessionRow, 'tenant_id' | 'id' | 'status' | 'attempt_no' | 'payment_id'>,
  now: Date,
): Promise<string> => {
  const rows = await tx.query<{ mark: string }>(
    `update checkout_sessions set status = $3, attempt_no = $4, payment_id = $5, attempt_at = clock_timestamp(), last_modified = $6
      where tenant_id = $1 and id = $2 returning extract(epoch from attempt_at)::text as mark`,
    [session.tenant_id, session.id, session.status, session.attempt_no, session.payment_id, now],
    'start-checkout-attempt',
  )
  return (rows[0] as { mark: string }).mark
}

/** The call has ended, with a payment or without. A claim that another call has taken over stays with that call. */
export const finishTry = (
  tx: Tx,
  { tenant_id, id }: Pick<SessionRow, 'tenant_id' | 'id'>,
  mark: string,
): Promise<number> =>
  tx.execute(
    sql`update checkout_sessions set attempt_at = null where tenant_id = ${tenant_id} and id = ${id} and extract(epoch from attempt_at) = ${mark}::numeric`,
  )

export type TryRow = Row<'checkout_attempts'>

/** An attempt that made no payment is made again, by another call. */
export const writeTry = (tx: Tx, attempt: TryRow): Promise<unknown> =>
  tx.query(
    `insert into checkout_attempts (tenant_id, session_id, attempt_no, merchant_id, payment_id, idempotency_key, fingerprint, created)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, session_id, attempt_no) do update
       set idempotency_key = excluded.idempotency_key, fingerprint = excluded.fingerprint, created = excluded.created`,
    [
      attempt.tenant_id,
      attempt.session_id,
      attempt.attempt_no,
      attempt.merchant_id,
      attempt.payment_id,
      attempt.idempotency_key,
      attempt.fingerprint,
      attempt.created,
    ],
    'write-checkout-attempt',
  )

export const findTryByKey = async (
  tx: Tx,
  key: { tenantId: string; merchantId: string; idempotencyKey: string },
): Promise<TryRow | undefined> => {
  const rows = await tx.query<TryRow>(
    sql`select * from checkout_attempts where tenant_id = ${key.tenantId} and merchant_id = ${key.merchantId} and idempotency_key = ${key.idempotencyKey}`,
  )
  return rows[0]
}

/** Releases a key one day after its attempt. */
export const releaseTryKey = (tx: Tx, { tenant_id, session_id, attempt_no }: TryRow): Promise<number> =>
  tx.execute(
    sql`update checkout_attempts set idempotency_key = null where tenant_id = ${tenant_id} and session_id = ${session_id} and attempt_no = ${attempt_no}`,
  )

export const isPaymentOfSession = async (
  tx: Tx,
  { tenant_id, id, payment_id }: Pick<SessionRow, 'tenant_id' | 'id' | 'payment_id'>,
  paymentId: string,
): Promise<boolean> =>
  paymentId === payment_id ||
  (
    await tx.query(
      sql`select 1 from checkout_attempts where tenant_id = ${tenant_id} and session_id = ${id} and payment_id = ${paymentId}`,
    )
  ).length > 0
