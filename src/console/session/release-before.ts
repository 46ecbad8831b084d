/**
 * Columns of a session that the release before needs: it sends tokens to the surfaces, renews them, and began sessions without naming their sign-in.
 * The file goes, with these columns, when that release is no longer in use (migrations/0020_sign-ins-of-sessions.sql).
 */
import { findRefreshToken } from '../../identity/tokens/refresh-token-store.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { Tokens } from '../console-services.ts'
import { findSealedToken, nameSignIn, type SessionRow } from './console-session-store.ts'

const place = (session: Pick<SessionRow, 'id'>, column: string) => ({
  table: 'console_sessions',
  rowId: session.id,
  column,
})

/** Returns the columns that it reads. */
export const sealTokens = async (
  { sealer, clock }: Runtime,
  session: Pick<SessionRow, 'id' | 'tenantId'>,
  tokens: Tokens,
) => {
  const seal = await sealer.sealWithKey(session.tenantId)
  return {
    accessSealed: seal(place(session, 'access_sealed'), tokens.access_token),
    accessUntil: new Date(Date.now() + tokens.expires_in * 1000),
    refreshSealed: seal(place(session, 'refresh_sealed'), tokens.refresh_token),
    refreshedAt: clock.now(),
  }
}

/** Finds the sign-in of a session that the release before began, and keeps it in the row. The row stays without one if there is none any more. */
export const withSignIn = async ({ db, sealer }: Runtime, row: SessionRow): Promise<SessionRow> => {
  if (row.signInId !== null) return row
  const { tenantId, id } = row
  const sealed = await db.transaction({ of: tenantId }, (tx) => findSealedToken(tx, tenantId, id))
  if (!sealed) return row
  const hash = sealer.hashSecret(await sealer.open(tenantId, place(row, 'refresh_sealed'), sealed))
  return db.transaction({ of: tenantId }, async (tx) => {
    const token = await findRefreshToken(tx, tenantId, hash)
    if (!token) return row
    await nameSignIn(tx, row, token.familyId)
    return { ...row, signInId: token.familyId, isSignInOpen: !token.isFamilyDead }
  })
}
