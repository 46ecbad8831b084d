/** A passkey used: to sign in, or to prove that it is still the same person. */
import { attributeDenials } from '../../access/audit/denials.ts'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { isUsable } from '../../access/callers/token-subject.ts'
import type { Tx } from '../../infra/database/database.ts'
import { isUnused } from '../login/disable-unused-users.ts'
import { findById, insertSession } from '../login/user-login-store.ts'
import type { TokenIssuer } from '../tokens/token-issuer.ts'
import { toUserOwner } from '../tokens/token-owner.ts'
import { endOfChallenge, newChallenge, type Purpose } from './passkey-challenge.ts'
import {
  type Caller,
  challengeIn,
  notKnown,
  type PasskeyParts,
  type PasskeyPerson,
  spendOnce,
  TIMEOUT_MS,
  toDescriptor,
  toText,
} from './passkey-parts.ts'
import { findPasskey, usePasskey } from './passkey-store.ts'
import { readUserHandle } from './user-handle.ts'
import { verifyUse } from './verify-response.ts'

type Tokens = Awaited<ReturnType<TokenIssuer['reply']>>

export interface Using {
  /** Options of a browser's `navigator.credentials.get`, as JSON. Without a person, any person that the device knows can sign in. */
  useOptions(person?: PasskeyPerson): Promise<object>
  /** Throws invalid_credentials, realm_suspended. */
  signIn(response: unknown, caller: Caller): Promise<{ realm: Realm; tokens: Tokens }>
  /** Proves that it is this person. Throws invalid_credentials. */
  prove(person: PasskeyPerson, response: unknown, caller: Caller): Promise<void>
}

export const createPasskeySignIn = (parts: PasskeyParts, issuer: TokenIssuer): Using => {
  const { runtime, realms, here, list, record } = parts
  const { db, clock, sealer } = runtime
  const use = openUse(parts)
  return {
    async useOptions(person) {
      return {
        challenge: newChallenge(sealer, person ? { what: 'prove', person } : { what: 'sign-in' }, Date.now()),
        rpId: here().id,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: person ? (await list(person)).map(toDescriptor) : [],
      }
    },
    async signIn(response, caller) {
      const named = readUserHandle(handleIn(response))
      if (named === null) throw notKnown()
      const { tenantId, userId } = named
      const realm = await realms.realmOfTenant(tenantId)
      const person = await db.transaction({ of: tenantId }, (tx) => findById(tx, tenantId, userId))
      const nowMs = clock.ms()
      if (!realm || !person || person.isTemporary || !isUsable(person, nowMs) || isUnused(person, nowMs))
        throw notKnown()
      const refused = { tenantId, realm: realm.slug, actor: userId }
      return attributeDenials(refused, async () => {
        if (realm.isSuspended) throw realmSuspended(realm.slug)
        const used = await use(named, response, { what: 'sign-in' }, caller.nowMs)
        const owner = toUserOwner(person)
        const { text, row } = issuer.fresh(realm, owner)
        await db.transaction({ of: tenantId }, async (tx) => {
          await used.spend(tx)
          if (!(await insertSession(tx, person, row))) throw notKnown() // changed in between
          await record(tx, realm, userId, caller, 'sign in with a passkey')
        })
        return { realm, tokens: await issuer.reply(realm, owner, text, caller.nowMs) }
      })
    },
    async prove(person, response, { nowMs }) {
      const used = await use(person, response, { what: 'prove', person }, nowMs)
      await db.transaction({ of: person.tenantId }, (tx) => used.spend(tx))
    },
  }
}

/** The response is right; `spend` makes it count, once. */
const openUse =
  ({ runtime, here }: PasskeyParts) =>
  async (
    { tenantId, userId }: PasskeyPerson,
    response: unknown,
    purpose: Purpose,
    nowMs: number,
  ): Promise<{ spend(tx: Tx): Promise<void> }> => {
    const { db, clock, sealer } = runtime
    const challenge = challengeIn(response)
    const ends = endOfChallenge(sealer, purpose, challenge, nowMs)
    const credentialId = Buffer.from(idIn(response), 'base64url')
    const key = await db.transaction({ of: tenantId }, (tx) => findPasskey(tx, tenantId, userId, credentialId))
    if (ends === null || key === undefined) throw notKnown()
    const counter = await verifyUse(here(), response, { key, isOurs: (given) => given === challenge })
    if (counter === null) throw notKnown()
    return {
      async spend(tx) {
        const isOnce = await spendOnce(runtime, tx, tenantId, { challenge, ends })
        if (!isOnce || !(await usePasskey(tx, tenantId, key, counter, clock.now()))) throw notKnown()
      },
    }
  }

const idIn = (response: unknown): string => toText((response as { id?: unknown } | null)?.id)
const handleIn = (response: unknown): string =>
  toText((response as { response?: { userHandle?: unknown } } | null)?.response?.userHandle)
