/** The identity surface, operation by operation. */

import type { Realms } from '../access/callers/realms.ts'
import type { Endpoint } from '../access/endpoint.ts'
import type { RateLimiter } from '../access/limits/rate-limiter.ts'
import type { House } from '../infra/runtime.ts'
import { apiKeyEndpoints } from './api-keys/endpoints.ts'
import { auditLog } from './audit-log/list-audit-log.ts'
import { discovery, keySet } from './discovery.ts'
import { type Issuers, issuerEndpoints } from './identity-providers/open-external-issuers.ts'
import { me } from './me.ts'
import { merchantEndpoints } from './merchants/endpoints.ts'
import type { MerchantDesk } from './merchants/merchant-operation.ts'
import { ownPlan, type UsedQuota } from './own-plan.ts'
import { changePassword } from './login/change-password.ts'
import { logIn } from './login/log-in.ts'
import { openLoginGuard } from './login/login-throttle.ts'
import { openPasswords } from './login/passwords.ts'
import { openPeopleDoor } from './login/authenticate-user.ts'
import { secondFactorEndpoints } from './login/second-factor-endpoints.ts'
import type { Furnish } from './platform/create-tenant.ts'
import { platformEndpoints } from './platform/endpoints.ts'
import { signingKeyEndpoints } from './platform/signing-key-operations.ts'
import { roleEndpoints } from './tenant-roles/endpoints.ts'
import { sandboxClock } from './sandbox-clock.ts'
import { openClientDoor } from './tokens/authenticate-client.ts'
import { issueToken, type TokenParts } from './tokens/issue-token.ts'
import { openLastUse } from './tokens/record-last-use.ts'
import { logOut } from './tokens/log-out.ts'
import { openRefreshDesk } from './tokens/refresh-token-service.ts'
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
