/** Uses of refresh tokens: a token is replaced on each use, and the whole family ends when an old token is used again. */

import { attributeDenials } from '../../access/audit/denials.ts'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import type { Client, Realm } from '../../access/callers/realms.ts'
import { isUsable } from '../../access/callers/token-subject.ts'
import { findUserAccount } from '../../access/callers/user-lookup.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type ClientAuthenticator, checkMayIssueToken, type RequestOrigin } from './authenticate-client.ts'
import {
  deleteSpentTokens,
  endFamily,
  findRefreshToken,
  type RefreshToken,
  replaceRefreshToken,
  tenantsWithSpentTokens,
} from './refresh-token-store.ts'
import { sessionLimits } from './session-limits.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { type TokenOwner, toClientOwner, toUserOwner } from './token-owner.ts'
import type { TokenReply } from './token-schemas.ts'

/** Lifetime without use, by the platform's clock. */
const UNUSED_MS = 30 * 86_400_000

export interface RefreshTokenService {
  /** `authenticated` is the client that authenticated with the token, if any. */
  refresh(realm: Realm, text: string, caller: RequestOrigin, authenticated: Client | null): Promise<TokenReply>
  logOut(realm: Realm, text: string): Promise<void>
}

export const createRefreshTokenService = (
  runtime: Runtime,
  clients: ClientAuthenticator,
  issuer: TokenIssuer,
): RefreshTokenService => {
  const { db, clock, sealer } = runtime
  const end = (realm: Realm, token: RefreshToken): Promise<unknown> =>
    db.transaction({ of: realm.tenantId }, (tx) => endFamily(tx, realm.tenantId, token.familyId, clock.now()))

  const living = async (realm: Realm, text: string): Promise<RefreshToken> => {
    const hash = sealer.hashSecret(text)
    const token = await db.transaction({ of: realm.tenantId }, (tx) => findRefreshToken(tx, realm.tenantId, hash))
    if (!token) throw refused(phrase`It is not one of this realm.`)
    await attributeDenials(toTokenSubject(realm, token), () => judge(realm, token))
    return token
  }
  const judge = async (realm: Realm, token: RefreshToken): Promise<void> => {
    if (token.isFamilyDead) throw refused(phrase`Its sign-in was ended.`)
    if (token.isReplaced) {
      // The token was copied: neither holder may continue.
      await end(realm, token)
      throw refused(phrase`It was used before, so its whole sign-in has been ended.`)
    }
    if (token.created.getTime() < clock.ms() - UNUSED_MS) throw refused(phrase`It was not used for 30 days.`)
  }
  const clientOf = async (
    realm: Realm,
    token: RefreshToken,
    address: string,
    authenticated: Client | null,
  ): Promise<TokenOwner> => {
    const client = authenticated ?? (await clients.find(realm.tenantId, token.clientId))
    if (!client || !isUsable(client, clock.ms()))
      throw refused(phrase`Its API key is switched off, expired or deleted.`)
    if (client.signedOutAt !== null && token.created <= client.signedOutAt)
      throw refused(phrase`Its API key was switched off meanwhile.`)
    checkMayIssueToken(realm, client, address, runtime.config.env)
    return toClientOwner(client)
  }
  const personOf = async (realm: Realm, token: RefreshToken): Promise<TokenOwner> => {
    const person = await db.transaction({ of: realm.tenantId }, (tx) =>
      findUserAccount(tx, realm.tenantId, token.subject),
    )
    if (!person || !isUsable(person, clock.ms()))
      throw refused(phrase`Its user is disabled, deleted or waits for approval.`)
    if (realm.isSuspended) throw realmSuspended(realm.slug)
    checkSession(realm, token, clock.ms())
    return toUserOwner(person)
  }
  return {
    async refresh(realm, text, caller, authenticated) {
      const token = await living(realm, text)
      const owner = await attributeDenials(toTokenSubject(realm, token), () => {
        if (authenticated && authenticated.clientId !== token.clientId)
          throw refused(phrase`It belongs to another client.`)
        return token.isUser ? personOf(realm, token) : clientOf(realm, token, caller.address, authenticated)
      })
      const next = issuer.fresh(realm, owner, token.familyId)
      const isFirst = await db.transaction({ of: realm.tenantId }, (tx) => replaceRefreshToken(tx, token.id, next.row))
      // Two concurrent refreshes are no theft: the slower one is refused, and the family continues with the faster one's token.
      if (!isFirst) throw refused(phrase`Another refresh used it at the same moment.`)
      return issuer.reply(realm, owner, next.text, caller.nowMs, token.since.getTime())
    },
    async logOut(realm, text) {
      await end(realm, await living(realm, text))
    },
  }
}

export const purgeRefreshTokens = (runtime: Runtime): Job => ({
  name: 'purge_refresh_tokens',
  cron: '41 3 * * *',
  async run() {
    const before = new Date(runtime.clock.ms() - UNUSED_MS)
    for (const tenantId of await runtime.db.transaction({ as: 'platform' }, (tx) => tenantsWithSpentTokens(tx, before)))
      await runtime.db.transaction({ of: tenantId }, (tx) => deleteSpentTokens(tx, tenantId, before))
  },
})

/** Sessions of people end when idle, and after their maximum time. */
const checkSession = ({ plan }: Realm, { created, since }: RefreshToken, nowMs: number): void => {
  const { idleMs, maxMs } = sessionLimits(plan)
  if (created.getTime() <= nowMs - idleMs)
    throw refused(phrase`Its session was not used for ${idleMs / 60_000} minutes.`)
  if (since.getTime() <= nowMs - maxMs) throw refused(phrase`Its session has lasted its ${maxMs / 60_000} minutes.`)
}

const toTokenSubject = ({ tenantId, slug }: Realm, { subject }: RefreshToken) => ({
  tenantId,
  realm: slug,
  actor: subject,
})

const refused = (why: Phrase): Problem =>
  new Problem('invalid_refresh_token', {
    detail: phrase`This refresh token cannot be used. ${why} Get a new token with client_id and client_secret, or log in again.`,
  })
