/** The tokens behind a session: sealed here, replaced by one process at a time, however many calls need them at that moment. */
import { setTimeout as sleep } from 'node:timers/promises'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ConsoleServices, Tokens } from '../console-services.ts'
import { type CallOrigin, callSurface } from '../surface-calls.ts'
import {
  claimRefresh,
  endSession,
  findSessionById,
  releaseRefresh,
  type SessionRow,
  storeTokens,
} from './session-store.ts'
import { signInRequired } from './sign-in-required.ts'

/** Replaced at the first use after this, so that the sign-in behind a session is as young as its use, to the minute. */
const USED_FOR_MS = 60_000
/** A call with it may take a while to be looked at. */
const SPARE_MS = 30_000
const LEASE_S = 15
const WAIT_MS = 20_000
const LOOK_MS = 40

export interface SessionTokens {
  /** Returns an access token that stays valid for some time. `isUse` is true if the person acted, not the page automatically. */
  accessOf(session: SessionRow, origin: CallOrigin, isUse: boolean): Promise<string>
}

const place = (session: Pick<SessionRow, 'id'>, column: string) => ({
  table: 'console_sessions',
  rowId: session.id,
  column,
})

export const sealTokens = async (
  { sealer, clock }: Runtime,
  session: Pick<SessionRow, 'id' | 'tenantId'>,
  tokens: Tokens,
  nowMs: number,
) => {
  const seal = await sealer.sealWithKey(session.tenantId)
  return {
    accessSealed: seal(place(session, 'access_sealed'), tokens.access_token),
    accessUntil: new Date(nowMs + tokens.expires_in * 1000),
    refreshSealed: seal(place(session, 'refresh_sealed'), tokens.refresh_token),
    refreshedAt: clock.now(),
  }
}

export const openRefreshToken = ({ sealer }: Pick<Runtime, 'sealer'>, session: SessionRow): Promise<string> =>
  sealer.open(session.tenantId, place(session, 'refresh_sealed'), session.refreshSealed)

/** Real time, s: when the access token that the session has now was issued. */
export const lastIssuedAt = async ({ sealer }: Pick<Runtime, 'sealer'>, session: SessionRow): Promise<number> => {
  const token = await sealer.open(session.tenantId, place(session, 'access_sealed'), session.accessSealed)
  const [, claims = ''] = token.split('.') // its signature was checked when it came, and is at every use
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number }).iat
}

export const openSessionTokens = (services: ConsoleServices): SessionTokens => {
  const { runtime, realms } = services
  const { db, clock, sealer } = runtime
  const inFlight = new Map<string, Promise<string>>()

  const openAccess = (session: SessionRow): Promise<string> =>
    sealer.open(session.tenantId, place(session, 'access_sealed'), session.accessSealed)
  const isSpent = ({ accessUntil }: SessionRow): boolean => Date.now() > accessUntil.getTime() - SPARE_MS

  /** Only the process with the claim gets here. */
  const replace = async (session: SessionRow, origin: CallOrigin): Promise<string> => {
    const { tenantId, id } = session
    const realm = await realms.realmOfTenant(tenantId)
    const refresh_token = await openRefreshToken(runtime, session)
    const nowMs = Date.now()
    const url = `/api/v1/auth/${realm?.slug}/refresh`
    const answer = await callSurface(
      services,
      { surface: 'identity', method: 'POST', url, body: { refresh_token } },
      origin,
    )
    if (answer.status === 200) {
      const stored = await sealTokens(runtime, session, answer.body as Tokens, nowMs)
      await db.inTenant(tenantId, (tx) => storeTokens(tx, session, stored))
      return (answer.body as Tokens).access_token
    }
    if (answer.status === 401 || answer.status === 403) {
      await db.inTenant(tenantId, (tx) => endSession(tx, tenantId, id, clock.now()))
      throw signInRequired(phrase`The sign-in behind this session has ended.`)
    }
    await db.inTenant(tenantId, (tx) => releaseRefresh(tx, session))
    if (!isSpent(session)) return openAccess(session)
    throw new Problem('service_unavailable', { detail: phrase`The session could not be continued now; try again.` })
  }

  const refreshed = async (session: SessionRow, origin: CallOrigin): Promise<string> => {
    const until = Date.now() + WAIT_MS
    for (let current = session; ; ) {
      const claimed = current
      if (await db.inTenant(current.tenantId, (tx) => claimRefresh(tx, claimed, LEASE_S)))
        return replace(claimed, origin)
      if (!isSpent(current)) return openAccess(current) // another process is replacing it, and this token is still valid
      if (Date.now() > until) throw new Problem('service_unavailable')
      await sleep(LOOK_MS)
      const { tenantId, id } = current
      const found = await db.inTenant(tenantId, (tx) => findSessionById(tx, tenantId, id))
      if (!found || found.endedAt !== null) throw signInRequired(phrase`The session was ended meanwhile.`)
      if (found.refreshNo !== current.refreshNo) return openAccess(found)
      current = found
    }
  }

  return {
    accessOf(session, origin, isUse) {
      const isDue = isUse && clock.ms() - session.refreshedAt.getTime() >= USED_FOR_MS
      if (!isDue && !isSpent(session)) return openAccess(session)
      const key = `${session.id} ${session.refreshNo}`
      const known = inFlight.get(key)
      if (known) return known
      const fresh = refreshed(session, origin).finally(() => inFlight.delete(key))
      inFlight.set(key, fresh)
      return fresh
    },
  }
}
