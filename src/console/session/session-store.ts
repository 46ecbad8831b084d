/** SQL of the sessions of people in the console. */
import type { Tx } from '../../infra/database/database.ts'

export interface SessionRow {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
  readonly accessSealed: Buffer
  /** Real time. */
  readonly accessUntil: Date
  readonly refreshSealed: Buffer
  readonly refreshNo: number
  readonly isDemo: boolean
  readonly clientAddress: string
  readonly userAgent: string | null
  /** Platform clock, like the next time. */
  readonly created: Date
  readonly refreshedAt: Date
  readonly usedAt: Date
  readonly authenticatedAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

const COLUMNS = `tenant_id as "tenantId", id, user_id as "userId", access_sealed as "accessSealed",
  access_until as "accessUntil", refresh_sealed as "refreshSealed", refresh_no as "refreshNo", is_demo as "isDemo",
  client_address as "clientAddress", user_agent as "userAgent", created, refreshed_at as "refreshedAt",
  used_at as "usedAt", authenticated_at as "authenticatedAt", expires_at as "expiresAt", ended_at as "endedAt"`

export type NewSession = Omit<SessionRow, 'refreshNo' | 'endedAt'> & { readonly tokenHash: Buffer }

export const insertSession = (tx: Tx, row: NewSession): Promise<number> =>
  tx.execute(
    `insert into console_sessions (tenant_id, id, user_id, token_hash, access_sealed, access_until, refresh_sealed,
       is_demo, client_address, user_agent, created, refreshed_at, used_at, authenticated_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      row.tenantId,
      row.id,
      row.userId,
      row.tokenHash,
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
    `select ${COLUMNS} from console_sessions where tenant_id = $1 and token_hash = $2`,
    [tenantId, tokenHash],
    'console-session',
  )
  return row
}

export const findSessionById = async (tx: Tx, tenantId: string, id: string): Promise<SessionRow | undefined> => {
  const [row] = await tx.query<SessionRow>(`select ${COLUMNS} from console_sessions where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ])
  return row
}

/** Returns the sessions that are valid now, newest first. */
export const listSessions = (tx: Tx, tenantId: string, userId: string, now: Date): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select ${COLUMNS} from console_sessions
     where tenant_id = $1 and user_id = $2 and ended_at is null and expires_at > $3 order by created desc, id desc`,
    [tenantId, userId, now],
  )

export const noteUse = (tx: Tx, { tenantId, id }: SessionRow, now: Date): Promise<number> =>
  tx.execute('update console_sessions set used_at = greatest(used_at, $3) where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    now,
  ])

export const noteAuthenticated = (tx: Tx, { tenantId, id }: SessionRow, now: Date): Promise<number> =>
  tx.execute('update console_sessions set authenticated_at = $3 where tenant_id = $1 and id = $2', [tenantId, id, now])

/** Claims the right to replace the tokens, for one process at a time; the claim expires. Returns false if another process has it, or has replaced them. */
export const claimRefresh = async (tx: Tx, { tenantId, id, refreshNo }: SessionRow, leaseS: number): Promise<boolean> =>
  (await tx.execute(
    `update console_sessions set refreshing_until = clock_timestamp() + make_interval(secs => $4)
     where tenant_id = $1 and id = $2 and refresh_no = $3 and ended_at is null
       and (refreshing_until is null or refreshing_until < clock_timestamp())`,
    [tenantId, id, refreshNo, leaseS],
  )) === 1

export const releaseRefresh = (tx: Tx, { tenantId, id, refreshNo }: SessionRow): Promise<number> =>
  tx.execute(
    'update console_sessions set refreshing_until = null where tenant_id = $1 and id = $2 and refresh_no = $3',
    [tenantId, id, refreshNo],
  )

type StoredTokens = Pick<SessionRow, 'accessSealed' | 'accessUntil' | 'refreshSealed' | 'refreshedAt'>

export const storeTokens = (tx: Tx, { tenantId, id, refreshNo }: SessionRow, tokens: StoredTokens): Promise<number> =>
  tx.execute(
    `update console_sessions set access_sealed = $4, access_until = $5, refresh_sealed = $6, refreshed_at = $7,
       refresh_no = refresh_no + 1, refreshing_until = null
     where tenant_id = $1 and id = $2 and refresh_no = $3`,
    [tenantId, id, refreshNo, tokens.accessSealed, tokens.accessUntil, tokens.refreshSealed, tokens.refreshedAt],
  )

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
