/** What an OAuth client reads first: the discovery document and the key set of a realm. */
import { Type } from 'typebox'
import { isPublished } from '../access/callers/access-token.ts'
import type { Realms } from '../access/callers/realms.ts'
import { type Answer, type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { findPathRealm } from './tokens/path-realm.ts'
import { SlugParams } from './tokens/token-schemas.ts'

const Words = Type.Array(Type.String())
const Discovery = Type.Object(
  {
    issuer: Type.String(),
    token_endpoint: Type.String(),
    userinfo_endpoint: Type.String(),
    end_session_endpoint: Type.String(),
    jwks_uri: Type.String(),
    grant_types_supported: Words,
    token_endpoint_auth_methods_supported: Words,
    id_token_signing_alg_values_supported: Words,
    response_types_supported: Words,
    subject_types_supported: Words,
    scopes_supported: Words,
  },
  { $id: 'Discovery' },
)
const Jwk = Type.Object(
  {
    kty: Type.String(),
    use: Type.String(),
    alg: Type.String(),
    kid: Type.String(),
    n: Type.String(),
    e: Type.String(),
  },
  { $id: 'Jwk' },
)
const Jwks = Type.Object({ keys: Type.Array(Jwk) }, { $id: 'Jwks' })

const cached = (body: unknown): Answer => ({ ...ok(body), headers: { 'cache-control': 'public, max-age=300' } })

export const discovery = (realms: Realms): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/auth/:slug/.well-known/openid-configuration',
    tag: 'Auth',
    summary: 'Discovery document of a realm',
    description:
      'Addresses and abilities of the realm (OpenID Connect Discovery), for libraries that configure themselves.',
    allow: 'none',
    params: SlugParams,
    answers: { 200: Discovery },
    errors: ['realm_not_found'],
    async handle({ params }) {
      const issuer = realms.issuerOf((await findPathRealm(realms, params.slug)).slug)
      return cached({
        issuer,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        end_session_endpoint: `${issuer}/logout`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        grant_types_supported: ['client_credentials', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['token'],
        subject_types_supported: ['public'],
        scopes_supported: ['openid', 'profile', 'email'],
      })
    },
  })

export const keySet = (realms: Realms): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/auth/:slug/.well-known/jwks.json',
    tag: 'Auth',
    summary: 'Key set of a realm',
    description: 'The key that signs, the next one before a change, and for a day after it the one before.',
    allow: 'none',
    params: SlugParams,
    answers: { 200: Jwks },
    errors: ['realm_not_found'],
    async handle({ params, request }) {
      const realm = await findPathRealm(realms, params.slug)
      const keys = realm.keys.filter((key) => isPublished(key, request.arrivedAt))
      return cached({ keys: keys.map((key) => key.publicJwk) })
    },
  })
