/**
 * Sessions of people in the console: begun by a sign-in, found by their cookie, ended by the person, by time, or together with their sign-in. It is in
 * one piece because the beginning and end of a session are read together.
 */
import type { Realm, TariffPlan } from '../../access/callers/realms.ts'
import type { Principal } from '../../access/endpoint.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { endFamily, findRefreshToken, type RefreshToken } from '../../identity/tokens/refresh-token-store.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type ConsoleServices, demoFor, type Tokens } from '../console-services.ts'
import type { CallOrigin } from '../surface-calls.ts'
import {
  endSession,
  findSession,
  insertSession,
  listSessions,
  noteAuthenticated,
  noteUse,
  type SessionRow,
} from './console-session-store.ts'
import { newSecret, readCookie, setCookie } from './cookie.ts'
import { sealTokens, withSignIn } from './release-before.ts'
import { signInRequired } from './sign-in-required.ts'
import { type Credentials, createSignIns } from './sign-ins.ts'

/** Uses are recorded to the minute: a write for each call would be expensive. */
const NOTED_EVERY_MS = 60_000
const AGENT_CHARS = 200

export interface Origin extends CallOrigin {
  readonly isLocal: boolean
  readonly userAgent: string | undefined
  readonly cookie: string | undefined
}

/** A session that counts, and its person. */
export interface OpenSession {
  readonly row: SessionRow
  readonly realm: Realm
  readonly principal: Principal
  /** Platform clock, ms. */
  readonly idleUntil: number
}

/** The session, and the header that sets its cookie. */
interface BegunSession {
  readonly session: OpenSession
  readonly cookie: string
}

export interface Sessions {
  /** Throws the problems of the login, including otp_required. */
  signIn(credentials: Credentials, origin: Origin): Promise<BegunSession>
  signInDemo(key: string, origin: Origin): Promise<BegunSession>
  /** Throws invalid_credentials, realm_suspended. */
  signInByPasskey(response: unknown, origin: Origin): Promise<BegunSession>
  /** Like `prove`, with a passkey of the person. */
  proveByPasskey(session: OpenSession, response: unknown, origin: CallOrigin): Promise<Date>
  /** `isUse` is true if the person acted. Throws sign_in_required. */
  find(origin: Origin, isUse: boolean): Promise<OpenSession>
  /** Returns the sessions of its person whose sign-in is still valid. */
  list(session: OpenSession): Promise<SessionRow[]>
  /** Ends any session of the person, together with its sign-in. Returns false if there is no such session. */
  end(session: OpenSession, id: string): Promise<boolean>
  /** The person enters the password once more; null for a demo person, who needs none. Returns since when the proof counts. */
  prove(session: OpenSession, proof: Pick<Credentials, 'password' | 'otp'> | null, origin: CallOrigin): Promise<Date>
  /** Ends every session of the person, and begins one with the new password. Throws the problems of a password change. */
  changePassword(session: OpenSession, change: PasswordChange, origin: Origin): Promise<BegunSession>
}

type PasswordChange = Pick<Credentials, 'password' | 'otp'> & { readonly newPassword: string }

export const createSessions = (services: ConsoleServices): Sessions => {
  const { realms, runtime } = services
  const { db, clock } = runtime
  const signIns = createSignIns(services)
  const begin = openBegin(services)
  const list: Sessions['list'] = ({ row: { tenantId, userId } }) =>
    db.transaction({ of: tenantId }, (tx) => listSessions(tx, tenantId, userId, clock.now()))
  const usernameOf = async ({ tenantId, userId }: SessionRow): Promise<string> =>
    (await realms.personOf(tenantId, userId))?.username ?? ''

  return {
    async signIn(credentials, origin) {
      const given = await signIns.logIn(credentials, origin)
      const realm = (await realms.realmBySlug(credentials.tenant)) as Realm // it has just let the person in
      return begin(realm, given, origin, false)
    },
    async signInDemo(key, origin) {
      const demo = demoFor(services, origin)
      if (demo === null) throw new Problem('route_not_found', { detail: phrase`There are no demo people here.` })
      const { address, correlationId } = origin
      const given = await demo.signIn(key, { address, correlationId, nowMs: Date.now() })
      return begin(given.realm, given.tokens, origin, true)
    },
    async signInByPasskey(response, origin) {
      const { realm, tokens: given } = await services.passkeys.signIn(response, { ...origin, nowMs: Date.now() })
      return begin(realm, given, origin, false)
    },
    async proveByPasskey({ row }, response, origin) {
      await services.passkeys.prove(row, response, { ...origin, nowMs: Date.now() })
      return noteProved(services, row)
    },
    find: openFind(services),
    list,
    async end(session, id) {
      const found = (await list(session)).find((each) => each.id === id)
      if (found) await logOut(services, found)
      return found !== undefined
    },
    async prove({ realm, row }, proof, origin) {
      if (proof !== null) {
        const username = await usernameOf(row)
        const given = await signIns.logIn({ tenant: realm.slug, username, ...proof }, origin)
        const { familyId } = await findSignIn(runtime, realm, given)
        await db.transaction({ of: realm.tenantId }, (tx) => endFamily(tx, realm.tenantId, familyId, clock.now()))
      }
      return noteProved(services, row)
    },
    async changePassword({ realm, row }, change, origin) {
      const who = { tenant: realm.slug, username: await usernameOf(row) }
      return begin(realm, await signIns.changePassword({ ...who, ...change }, origin), origin, false)
    },
  }
}

