/** Serves the documents that an OAuth client reads first: the discovery document and the key set of a realm. */
import { Type } from 'typebox'
import { isPublished } from '../access/callers/access-token.ts'
import type { Realms } from '../access/callers/realms.ts'
import { type Answer, type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { described } from '../core/schema.ts'
import { findPathRealm } from './tokens/path-realm.ts'
import { SlugParams } from './tokens/token-schemas.ts'

const Words = Type.Array(Type.String())
const Discovery = Type.Object(
  {
    issuer: Type.String({ description: 'Issuer that tokens of the realm name in claim iss.' }),
    token_endpoint: Type.String({ description: 'Address at which tokens are issued.' }),
    userinfo_endpoint: Type.String({ description: 'Address that describes the bearer of a token.' }),
    end_session_endpoint: Type.String({ description: 'Address at which a session is ended.' }),
    jwks_uri: Type.String({ description: 'Address of the public keys that verify tokens.' }),
    grant_types_supported: described(Words, 'Grant types with which a token can be requested.'),
    token_endpoint_auth_methods_supported: described(
      Words,
      'Ways in which a client can authenticate at the token endpoint.',
    ),
    id_token_signing_alg_values_supported: described(Words, 'Algorithms with which tokens are signed.'),
    response_types_supported: described(Words, 'Response types of the authorization endpoint.'),
    subject_types_supported: described(Words, 'Ways in which subjects are identified in tokens.'),
    scopes_supported: described(Words, 'Scopes that a token can have.'),
  },
  { $id: 'Discovery' },
)
const Jwk = Type.Object(
  {
    kty: Type.String({ description: 'Key type, always RSA.' }),
    use: Type.String({ description: 'Use of the key, always sig: signatures.' }),
    alg: Type.String({ description: 'Algorithm that the key signs with, such as RS256.' }),
    kid: Type.String({ description: 'Id of the key, as the header of a token names it.' }),
    n: Type.String({ description: 'Modulus of the public key, base64url.' }),
    e: Type.String({ description: 'Exponent of the public key, base64url.' }),
  },
  { $id: 'Jwk' },
)
const Jwks = Type.Object(
  { keys: Type.Array(Jwk, { description: 'Public keys that verify tokens, also those of the next rotation.' }) },
  { $id: 'Jwks' },
)

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
