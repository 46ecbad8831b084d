/** Refresh tokens at work: replaced on each use, and the whole family ends when an old one comes back. */

import { refusingTo } from '../../access/audit/denials.ts'
import { suspended } from '../../access/callers/authenticate.ts'
import { isUsable } from '../../access/callers/token-subject.ts'
import { findPerson } from '../../access/callers/user-lookup.ts'
import type { Client, Realm } from '../../access/callers/realms.ts'
import { Problem } from '../../core/problem.ts'
import type { House } from '../../infra/runtime.ts'
import type { Job } from '../../infra/process/jobs.ts'
import { sessionLimits } from './session-limits.ts'
import { type Caller, type ClientDoor, checkIssue } from './authenticate-client.ts'
import {
  deleteSpentTokens,
  endFamily,
  findRefreshToken,
  type RefreshToken,
  replaceRefreshToken,
  tenantsWithSpentTokens,
} from './refresh-token-store.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { ownerOfClient, ownerOfPerson, type TokenOwner } from './token-owner.ts'
import type { TokenReply } from './token-schemas.ts'

/** Without use, by the platform's clock. */
const UNUSED_MS = 30 * 86_400_000

export interface RefreshDesk {
  /** `authenticated`: the client that proved itself beside the token, if one did. */
  refresh(realm: Realm, text: string, caller: Caller, authenticated: Client | null): Promise<TokenReply>
  logOut(realm: Realm, text: string): Promise<void>
}

export const openRefreshDesk = (house: House, door: ClientDoor, issuer: TokenIssuer): RefreshDesk => {
  const { db, clock, sealer } = house
  const end = (realm: Realm, token: RefreshToken): Promise<unknown> =>
    db.inTenant(realm.tenantId, (tx) => endFamily(tx, realm.tenantId, token.familyId, clock.now()))

  const living = async (realm: Realm, text: string): Promise<RefreshToken> => {
    const hash = sealer.hashSecret(text)
    const token = await db.inTenant(realm.tenantId, (tx) => findRefreshToken(tx, realm.tenantId, hash))
    if (!token) throw refused('It is not one of this realm.')
    await refusingTo(holderOf(realm, token), () => judge(realm, token))
    return token
  }
  const judge = async (realm: Realm, token: RefreshToken): Promise<void> => {
    if (token.isFamilyDead) throw refused('Its sign-in was ended.')
    if (token.isReplaced) {
      // Somebody holds a copy: neither of the two may go on.
      await end(realm, token)
      throw refused('It was used before, so its whole sign-in has been ended.')
    }
    if (token.created.getTime() < clock.ms() - UNUSED_MS) throw refused('It was not used for 30 days.')
  }
  const clientOf = async (
    realm: Realm,
    token: RefreshToken,
    address: string,
    authenticated: Client | null,
  ): Promise<TokenOwner> => {
    const client = authenticated ?? (await door.find(realm.tenantId, token.clientId))
    if (!client || !isUsable(client, clock.ms())) throw refused('Its API key is switched off, expired or deleted.')
    if (client.signedOutAt !== null && token.created <= client.signedOutAt)
      throw refused('Its API key was switched off meanwhile.')
    checkIssue(realm, client, address, house.config.env)
    return ownerOfClient(client)
  }
  const personOf = async (realm: Realm, token: RefreshToken): Promise<TokenOwner> => {
    const person = await db.inTenant(realm.tenantId, (tx) => findPerson(tx, realm.tenantId, token.subject))
    if (!person || !isUsable(person, clock.ms())) throw refused('Its user is disabled, deleted or waits for approval.')
    if (realm.isSuspended) throw suspended(realm.slug)
    checkSession(realm, token, clock.ms())
    return ownerOfPerson(person)
  }
  return {
    async refresh(realm, text, caller, authenticated) {
      const token = await living(realm, text)
      const owner = await refusingTo(holderOf(realm, token), () => {
        if (authenticated && authenticated.clientId !== token.clientId) throw refused('It belongs to another client.')
        return token.isUser ? personOf(realm, token) : clientOf(realm, token, caller.address, authenticated)
      })
      const next = issuer.fresh(realm, owner, token.familyId)
      const isFirst = await db.inTenant(realm.tenantId, (tx) => replaceRefreshToken(tx, token.id, next.row))
      // Two at once is no theft: the slower one is refused, the family goes on with the faster one's token.
      if (!isFirst) throw refused('Another refresh used it at the same moment.')
      return issuer.reply(realm, owner, next.text, caller.nowMs, token.since.getTime())
    },
    async logOut(realm, text) {
      await end(realm, await living(realm, text))
    },
  }
}

export const purgeRefreshTokens = (house: House): Job => ({
  name: 'purge_refresh_tokens',
  cron: '41 3 * * *',
  async run() {
    const before = new Date(house.clock.ms() - UNUSED_MS)
    for (const tenantId of await house.db.acrossTenants((tx) => tenantsWithSpentTokens(tx, before)))
      await house.db.inTenant(tenantId, (tx) => deleteSpentTokens(tx, tenantId, before))
  },
})

/** Sessions of people end when nobody goes on with them, and after their time however busy they are. */
const checkSession = ({ plan }: Realm, { created, since }: RefreshToken, nowMs: number): void => {
  const { idleMs, maxMs } = sessionLimits(plan)
  if (created.getTime() <= nowMs - idleMs) throw refused(`Its session was not used for ${idleMs / 60_000} minutes.`)
  if (since.getTime() <= nowMs - maxMs) throw refused(`Its session has lasted its ${maxMs / 60_000} minutes.`)
}

const holderOf = ({ tenantId, slug }: Realm, { subject }: RefreshToken) => ({ tenantId, realm: slug, actor: subject })

const refused = (why: string): Problem =>
  new Problem('invalid_refresh_token', {
    detail: `This refresh token cannot be used. ${why} Get a new token with client_id and client_secret, or log in again.`,
  })
