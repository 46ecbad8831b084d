/** Registers a passkey for a person who is signed in and has just proved it; and removes one. */
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { findById } from '../login/user-login-store.ts'
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
} from './passkey-parts.ts'
import { insertPasskey, listPasskeys, lockPasskeys, type PasskeyRow, removePasskey } from './passkey-store.ts'
import { toUserHandle } from './user-handle.ts'
import { ALGORITHMS, verifyNewKey } from './verify-response.ts'

const PASSKEYS_MAX = 10

export interface Registering {
  /** Options of a browser's `navigator.credentials.create`, as JSON. */
  newKeyOptions(person: PasskeyPerson): Promise<object>
  /** Throws conflict, bad_request. */
  register(person: PasskeyPerson, given: { name: string; response: unknown }, caller: Caller): Promise<PasskeyRow>
  /** Returns false if the person has no such passkey. */
  remove(person: PasskeyPerson, id: string, caller: Caller): Promise<boolean>
}

export const createPasskeyRegistration = ({ runtime, here, list, realmOf, record }: PasskeyParts): Registering => {
  const { db, clock, sealer } = runtime
  return {
    async newKeyOptions(person) {
      const { id } = here()
      const account = await db.transaction({ of: person.tenantId }, (tx) =>
        findById(tx, person.tenantId, person.userId),
      )
      if (!account) throw notKnown()
      const displayName = [account.firstName, account.lastName].filter(Boolean).join(' ') || account.username
      return {
        rp: { id, name: 'Vezne' },
        user: {
          id: toUserHandle(person.tenantId, person.userId).toString('base64url'),
          name: account.email,
          displayName,
        },
        challenge: newChallenge(sealer, { what: 'register', person }, Date.now()),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT_MS,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: (await list(person)).map(toDescriptor),
      }
    },
    async register(person, { name, response }, caller) {
      const { tenantId, userId } = person
      const purpose: Purpose = { what: 'register', person }
      const challenge = challengeIn(response)
      const ends = endOfChallenge(sealer, purpose, challenge, caller.nowMs)
      const key = ends === null ? null : await verifyNewKey(here(), response, (given) => given === challenge)
      if (ends === null || key === null)
        throw new Problem('bad_request', {
          detail: phrase`The device’s answer does not fit the question: begin again.`,
        })
      const realm = await realmOf(person)
      const made = { ...key, id: newId(clock.ms()), userId, name, created: clock.now() }
      return db.transaction({ of: tenantId }, async (tx) => {
        await lockPasskeys(tx, tenantId, userId)
        if ((await listPasskeys(tx, tenantId, userId)).length >= PASSKEYS_MAX)
          throw new Problem('conflict', {
            detail: phrase`A person has at most ${PASSKEYS_MAX} passkeys; remove one first.`,
          })
        if (!(await spendOnce(runtime, tx, tenantId, { challenge, ends }))) throw notKnown()
        if (!(await insertPasskey(tx, tenantId, made)))
          throw new Problem('conflict', { detail: phrase`This device has a passkey here already.` })
        await record(tx, realm, userId, caller, 'add a passkey')
        return { ...made, usedAt: null }
      })
    },
    async remove(person, id, caller) {
      const { tenantId, userId } = person
      const realm = await realmOf(person)
      return db.transaction({ of: tenantId }, async (tx) => {
        const isGone = await removePasskey(tx, tenantId, userId, id)
        if (isGone) await record(tx, realm, userId, caller, 'remove a passkey')
        return isGone
      })
    },
  }
}
