/** POST /api/v1/auth/{slug}/token: an access token for a client id and secret, or for a refresh token sent as a form. */

import type { Realms } from '../../access/callers/realms.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { either, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { ClientAuthenticator } from './authenticate-client.ts'
import { readClientCredentials } from './client-credentials.ts'
import { oauthProblem } from './oauth-problem.ts'
import { findPathRealm } from './path-realm.ts'
import type { LastUse } from './record-last-use.ts'
import type { RefreshTokenService } from './refresh-token-service.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { toClientOwner } from './token-owner.ts'
import { SlugParams, TokenAnswer, type TokenBody, TokenRequest } from './token-schemas.ts'

export interface TokenServices {
  realms: Realms
  clients: ClientAuthenticator
  issuer: TokenIssuer
  refreshTokens: RefreshTokenService
  lastUse: LastUse
}

export const issueToken = ({ realms, clients: door, issuer, refreshTokens, lastUse }: TokenServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/token',
    tag: 'Auth',
    summary: 'Issue an access token (OAuth 2.0 client credentials)',
    description:
      'Takes JSON with `client_id` and `client_secret`, or a form as RFC 6749 has it: `grant_type` with the same two, ' +
      'or with HTTP Basic. A form with `grant_type=refresh_token` does what the refresh operation does.',
    allow: 'none',
    limit: 'token',
    idempotent: false,
    takesForm: true,
    params: SlugParams,
    body: TokenRequest,
    answers: { 200: TokenAnswer },
    errors: ['realm_not_found', 'invalid_credentials', 'realm_suspended', 'ip_not_allowed', 'invalid_refresh_token'],
    shapeProblem: oauthProblem,
    async handle({ params, body, request }) {
      const isForm = !String(request.headers['content-type']).trim().toLowerCase().startsWith('application/json')
      const caller = { address: request.clientAddress, nowMs: request.arrivedAt }
      const grant = grantOf(body, isForm)
      const realm = await findPathRealm(realms, params.slug)
      const credentials = readClientCredentials(readHeader(request.headers.authorization), body, isForm)
      const client = credentials && (await door.authenticate(realm, credentials, caller))
      if (client) await lastUse.note(client, caller.nowMs)
      if (grant === 'refresh_token') {
        if (body.refresh_token === undefined)
          throw fieldProblem('refresh_token', 'required', phrase`send the refresh token`)
        return secret(await refreshTokens.refresh(realm, body.refresh_token, caller, client))
      }
      if (!client) throw fieldProblem('client_id', 'required', phrase`send client_id and client_secret`)
      return secret(await issuer.signIn(realm, toClientOwner(client), caller.nowMs))
    },
  })

const secret = (body: unknown) => ({ ...ok(body), carriesSecret: true })
const readHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

const grantOf = ({ grant_type }: TokenBody, isForm: boolean): 'client_credentials' | 'refresh_token' => {
  const grantTypes = isForm ? (['client_credentials', 'refresh_token'] as const) : (['client_credentials'] as const)
  if (grant_type === undefined && !isForm) return 'client_credentials'
  if (grant_type === undefined) throw fieldProblem('grant_type', 'required', phrase`one of ${grantTypes.join(', ')}`)
  const grant = grantTypes.find((name) => name === grant_type)
  if (!grant)
    throw fieldProblem(
      'grant_type',
      'unknown_value',
      isForm ? phrase`in a form it is ${either(grantTypes)}` : phrase`in JSON it is ${either(grantTypes)}`,
    )
  return grant
}
