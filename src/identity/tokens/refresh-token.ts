/** POST /api/v1/auth/{slug}/refresh: a new token for a refresh token, which a new one replaces. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { TokenServices } from './issue-token.ts'
import { oauthProblem } from './oauth-problem.ts'
import { findPathRealm } from './path-realm.ts'
import { RefreshRequest, SlugParams, TokenAnswer } from './token-schemas.ts'

export const refreshToken = ({ realms, refreshTokens }: TokenServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/refresh',
    tag: 'Auth',
    summary: 'Refresh an access token',
    description: 'The refresh token is replaced on each use. Using an old one again ends the whole sign-in.',
    allow: 'none',
    limit: 'refresh',
    idempotent: false,
    takesForm: true,
    params: SlugParams,
    body: RefreshRequest,
    answers: { 200: TokenAnswer },
    errors: ['realm_not_found', 'invalid_refresh_token', 'realm_suspended', 'ip_not_allowed'],
    shapeProblem: oauthProblem,
    async handle({ params, body, request }) {
      const realm = await findPathRealm(realms, params.slug)
      const caller = { address: request.clientAddress, nowMs: request.arrivedAt }
      const answer = await refreshTokens.refresh(realm, body.refresh_token, caller, null)
      return { ...ok(answer), carriesSecret: true }
    },
  })
