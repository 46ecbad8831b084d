/** POST /api/v1/auth/{slug}/logout: ends the sign-in of a refresh token; access tokens stay valid until they expire. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import type { TokenServices } from './issue-token.ts'
import { oauthProblem } from './oauth-problem.ts'
import { findPathRealm } from './path-realm.ts'
import { LogoutRequest, SlugParams } from './token-schemas.ts'

export const logOut = ({ realms, refreshTokens }: TokenServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/logout',
    tag: 'Auth',
    summary: 'End a sign-in',
    description: 'The refresh token and those that followed from it end; the access token runs out by itself.',
    allow: 'none',
    idempotent: false,
    takesForm: true,
    params: SlugParams,
    body: LogoutRequest,
    answers: { 204: null },
    errors: ['realm_not_found', 'invalid_refresh_token'],
    shapeProblem: oauthProblem,
    async handle({ params, body }) {
      await refreshTokens.logOut(await findPathRealm(realms, params.slug), body.refresh_token)
      return { ...noContent(), carriesSecret: true }
    },
  })
