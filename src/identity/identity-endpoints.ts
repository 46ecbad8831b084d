/** The identity surface, operation by operation. */

import type { Realms } from '../access/callers/realms.ts'
import type { Endpoint } from '../access/endpoint.ts'
import type { RateLimiter } from '../access/limits/rate-limiter.ts'
import type { Runtime } from '../infra/runtime.ts'
import { apiKeyEndpoints } from './api-keys/api-key-endpoints.ts'
import { auditLog } from './audit-log/list-audit-log.ts'
import { discovery, keySet } from './discovery.ts'
import { type ExternalIssuerServices, identityProviderEndpoints } from './identity-providers/external-issuers-module.ts'
import { forgottenPassword } from './links/forgotten-password.ts'
import { linkEndpoints } from './links/link-endpoints.ts'
import { createUserAuthenticator } from './login/authenticate-user.ts'
import { changePassword } from './login/change-password.ts'
import { logIn } from './login/log-in.ts'
import { createLoginThrottle } from './login/login-throttle.ts'
import { createPasswords } from './login/passwords.ts'
import { secondFactorEndpoints } from './login/second-factor-endpoints.ts'
import { me } from './me.ts'
import { merchantEndpoints } from './merchants/merchant-endpoints.ts'
import type { MerchantServices } from './merchants/merchant-operation.ts'
import { ownTariffPlan, type UsedQuota } from './own-tariff-plan.ts'
import type { ProvisionTenant } from './platform/create-tenant.ts'
import { platformEndpoints } from './platform/platform-endpoints.ts'
import { signingKeyEndpoints } from './platform/signing-key-operations.ts'
import { sandboxClock } from './sandbox-clock.ts'
import { roleEndpoints } from './tenant-roles/tenant-role-endpoints.ts'
import { createClientAuthenticator } from './tokens/authenticate-client.ts'
import { issueToken, type TokenServices } from './tokens/issue-token.ts'
import { logOut } from './tokens/log-out.ts'
import { createLastUse } from './tokens/record-last-use.ts'
import { refreshToken } from './tokens/refresh-token.ts'
import { createRefreshTokenService } from './tokens/refresh-token-service.ts'
import { createTokenIssuer } from './tokens/token-issuer.ts'
import { userEndpoints } from './users/user-endpoints.ts'

interface IdentityServices extends MerchantServices {
  runtime: Runtime
  realms: Realms
  limiter: RateLimiter
  issuers: Pick<ExternalIssuerServices, 'urlFault' | 'checkProof'>
  /** Notifies the bank simulator of a sandbox, and keeps people signed in. */
  clockMoved: (nowMs: number, byMs: number) => Promise<void>
  furnish: ProvisionTenant
  usedQuota: UsedQuota
}

export const identityEndpoints = (deps: IdentityServices): Endpoint[] => {
  const { runtime, realms, limiter, issuers, clockMoved } = deps
  const clients = createClientAuthenticator(runtime, limiter)
  const issuer = createTokenIssuer(runtime, realms)
  const parts: TokenServices = {
    realms,
    clients,
    issuer,
    refreshTokens: createRefreshTokenService(runtime, clients, issuer),
    lastUse: createLastUse(runtime),
  }
  const passwords = createPasswords()
  const guard = createLoginThrottle(limiter.windows)
  const userAuthenticator = createUserAuthenticator(runtime, guard, passwords)
  return [
    issueToken(parts),
    refreshToken(parts),
    logOut(parts),
    logIn(parts, userAuthenticator),
    changePassword(parts, userAuthenticator, passwords),
    forgottenPassword(realms),
    ...linkEndpoints(realms, passwords, guard),
    ...me(realms),
    ...secondFactorEndpoints(runtime.config.env, realms, userAuthenticator),
    ownTariffPlan(realms, deps.usedQuota),
    discovery(realms),
    keySet(realms),
    ...userEndpoints(passwords, guard, realms),
    ...roleEndpoints,
    ...apiKeyEndpoints(),
    ...merchantEndpoints(deps),
    ...platformEndpoints(deps.furnish),
    ...signingKeyEndpoints(realms),
    ...auditLog(runtime),
    ...identityProviderEndpoints({
      realms,
      urlFault: (url) => issuers.urlFault(url),
      checkProof: (...args) => issuers.checkProof(...args),
    }),
    ...(runtime.config.env === 'sandbox' ? sandboxClock(runtime, clockMoved) : []),
  ]
}
