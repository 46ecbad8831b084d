/** Shapes of identity providers on the wire. */
import { type Static, Type } from 'typebox'
import { BUILT_IN_ROLES } from '../../access/permissions.ts'
import { pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Nullable, Text, Uuid } from '../../core/schema.ts'
import { ShownChange } from '../confirmation/named-change.ts'
import { ALGORITHMS } from './provider-store.ts'

/** External identities cannot administer the platform. */
const MAPPED_ROLES = [...BUILT_IN_ROLES].filter((role) => role !== 'platform-admin').sort()

const MAPPINGS_MAX = 100
export const LIFE_DEFAULT_S = 3_600

const Algorithm = Enum('TokenAlgorithm', ALGORITHMS)
const RoleMapping = Type.Object(
  {
    external_role: Text(200, { minLength: 1, description: 'As the token spells it' }),
    role: Enum('MappedRole', MAPPED_ROLES),
  },
  { $id: 'RoleMapping' },
)

export const IdentityProvider = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    issuer: Type.String({ description: 'Claim iss, to the letter' }),
    audience: Type.String({ description: 'Has to be in claim aud' }),
    proof: Nullable(
      Type.String({
        description:
          'null = nothing is to be proven. Else none of its tokens is accepted until one is presented (POST .../prove) that has ' +
          'this value in aud beside the audience, or as claim vezne_realm',
      }),
    ),
    algorithm: Algorithm,
    jwks_url: Nullable(Type.String({ description: 'null = the discovery document of the issuer names it' })),
    roles_claim: Type.String({ description: 'Claim that lists the roles; dots lead into objects' }),
    role_mappings: Type.Array(RoleMapping),
    merchant_claim: Nullable(Type.String({ description: 'Claim with the id or external id of a merchant' })),
    max_token_life_seconds: Type.Integer({ format: 'int32', description: 'Tokens that live longer are refused' }),
    is_active: Type.Boolean(),
    needs_confirmation: Type.Boolean({
      description: 'Its people decide, send and approve nothing until a second person confirms it',
    }),
    change_id: ShownChange,
    awaited: Nullable(
      Type.Object(
        { merchant_claim: Nullable(Type.String({ description: 'The claim that will name the merchant; null: none' })) },
        { description: 'Another claim for the merchant: it counts once a second person has confirmed it; null: none' },
      ),
    ),
    created: DateTime,
    last_modified: DateTime,
  },
  { $id: 'IdentityProvider' },
)
export const IdentityProviderPage = pageSchema(IdentityProvider, 'IdentityProviderPage')

const Url = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, description, examples: ['https://login.example.com/realms/shop'] })
const ClaimPath = (description: string) => Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$', description })

const members = {
  name: Text(100, { minLength: 1, description: 'For people' }),
  audience: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description:
        'What the issuer writes into claim aud for this platform; default: the issuer URL of your realm, ' +
        '{auth_url}/api/v1/auth/{slug}. Any other is proven first; issuer and audience together belong to the tenant that has proven them',
    }),
  ),
  algorithm: Type.Optional(Enum('TokenAlgorithm', ALGORITHMS)),
  jwks_url: Type.Optional(Url('Key set of the issuer; absent: its discovery document names it')),
  roles_claim: Type.Optional(
    ClaimPath('Claim that lists the roles, default roles; realm_access.roles for a Keycloak realm'),
  ),
  role_mappings: Type.Array(RoleMapping, {
    maxItems: MAPPINGS_MAX,
    description: 'What their roles are worth here; a role without a mapping is worth nothing',
  }),
  merchant_claim: Type.Optional(ClaimPath('Claim with the id or external id of the merchant its bearer is bound to')),
  max_token_life_seconds: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 60, maximum: 86_400, description: `Default ${LIFE_DEFAULT_S}` }),
  ),
}
export const CreateIdentityProvider = Type.Object(
  {
    issuer: Url('https, as its tokens and its discovery document spell it; cannot be changed later'),
    ...members,
  },
  { $id: 'CreateIdentityProvider' },
)
export const UpdateIdentityProvider = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })),
    issuer: Type.Optional(Url('Repeats the issuer')),
    ...members,
    is_active: Type.Optional(Type.Boolean({ description: 'false: none of its tokens is accepted; absent: stays' })),
  },
  { $id: 'UpdateIdentityProvider' },
)
export const ProveIdentityProvider = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 8_192,
      description:
        'A valid access token of this issuer and audience, whose aud or claim vezne_realm has the value of proof; it is not kept',
    }),
  },
  { $id: 'ProveIdentityProvider' },
)
export type WriteProvider = Static<typeof CreateIdentityProvider>
