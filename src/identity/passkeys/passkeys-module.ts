/** Passkeys of people: a signed-in person registers one, which then replaces password and code at the console. */
import type { Realms } from '../../access/callers/realms.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { TokenIssuer } from '../tokens/token-issuer.ts'
import { createPasskeyParts, type PasskeyParts } from './passkey-parts.ts'
import { createPasskeyRegistration, type Registering } from './register-passkeys.ts'
import { createPasskeySignIn, type Using } from './use-passkeys.ts'

/** `party` is null if passkeys are impossible here. */
export type Passkeys = Pick<PasskeyParts, 'party' | 'list'> & Registering & Using

export const composePasskeys = (runtime: Runtime, realms: Realms, issuer: TokenIssuer): Passkeys => {
  const parts = createPasskeyParts(runtime, realms)
  return {
    party: parts.party,
    list: parts.list,
    ...createPasskeyRegistration(parts),
    ...createPasskeySignIn(parts, issuer),
  }
}
