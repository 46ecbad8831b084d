/** SQL of the sessions of people in the console. */
import type { Tx } from '../../infra/database/database.ts'

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

const COLUMNS = `s.tenant_id as "tenantId", s.id, s.user_id as "userId", s.sign_in_id as "signInId",
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
    `insert into console_sessions (tenant_id, id, user_id, token_hash, sign_in_id, access_sealed, access_until, refresh_sealed,
       is_demo, client_address, user_agent, created, refreshed_at, used_at, authenticated_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      row.tenantId,
      row.id,
      row.userId,
      row.tokenHash,
      row.signInId,
      row.accessSealed,
      row.accessUntil,
      row.refreshSealed,
      row.isDemo,
      row.clientAddress,
      row.userAgent,
      row.created,
      row.refreshedAt,
      row.usedAt,
      row.authenticatedAt,
      row.expiresAt,
    ],
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
    `select ${COLUMNS} from console_sessions s
     where s.tenant_id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3 order by s.created desc, s.id desc`,
    [tenantId, userId, now],
  )
  return rows.filter(({ isSignInOpen, signInId }) => isSignInOpen || signInId === null)
}

export const noteUse = (tx: Tx, { tenantId, id }: SessionRow, now: Date): Promise<number> =>
  tx.execute('update console_sessions set used_at = greatest(used_at, $3) where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    now,
  ])

export const noteAuthenticated = (tx: Tx, { tenantId, id }: SessionRow, now: Date): Promise<number> =>
  tx.execute('update console_sessions set authenticated_at = $3 where tenant_id = $1 and id = $2', [tenantId, id, now])

/** The refresh token of a session that the release before began; its last one, as that release may have renewed it. */
export const findSealedToken = async (tx: Tx, tenantId: string, id: string): Promise<Buffer | undefined> => {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'select refresh_sealed as sealed from console_sessions where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row?.sealed
}

export const nameSignIn = (tx: Tx, { tenantId, id }: SessionRow, signInId: string): Promise<number> =>
  tx.execute('update console_sessions set sign_in_id = $3 where tenant_id = $1 and id = $2', [tenantId, id, signInId])

export const endSession = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute('update console_sessions set ended_at = $3 where tenant_id = $1 and id = $2 and ended_at is null', [
    tenantId,
    id,
    now,
  ])

/** Realms with sessions that ran out before; runs across tenants. */
export const realmsWithOldSessions = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    'select distinct tenant_id from console_sessions where expires_at < $1 order by tenant_id',
    [before],
  )
  return rows.map((row) => row.tenant_id)
}

export const deleteOldSessions = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute('delete from console_sessions where tenant_id = $1 and expires_at < $2', [tenantId, before])

/** Sessions last as long as before when the clock of a sandbox is moved; runs across tenants. */
export const moveSessions = (tx: Tx, byMs: number): Promise<number> =>
  tx.execute(
    `update console_sessions set created = created + by, refreshed_at = refreshed_at + by, used_at = used_at + by,
       authenticated_at = authenticated_at + by, expires_at = expires_at + by
     from make_interval(secs => $1) as by where tenant_id is not null and ended_at is null`,
    [byMs / 1000],
  )
