/** What the token operations take and answer (docs/interface/identity.md#tokens). */
import { Type } from 'typebox'

const SecretText = (description: string) => Type.String({ maxLength: 1024, 'x-verbatim': true, description })

export const SlugParams = Type.Object({ slug: Type.String({ maxLength: 60, description: 'Slug of the realm' }) })

export const TokenRequest = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({ maxLength: 200, description: 'Required in JSON, and in forms without HTTP Basic' }),
    ),
    client_secret: Type.Optional(SecretText('Required with client_id')),
    grant_type: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'JSON: optional, only client_credentials. Form: client_credentials or refresh_token',
      }),
    ),
    refresh_token: Type.Optional(SecretText('With grant_type refresh_token')),
    scope: Type.Optional(Type.String({ maxLength: 1024, description: 'Ignored' })),
  },
  {
    $id: 'TokenRequest',
    examples: [
      { grant_type: 'client_credentials', client_id: 'cid_test_demo_admin', client_secret: 'cs_test_example' },
    ],
  },
)
export type TokenBody = Type.Static<typeof TokenRequest>

export const RefreshRequest = Type.Object({ refresh_token: SecretText('') }, { $id: 'RefreshRequest' })
export const LogoutRequest = Type.Object({ refresh_token: SecretText('') }, { $id: 'LogoutRequest' })

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'JWT, RS256' }),
    refresh_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ format: 'int32' }),
    refresh_expires_in: Type.Integer({
      format: 'int32',
      description:
        'Keys: 0 = no fixed end, it dies after 30 days without use. People: seconds until the session ends without a refresh',
    }),
    scope: Type.String(),
  },
  { $id: 'TokenAnswer' },
)
export type TokenReply = Type.Static<typeof TokenAnswer>
