/** Makes the parts of a token response: a signed access token, and a refresh token whose hash is kept. */
import { randomBytes, randomUUID } from 'node:crypto'
import { ACCESS_TOKEN_LIFE_S, ACCESS_TOKEN_TYPE, signingKey } from '../../access/callers/access-token.ts'
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { findMerchantOfCaller } from '../../access/callers/request-merchant.ts'
import { expandedRoles, type TokenSubject } from '../../access/callers/token-subject.ts'
import { newId } from '../../core/id.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { insertRefreshTokens, type NewRefreshToken } from './refresh-token-store.ts'
import { sessionLimits } from './session-limits.ts'
import { signJwt } from './sign-jwt.ts'
import { createSigningKeys } from './signing-keys.ts'
import type { TokenOwner } from './token-owner.ts'
import type { TokenReply } from './token-schemas.ts'

interface FreshRefreshToken {
  /** Shown once, to the owner. */
  readonly text: string
  readonly row: NewRefreshToken
}

export interface TokenIssuer {
  /** Begins a new sign-in, with a new family. `nowMs` is real time. */
  signIn(realm: Realm, owner: TokenOwner, nowMs: number): Promise<TokenReply>
  /** Returns a refresh token that is not stored yet: the next of a family, or the first of a new one. */
  fresh(realm: Realm, owner: TokenOwner, familyId?: string): FreshRefreshToken
  /** `since` is when the sign-in began, by the platform's clock; default now. */
  reply(realm: Realm, owner: TokenOwner, refreshToken: string, nowMs: number, since?: number): Promise<TokenReply>
}

export const createTokenIssuer = (runtime: Runtime, realms: Realms): TokenIssuer => {
  const accessToken = openAccessTokens(runtime, realms)
  const inserts = new GroupCommit<NewRefreshToken, undefined>({
    write: async (rows) => {
      await runtime.db.batch(
        rows.map((row) => row.tenantId),
        insertRefreshTokens(rows),
      )
      return rows.map(() => undefined)
    },
    partOf: (row) => runtime.db.shardOf(row.tenantId),
    keyOf: (row) => row.id,
  })

  const fresh = (realm: Realm, owner: TokenOwner, familyId?: string): FreshRefreshToken => {
    const nowMs = runtime.clock.ms()
    const id = newId(nowMs)
    const text = `rt_${randomBytes(32).toString('base64url')}`
    const row = {
      tenantId: realm.tenantId,
      id,
      familyId: familyId ?? id,
      hash: runtime.sealer.hashSecret(text),
      subject: owner.subject,
      clientId: owner.clientId,
      isUser: owner.isUser,
      created: new Date(nowMs),
    }
    return { text, row }
  }
  const reply: TokenIssuer['reply'] = async (realm, owner, refreshToken, nowMs, since) => {
    const { accessS, refreshS } = livesOf(realm, owner, runtime.clock.ms(), since)
    return {
      access_token: await accessToken(realm, owner, nowMs, accessS),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: accessS,
      refresh_expires_in: refreshS,
      scope: 'openid profile email',
    }
  }
  return {
    reply,
    fresh,
    async signIn(realm, owner, nowMs) {
      const { text, row } = fresh(realm, owner)
      // Signing runs on another thread while the database writes.
      const [answer] = await Promise.all([reply(realm, owner, text, nowMs), inserts.submit(row)])
      return answer
    },
  }
}

/** Returns how long the two tokens of a reply live, in seconds; tokens of a person not longer than the session. `nowMs` is the platform clock. */
const livesOf = ({ plan }: Realm, { isUser }: TokenOwner, nowMs: number, since = nowMs) => {
  if (!isUser) return { accessS: ACCESS_TOKEN_LIFE_S, refreshS: 0 }
  const { idleMs, maxMs } = sessionLimits(plan)
  const leftS = Math.max(1, Math.floor((since + maxMs - nowMs) / 1000))
  return { accessS: Math.min(ACCESS_TOKEN_LIFE_S, idleMs / 1000, leftS), refreshS: Math.min(idleMs / 1000, leftS) }
}

/** Writes and signs access tokens. */
const openAccessTokens = (runtime: Runtime, realms: Realms) => {
  const openKey = createSigningKeys(runtime)
  const mode = runtime.config.env === 'production' ? 'live' : 'test'
  return async (realm: Realm, owner: TokenOwner, nowMs: number, lifeS: number): Promise<string> => {
    const key = signingKey(realm, nowMs)
    if (!key) throw new Error(`realm ${realm.slug} has no signing key`)
    const iat = issuedAt(owner.holder, nowMs)
    const claims = {
      iss: realms.issuerOf(realm.slug),
      sub: owner.subject,
      aud: mode,
      azp: owner.clientId,
      ...(realm.kind === 'master' ? {} : { tenant_id: realm.tenantId }),
      ...(await merchantClaim(realms, realm, owner.holder)),
      roles: expandedRoles(owner.holder),
      ...quotaClaims(realm, owner),
      env: mode,
      iat,
      exp: iat + lifeS,
      jti: randomUUID(),
    }
    return signJwt({ kid: key.kid, typ: ACCESS_TOKEN_TYPE }, claims, await openKey(realm.tenantId, key.kid))
  }
}

/** A token issued after a session ended is distinguishable, even within the same second and with a clock behind. */
const issuedAt = ({ sessionsValidFrom }: TokenSubject, nowMs: number): number =>
  Math.max(Math.floor(nowMs / 1000), (sessionsValidFrom?.getTime() ?? 0) / 1000)

const merchantClaim = async (realms: Realms, realm: Realm, holder: TokenSubject): Promise<{ merchant_id?: string }> => {
  const merchantId = await findMerchantOfCaller(realms, realm, holder)
  return merchantId === null ? {} : { merchant_id: merchantId }
}

const quotaClaims = ({ plan }: Realm, owner: TokenOwner) =>
  plan ? { plan_code: plan.code, ...owner.quotasOf(plan) } : {}
