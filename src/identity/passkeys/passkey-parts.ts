/** Shared by registering and using a passkey. */
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { recordSignIn } from '../login/record-sign-in.ts'
import { listPasskeys, type PasskeyRow, spendChallenge } from './passkey-store.ts'
import { findRelyingParty, type RelyingParty } from './relying-party.ts'
import { parseClientData } from './verify-response.ts'

export const TIMEOUT_MS = 120_000

export interface PasskeyPerson {
  readonly tenantId: string
  readonly userId: string
}
/** The origin of a call. `nowMs` is real time. */
export interface Caller {
  readonly address: string
  readonly correlationId: string
  readonly nowMs: number
}

export interface PasskeyParts {
  readonly runtime: Runtime
  readonly realms: Realms
  readonly party: RelyingParty | null
  /** Throws conflict if passkeys are impossible here. */
  here(): RelyingParty
  list(person: PasskeyPerson): Promise<PasskeyRow[]>
  /** The realm of a known person; it may have to be read, so call it before a transaction. */
  realmOf(person: PasskeyPerson): Promise<Realm>
  /** Appends to the audit log, as the last step of its transaction. */
  record(tx: Tx, realm: Realm, userId: string, caller: Caller, what: string): Promise<void>
}

export const createPasskeyParts = (runtime: Runtime, realms: Realms): PasskeyParts => {
  const party = findRelyingParty(runtime.config)
  return {
    runtime,
    realms,
    party,
    here() {
      if (party) return party
      throw new Problem('conflict', {
        detail: phrase`Passkeys need a console with a name: this one is reached by an IP address.`,
      })
    },
    list: ({ tenantId, userId }) =>
      runtime.db.transaction({ of: tenantId }, (tx) => listPasskeys(tx, tenantId, userId)),
    realmOf: async ({ tenantId }) => (await realms.realmOfTenant(tenantId)) as Realm,
    record: (tx, realm, userId, { address, correlationId }, what) =>
      recordSignIn(tx, { runtime, request: { clientAddress: address }, correlationId }, realm, userId, what),
  }
}

/** Returns false if the challenge was answered before. */
export const spendOnce = (
  { sealer }: Pick<Runtime, 'sealer'>,
  tx: Tx,
  tenantId: string,
  { challenge, ends }: { challenge: string; ends: number },
): Promise<boolean> =>
  spendChallenge(tx, tenantId, { hash: sealer.hashSecret(challenge), ends: new Date(ends), now: new Date() })

export const toDescriptor = ({ credentialId }: PasskeyRow) => ({
  type: 'public-key',
  id: credentialId.toString('base64url'),
})

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const challengeIn = (response: unknown): string => toText(parseClientData(response)?.challenge)

/** Returns the same problem for every failure, so that no caller learns which passkeys exist. */
export const notKnown = (): Problem =>
  new Problem('invalid_credentials', {
    detail: phrase`This passkey is not known here, or the answer of the device came too late; try again, or sign in with the password.`,
  })
