/** The identity surface, operation by operation. */

import type { Realms } from '../access/callers/realms.ts'
import type { Endpoint } from '../access/endpoint.ts'
import type { RateLimiter } from '../access/limits/rate-limit.ts'
import type { House } from '../infra/house.ts'
import { apiKeyEndpoints } from './api-keys/endpoints.ts'
import { auditLog } from './audit/list-audit-log.ts'
import { discovery, keySet } from './discovery.ts'
import { type Issuers, issuerEndpoints } from './issuers/issuers.ts'
import { me } from './me.ts'
import { merchantEndpoints } from './merchants/endpoints.ts'
import type { MerchantDesk } from './merchants/merchant-call.ts'
import { ownPlan, type UsedQuota } from './own-plan.ts'
import { changePassword } from './people/change-password.ts'
import { logIn } from './people/log-in.ts'
import { openLoginGuard } from './people/login-guard.ts'
import { openPasswords } from './people/passwords.ts'
import { openPeopleDoor } from './people/people-door.ts'
import { secondFactorEndpoints } from './people/second-factor-endpoints.ts'
import type { Furnish } from './platform/create-tenant.ts'
import { platformEndpoints } from './platform/endpoints.ts'
import { signingKeyEndpoints } from './platform/signing-key-operations.ts'
import { roleEndpoints } from './roles/endpoints.ts'
import { sandboxClock } from './sandbox-clock.ts'
import { openClientDoor } from './tokens/client-door.ts'
import { issueToken, type TokenParts } from './tokens/issue-token.ts'
import { openLastUse } from './tokens/last-use.ts'
import { logOut } from './tokens/log-out.ts'
import { openRefreshDesk } from './tokens/refresh-desk.ts'
import { refreshToken } from './tokens/refresh-token.ts'
import { openTokenIssuer } from './tokens/token-issuer.ts'
import { userEndpoints } from './users/endpoints.ts'

export interface IdentityDeps extends MerchantDesk {
  house: House
  realms: Realms
  limiter: RateLimiter
  issuers: Pick<Issuers, 'urlFault'>
  /** Tells the bank beside a sandbox. */
  clockMoved: (nowMs: number) => Promise<void>
  furnish: Furnish
  usedQuota: UsedQuota
}

export const identityEndpoints = (deps: IdentityDeps): Endpoint[] => {
  const { house, realms, limiter, issuers, clockMoved } = deps
  const door = openClientDoor(house, limiter)
  const issuer = openTokenIssuer(house, realms)
  const parts: TokenParts = {
    realms,
    door,
    issuer,
    refreshDesk: openRefreshDesk(house, door, issuer),
    lastUse: openLastUse(house),
  }
  const passwords = openPasswords()
  const guard = openLoginGuard(limiter.windows)
  const peopleDoor = openPeopleDoor(house, guard, passwords)
  return [
    issueToken(parts),
    refreshToken(parts),
    logOut(parts),
    logIn(parts, peopleDoor),
    changePassword(parts, peopleDoor, passwords),
    ...me(realms),
    ...secondFactorEndpoints(house.config.env, realms, peopleDoor),
    ownPlan(realms, deps.usedQuota),
    discovery(realms),
    keySet(realms),
    ...userEndpoints(passwords, guard),
    ...roleEndpoints,
    ...apiKeyEndpoints(),
    ...merchantEndpoints(deps),
    ...platformEndpoints(deps.furnish),
    ...signingKeyEndpoints(realms),
    ...auditLog(house),
    ...issuerEndpoints({ realms, urlFault: (url) => issuers.urlFault(url) }),
    ...(house.config.env === 'sandbox' ? sandboxClock(house, clockMoved) : []),
  ]
}
