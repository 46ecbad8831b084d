/** Services of the console's backend: who is signed in, the surfaces as any client sees them, and the demo people of a sandbox. */
import type { Realm, Realms, TariffPlan } from '../access/callers/realms.ts'
import type { IdentifyPerson } from '../access/callers/signed-in-people.ts'
import type { Endpoint, Principal, SurfaceName } from '../access/endpoint.ts'
import type { IsIssuedCard } from '../access/input/misplaced-card-numbers.ts'
import type { Passkeys } from '../identity/passkeys/passkeys-module.ts'
import type { InternalRequest, InternalResponse } from '../infra/http/internal-requests.ts'
import type { Runtime } from '../infra/runtime.ts'

export interface ConsoleServices {
  readonly runtime: Runtime
  readonly realms: Realms
  readonly identifyPerson: IdentifyPerson
  readonly endpoints: () => Readonly<Record<SurfaceName, readonly Endpoint[]>>
  /** A request to a surface, through its whole pipeline, by a person; null for operations without a token. */
  readonly send: (surface: SurfaceName, request: InternalRequest, caller: Principal | null) => Promise<InternalResponse>
  readonly sessionLimits: (plan: TariffPlan | null) => { readonly idleMs: number; readonly maxMs: number }
  readonly isIssued: IsIssuedCard
  readonly passkeys: Passkeys
  /** Null if no person signs in without a password. Requests use {@link demoFor} instead. */
  readonly demo: DemoSignIn | null
}

/** Returns null for callers on other machines, whatever the setting: to use a sandbox from elsewhere takes a password. */
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

/** Tokens as the token operations return them. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}
