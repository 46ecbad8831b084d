/** Makes what a token answer consists of: a signed access token, and a refresh token whose hash is kept. */
import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { ACCESS_TOKEN_LIFE_S, ACCESS_TOKEN_TYPE, signingKey } from '../../access/callers/access-token.ts'
import type { Client, Realm, Realms } from '../../access/callers/realms.ts'
import { newId } from '../../core/id.ts'
import { GroupCommit } from '../../infra/group-commit.ts'
import type { House } from '../../infra/house.ts'
import { insertRefreshTokens, type NewRefreshToken } from './refresh-token-store.ts'
import { openSigningKeys } from './signing-keys.ts'
import type { TokenReply } from './token-shapes.ts'

export interface FreshRefreshToken {
  /** Shown once, to the client. */
  readonly text: string
  readonly row: NewRefreshToken
}

export interface TokenIssuer {
  /** A new sign-in, with a family of its own. `nowMs`: real time. */
  signIn(realm: Realm, client: Client, nowMs: number): Promise<TokenReply>
  /** The next refresh token of a family; not stored yet. */
  successor(realm: Realm, client: Client, familyId: string): FreshRefreshToken
  reply(realm: Realm, client: Client, refreshToken: string, nowMs: number): Promise<TokenReply>
}

export const openTokenIssuer = (house: House, realms: Realms): TokenIssuer => {
  const openKey = openSigningKeys(house)
  const mode = house.config.env === 'production' ? 'live' : 'test'
  const inserts = new GroupCommit<NewRefreshToken, undefined>({
    write: async (rows) => {
      await house.db.batch(
        rows.map((row) => row.tenantId),
        insertRefreshTokens(rows),
      )
      return rows.map(() => undefined)
    },
    keyOf: (row) => row.id,
  })

  const accessToken = async (realm: Realm, client: Client, nowMs: number): Promise<string> => {
    const key = signingKey(realm, nowMs)
    if (!key) throw new Error(`realm ${realm.slug} has no signing key`)
    const iat = Math.floor(nowMs / 1000)
    return new SignJWT({
      iss: realms.issuerOf(realm.slug),
      sub: client.clientId,
      aud: mode,
      azp: client.clientId,
      ...(realm.kind === 'master' ? {} : { tenant_id: realm.tenantId }),
      ...(await merchantClaim(realms, realm, client)),
      roles: client.roles,
      ...quotaClaims(realm, client),
      env: mode,
      iat,
      exp: iat + ACCESS_TOKEN_LIFE_S,
      jti: randomUUID(),
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: ACCESS_TOKEN_TYPE })
      .sign(await openKey(realm.tenantId, key.kid))
  }
  const fresh = (realm: Realm, client: Client, familyId?: string): FreshRefreshToken => {
    const nowMs = house.clock.ms()
    const id = newId(nowMs)
    const text = `rt_${randomBytes(32).toString('base64url')}`
    const row = {
      tenantId: realm.tenantId,
      id,
      familyId: familyId ?? id,
      hash: house.sealer.hashSecret(text),
      subject: client.clientId,
      clientId: client.clientId,
      isUser: false,
      created: new Date(nowMs),
    }
    return { text, row }
  }
  const reply = async (realm: Realm, client: Client, refreshToken: string, nowMs: number): Promise<TokenReply> => ({
    access_token: await accessToken(realm, client, nowMs),
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFE_S,
    refresh_expires_in: 0,
    scope: 'openid profile email',
  })
  return {
    reply,
    successor: fresh,
    async signIn(realm, client, nowMs) {
      const { text, row } = fresh(realm, client)
      // Signing runs on another thread while the database writes.
      const [answer] = await Promise.all([reply(realm, client, text, nowMs), inserts.submit(row)])
      return answer
    },
  }
}

const merchantClaim = async (realms: Realms, realm: Realm, client: Client): Promise<{ merchant_id?: string }> => {
  if (client.merchantId !== null) return { merchant_id: client.merchantId }
  if (realm.kind === 'master') return {}
  const { onlyActive } = await realms.merchantsOf(realm.tenantId)
  return onlyActive ? { merchant_id: onlyActive.id } : {}
}

const quotaClaims = ({ plan }: Realm, client: Client) =>
  plan
    ? {
        plan_code: plan.code,
        daily_limit: client.dailyLimitOverride ?? plan.dailyTransactionLimit,
        monthly_limit: client.monthlyLimitOverride ?? plan.monthlyTransactionLimit,
        rate_limit: client.rateLimitOverride ?? plan.ratePerSecond,
      }
    : {}
