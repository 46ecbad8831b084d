/** What the console's backend is given: who calls, the surfaces as anyone sees them, and the demo people of a sandbox. */
import type { Authenticate } from '../access/callers/authenticate.ts'
import type { Plan, Realm, Realms } from '../access/callers/realms.ts'
import type { Endpoint, SurfaceName } from '../access/endpoint.ts'
import type { IsIssuedCard } from '../access/input/misplaced-card-numbers.ts'
import type { Passkeys } from '../identity/passkeys/open-passkeys.ts'
import type { InternalRequest, InternalResponse } from '../infra/http/internal-requests.ts'
import type { Runtime } from '../infra/runtime.ts'

export interface ConsoleServices {
  readonly runtime: Runtime
  readonly realms: Realms
  readonly authenticate: Authenticate
  readonly endpoints: () => Readonly<Record<SurfaceName, readonly Endpoint[]>>
  /** A request to a surface, through its whole pipeline. */
  readonly send: (surface: SurfaceName, request: InternalRequest) => Promise<InternalResponse>
  readonly sessionLimits: (plan: Plan | null) => { readonly idleMs: number; readonly maxMs: number }
  readonly isIssued: IsIssuedCard
  readonly passkeys: Passkeys
  /** Null: nobody signs in without a password. Asked for each request by {@link demoFor}. */
  readonly demo: DemoSignIn | null
}

/** Null for whoever is not on this machine, whatever the setting says: who reaches a sandbox from elsewhere has a password. */
export const demoFor = ({ demo }: ConsoleServices, request: { readonly isLocal: boolean }): DemoSignIn | null =>
  request.isLocal ? demo : null

interface DemoSignIn {
  readonly people: readonly DemoPerson[]
  signIn(
    key: string,
    context: { correlationId: string; address: string; nowMs: number },
  ): Promise<{ realm: Realm; tokens: Tokens }>
}

export interface DemoPerson {
  readonly key: string
  readonly name: string
  readonly email: string
  /** Slug of the realm. */
  readonly tenant: string
  readonly roles: readonly string[]
}

/** As the token operations answer. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}
