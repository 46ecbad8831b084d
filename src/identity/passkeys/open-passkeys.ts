/** Passkeys of people: a signed-in person registers one, which then replaces password and code at the console. */
import type { Realms } from '../../access/callers/realms.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { TokenIssuer } from '../tokens/token-issuer.ts'
import { openPasskeyParts, type PasskeyParts } from './passkey-parts.ts'
import { openRegistering, type Registering } from './register-passkeys.ts'
import { openUsing, type Using } from './use-passkeys.ts'

/** `party` is null if passkeys are impossible here. */
export type Passkeys = Pick<PasskeyParts, 'party' | 'list'> & Registering & Using

export const openPasskeys = (runtime: Runtime, realms: Realms, issuer: TokenIssuer): Passkeys => {
  const parts = openPasskeyParts(runtime, realms)
  return { party: parts.party, list: parts.list, ...openRegistering(parts), ...openUsing(parts, issuer) }
}