const noteProved = async ({ runtime: { db, clock } }: ConsoleServices, row: SessionRow): Promise<Date> => {
  const now = clock.now()
  await db.transaction({ of: row.tenantId }, (tx) => noteAuthenticated(tx, row, now))
  return now
}

type Begin = (realm: Realm, given: Tokens, origin: Origin, isDemo: boolean) => Promise<BegunSession>

const openBegin = (services: ConsoleServices): Begin => {
  const { runtime, identifyPerson, sessionLimits } = services
  const { db, clock, sealer } = runtime
  return async (realm, given, origin, isDemo) => {
    const { tenantId, plan } = realm
    const { familyId: signInId, subject: userId } = await findSignIn(runtime, realm, given)
    const principal = await identifyPerson(realm, userId)
    // A person who signs in again gets another session: an earlier cookie opens nothing.
    const before = await present(services, origin)
    if (before && before.endedAt === null) await logOut(services, before)
    const now = clock.now()
    const id = newId(now.getTime())
    const secret = newSecret()
    const row: SessionRow = {
      tenantId,
      id,
      userId,
      signInId,
      isSignInOpen: true,
      isDemo,
      clientAddress: origin.address,
      userAgent: origin.userAgent === undefined ? null : maskCardNumbers(origin.userAgent).slice(0, AGENT_CHARS),
      created: now,
      usedAt: now,
      authenticatedAt: now,
      expiresAt: new Date(now.getTime() + sessionLimits(plan).maxMs),
      endedAt: null,
    }
    const tokens = await sealTokens(runtime, row, given)
    await db.transaction({ of: tenantId }, (tx) =>
      insertSession(tx, { ...row, ...tokens, tokenHash: sealer.hashSecret(secret) }),
    )
    const session = { row, realm, principal, idleUntil: idleUntil(services, row, plan) }
    return { session, cookie: setCookie({ realmId: tenantId, secret }) }
  }
}

const openFind = (services: ConsoleServices): Sessions['find'] => {
  const { runtime, realms, identifyPerson } = services
  const { clock } = runtime
  return async (origin, isUse) => {
    const found = await present(services, origin)
    if (!found) throw signInRequired(phrase`There is no session.`)
    if (found.endedAt !== null) throw signInRequired(phrase`The session was ended.`)
    const realm = await realms.realmOfTenant(found.tenantId)
    const nowMs = clock.ms()
    if (!realm || nowMs >= endOf(services, found, realm.plan))
      throw signInRequired(phrase`The session has lasted its time.`)
    if (nowMs >= idleUntil(services, found, realm.plan))
      throw signInRequired(phrase`The session was not used for some time.`)
    if (!found.isSignInOpen) throw signInRequired(phrase`The sign-in behind this session has ended.`)
    const principal = await identifyPerson(realm, found.userId).catch(async (error: unknown) => {
      if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 403)) throw error
      await drop(services, found) // the person is disabled or deleted, or the whole realm is suspended
      throw signInRequired(error.said)
    })
    const row = isUse ? await noted(runtime, found, nowMs) : found
    return { row, realm, principal, idleUntil: idleUntil(services, row, realm.plan) }
  }
}

const noted = async ({ db }: Runtime, row: SessionRow, nowMs: number): Promise<SessionRow> => {
  if (nowMs - row.usedAt.getTime() < NOTED_EVERY_MS) return row
  const usedAt = new Date(nowMs)
  await db.transaction({ of: row.tenantId }, (tx) => noteUse(tx, row, usedAt))
  return { ...row, usedAt }
}

/** A plan that is made shorter meanwhile shortens the sessions there are. */
const endOf = (
  { sessionLimits }: ConsoleServices,
  { created, expiresAt }: SessionRow,
  plan: TariffPlan | null,
): number => Math.min(created.getTime() + sessionLimits(plan).maxMs, expiresAt.getTime())

const idleUntil = (services: ConsoleServices, row: SessionRow, plan: TariffPlan | null): number =>
  Math.min(row.usedAt.getTime() + services.sessionLimits(plan).idleMs, endOf(services, row, plan))

const present = async ({ runtime }: ConsoleServices, { cookie }: Origin): Promise<SessionRow | undefined> => {
  const read = readCookie(cookie)
  if (read === null) return undefined
  const hash = runtime.sealer.hashSecret(read.secret)
  const row = await runtime.db.transaction({ of: read.realmId }, (tx) => findSession(tx, read.realmId, hash))
  return row && withSignIn(runtime, row)
}

/** The sign-in that has just been answered with these tokens. */
const findSignIn = async (
  { db, sealer }: Runtime,
  { tenantId }: Realm,
  { refresh_token }: Tokens,
): Promise<RefreshToken> =>
  (await db.transaction({ of: tenantId }, (tx) =>
    findRefreshToken(tx, tenantId, sealer.hashSecret(refresh_token)),
  )) as RefreshToken

const drop = async ({ runtime: { db, clock } }: ConsoleServices, { tenantId, id }: SessionRow): Promise<void> => {
  await db.transaction({ of: tenantId }, (tx) => endSession(tx, tenantId, id, clock.now()))
}

/** Ends a session together with its sign-in. */
const logOut = async ({ runtime }: ConsoleServices, row: SessionRow): Promise<void> => {
  const { tenantId, id } = row
  const { signInId } = await withSignIn(runtime, row)
  const now = runtime.clock.now()
  await runtime.db.transaction({ of: tenantId }, async (tx) => {
    await endSession(tx, tenantId, id, now)
    if (signInId !== null) await endFamily(tx, tenantId, signInId, now)
  })
}
