/** Schemas of the token operations (docs/interface/identity.md#tokens). */
import { Type } from 'typebox'

const SecretText = (description: string) => Type.String({ maxLength: 1024, 'x-verbatim': true, description })

export const SlugParams = Type.Object({
  slug: Type.String({
    maxLength: 60,
    description: 'Slug of the realm, as it stands in the address of its token endpoint.',
  }),
})

export const TokenRequest = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Client id of the API key; required in JSON, and in forms without HTTP Basic.',
      }),
    ),
    client_secret: Type.Optional(SecretText('Secret of the API key; required with client_id.')),
    grant_type: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Grant type. In JSON optional, and only client_credentials; in a form client_credentials or refresh_token.',
      }),
    ),
    refresh_token: Type.Optional(SecretText('Refresh token of the previous answer, with grant_type refresh_token.')),
    scope: Type.Optional(Type.String({ maxLength: 1024, description: 'Scope of the token; it is ignored.' })),
  },
  {
    $id: 'TokenRequest',
    examples: [
      { grant_type: 'client_credentials', client_id: 'cid_test_demo_admin', client_secret: 'cs_test_example' },
    ],
  },
)
export type TokenBody = Type.Static<typeof TokenRequest>

export const RefreshRequest = Type.Object(
  { refresh_token: SecretText('Refresh token of the previous answer; it can be used once.') },
  { $id: 'RefreshRequest' },
)
export const LogoutRequest = Type.Object(
  { refresh_token: SecretText('Refresh token of the session to end.') },
  { $id: 'LogoutRequest' },
)

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({
      description: 'Access token to send as `Authorization: Bearer`; a JWT signed with RS256.',
    }),
    refresh_token: Type.String({
      description: 'Refresh token with which the next access token is requested; it can be used once.',
    }),
    token_type: Type.Literal('Bearer', { description: 'Type of the token, always Bearer.' }),
    expires_in: Type.Integer({
      format: 'int32',
      description: 'Number of seconds for which the access token is valid.',
    }),
    refresh_expires_in: Type.Integer({
      format: 'int32',
      description:
        'Seconds until the session ends without a refresh. Of an API key 0: there is no fixed end, it dies after 30 days without use.',
    }),
    scope: Type.String({ description: 'Scope of the token.' }),
  },
  { $id: 'TokenAnswer' },
)
export type TokenReply = Type.Static<typeof TokenAnswer>
