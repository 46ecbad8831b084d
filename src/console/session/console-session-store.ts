/** SQL of the sessions of people in the console. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'

export interface SessionRow {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
  /** The family of refresh tokens that its sign-in began; null if the release before began it. */
  readonly signInId: string | null
  /** False if the sign-in was ended, as by a new password. */
  readonly isSignInOpen: boolean
  readonly isDemo: boolean
  readonly clientAddress: string
  readonly userAgent: string | null
  /** Platform clock, like the next time. */
  readonly created: Date
  readonly usedAt: Date
  readonly authenticatedAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

const COLUMNS = sql`s.tenant_id as "tenantId", s.id, s.user_id as "userId", s.sign_in_id as "signInId",
  exists (select from refresh_tokens r where r.tenant_id = s.tenant_id and r.id = s.sign_in_id and r.dead_at is null) as "isSignInOpen",
  s.is_demo as "isDemo", s.client_address as "clientAddress", s.user_agent as "userAgent", s.created, s.used_at as "usedAt",
  s.authenticated_at as "authenticatedAt", s.expires_at as "expiresAt", s.ended_at as "endedAt"`

type NewSession = Omit<SessionRow, 'isSignInOpen' | 'endedAt'> & {
  readonly tokenHash: Buffer
  readonly accessSealed: Buffer
  readonly accessUntil: Date
  readonly refreshSealed: Buffer
  readonly refreshedAt: Date
}

export const insertSession = (tx: Tx, row: NewSession): Promise<number> =>
  tx.execute(
    insertInto('console_sessions', {
      tenant_id: row.tenantId,
      id: row.id,
      user_id: row.userId,
      token_hash: row.tokenHash,
      sign_in_id: row.signInId,
      access_sealed: row.accessSealed,
      access_until: row.accessUntil,
      refresh_sealed: row.refreshSealed,
      is_demo: row.isDemo,
      client_address: row.clientAddress,
      user_agent: row.userAgent,
      created: row.created,
      refreshed_at: row.refreshedAt,
      used_at: row.usedAt,
      authenticated_at: row.authenticatedAt,
      expires_at: row.expiresAt,
    }),
  )

export const findSession = async (tx: Tx, tenantId: string, tokenHash: Buffer): Promise<SessionRow | undefined> => {
  const [row] = await tx.query<SessionRow>(
    `select ${COLUMNS} from console_sessions s where s.tenant_id = $1 and s.token_hash = $2`,
    [tenantId, tokenHash],
    'console-session',
  )
  return row
}

/** Returns the sessions that are valid now, newest first; those whose sign-in was ended elsewhere, as by a new password, are not. */
export const listSessions = async (tx: Tx, tenantId: string, userId: string, now: Date): Promise<SessionRow[]> => {
  const rows = await tx.query<SessionRow>(
    sql`select ${COLUMNS} from console_sessions s
     where s.tenant_id = ${tenantId} and s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now} order by s.created desc, s.id desc`,
  )
  return rows.filter(({ isSignInOpen, signInId }) => isSignInOpen || signInId === null)
}

export const noteUse = (tx: Tx, { tenantId, id }: SessionRow, now: Date): Promise<number> =>
  tx.execute(
    sql`update console_sessions set used_at = greatest(used_at, ${now}) where tenant_id = ${tenantId} and id = ${id}`,
  )

export const noteAuthenticated = (tx: Tx, { tenantId, id }: SessionRow, now: Date): Promise<number> =>
  tx.execute(sql`update console_sessions set authenticated_at = ${now} where tenant_id = ${tenantId} and id = ${id}`)

/** The refresh token of a session that the release before began; its last one, as that release may have renewed it. */
export const findSealedToken = async (tx: Tx, tenantId: string, id: string): Promise<Buffer | undefined> => {
  const [row] = await tx.query<{ sealed: Buffer }>(
    sql`select refresh_sealed as sealed from console_sessions where tenant_id = ${tenantId} and id = ${id}`,
  )
  return row?.sealed
}

export const nameSignIn = (tx: Tx, { tenantId, id }: SessionRow, signInId: string): Promise<number> =>
  tx.execute(sql`update console_sessions set sign_in_id = ${signInId} where tenant_id = ${tenantId} and id = ${id}`)

export const endSession = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute(
    sql`update console_sessions set ended_at = ${now} where tenant_id = ${tenantId} and id = ${id} and ended_at is null`,
  )

/** Realms with sessions that ran out before; runs across tenants. */
export const realmsWithOldSessions = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from console_sessions where expires_at < ${before} order by tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}

export const deleteOldSessions = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(sql`delete from console_sessions where tenant_id = ${tenantId} and expires_at < ${before}`)

/** Sessions last as long as before when the clock of a sandbox is moved; runs across tenants. */
export const moveSessions = (tx: Tx, byMs: number): Promise<number> =>
  tx.execute(
    sql`update console_sessions set created = created + by, refreshed_at = refreshed_at + by, used_at = used_at + by,
       authenticated_at = authenticated_at + by, expires_at = expires_at + by
     from make_interval(secs => ${byMs / 1000}) as by where tenant_id is not null and ended_at is null`,
  )
