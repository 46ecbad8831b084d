/** Shapes of identity providers on the wire. */
import { type Static, Type } from 'typebox'
import { buildPatchSchema } from '../../access/input/patch.ts'
import { BUILT_IN_ROLES } from '../../access/permissions.ts'
import { Created, LastModified, RepeatedId } from '../../core/members/record-members.ts'
import { pageSchema } from '../../core/pagination.ts'
import { described, Enum, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { ShownChange } from '../confirmation/named-change.ts'
import { ALGORITHMS } from './provider-store.ts'

/** External identities cannot administer the platform. */
const MAPPED_ROLES = [...BUILT_IN_ROLES].filter((role) => role !== 'platform-admin').sort()

const MAPPINGS_MAX = 100
export const LIFE_DEFAULT_S = 3_600

const Algorithm = Enum('TokenAlgorithm', ALGORITHMS)
const RoleMapping = Type.Object(
  {
    external_role: Text(200, {
      minLength: 1,
      description: 'Role name of the identity provider, as its tokens spell it.',
    }),
    role: described(Enum('MappedRole', MAPPED_ROLES), 'Role of the platform that its bearers get.'),
  },
  { $id: 'RoleMapping' },
)

/** Members that may wait for a second person (loosened-provider.ts). */
const WAITING_MEMBERS = {
  jwks_url: NullableText("Address of the issuer's key set; null when the discovery document of the issuer names it."),
  roles_claim: Type.String({ description: 'Claim that lists the roles; dots lead into objects.' }),
  role_mappings: Type.Array(RoleMapping, {
    description: "Mapping of the provider's roles to roles of the platform.",
  }),
  merchant_claim: NullableText(
    'Claim with the id or external id of the merchant that the bearer is bound to; null when there is none.',
  ),
  max_token_life_seconds: Type.Integer({
    format: 'int32',
    description: 'Longest life of an accepted token, in seconds; tokens that live longer are refused.',
  }),
  is_active: Type.Boolean({ description: 'Whether tokens of the identity provider are accepted.' }),
}

export const IdentityProvider = Type.Object(
  {
    id: described(Uuid, 'Id of the identity provider.'),
    name: Type.String({ description: 'Name of the identity provider, for people.' }),
    issuer: Type.String({ description: 'Issuer, exactly as claim iss of its tokens names it.' }),
    audience: Type.String({ description: 'Audience that claim aud of its tokens has to contain.' }),
    proof: Nullable(
      Type.String({
        description:
          'Value that a token has to contain in aud beside the audience, or as claim vezne_realm, and be presented at POST .../prove ' +
          'before tokens are accepted; null when nothing is left to prove.',
      }),
    ),
    algorithm: described(Algorithm, 'Algorithm with which its tokens are signed.'),
    ...WAITING_MEMBERS,
    needs_confirmation: Type.Boolean({
      description:
        'Whether a second person still has to confirm the provider, whose people until then decide, send and approve nothing.',
    }),
    change_id: ShownChange,
    awaited: Nullable(
      Type.Partial(Type.Object(WAITING_MEMBERS), {
        description:
          'Members that keep their value until a second person confirms the change, with what they become then; null when there are none.',
      }),
    ),
    created: Created,
    last_modified: LastModified,
  },
  { $id: 'IdentityProvider' },
)
export const IdentityProviderPage = pageSchema(IdentityProvider, 'IdentityProviderPage')

const Url = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, description, examples: ['https://login.example.com/realms/shop'] })
const ClaimPath = (description: string) => Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$', description })

const members = {
  name: Text(100, { minLength: 1, description: 'Name of the identity provider, for people.' }),
  audience: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description:
        'Audience that the issuer writes into claim aud for this platform, by default the issuer URL of your realm, ' +
        '{auth_url}/api/v1/auth/{slug}. Any other has to be proven first; issuer and audience together belong to the tenant that has proven them.',
    }),
  ),
  algorithm: Type.Optional(
    described(Enum('TokenAlgorithm', ALGORITHMS), 'Algorithm with which its tokens are signed.'),
  ),
  jwks_url: Type.Optional(Url("Address of the issuer's key set; when absent, its discovery document names it.")),
  roles_claim: Type.Optional(
    ClaimPath('Claim that lists the roles, roles by default; realm_access.roles for a Keycloak realm.'),
  ),
  role_mappings: Type.Array(RoleMapping, {
    maxItems: MAPPINGS_MAX,
    description: "Mapping of the provider's roles to roles of the platform; a role without a mapping grants nothing.",
  }),
  merchant_claim: Type.Optional(
    ClaimPath('Claim with the id or external id of the merchant that the bearer is bound to.'),
  ),
  max_token_life_seconds: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 60,
      maximum: 86_400,
      description: `Longest life of an accepted token, in seconds; ${LIFE_DEFAULT_S} by default.`,
    }),
  ),
}
export const CreateIdentityProvider = Type.Object(
  {
    issuer: Url(
      'HTTPS address of the issuer, as its tokens and its discovery document spell it; it cannot be changed later.',
    ),
    ...members,
  },
  { $id: 'CreateIdentityProvider' },
)
export const UpdateIdentityProvider = Type.Object(
  {
    id: RepeatedId,
    issuer: Type.Optional(Url('Issuer, repeated; it cannot be changed.')),
    ...members,
    is_active: Type.Optional(
      Type.Boolean({
        description: 'Whether tokens of the identity provider are accepted; when absent it stays as it is.',
      }),
    ),
  },
  { $id: 'UpdateIdentityProvider' },
)
export const PatchIdentityProvider = buildPatchSchema(
  UpdateIdentityProvider.properties,
  ['audience', 'algorithm', 'jwks_url', 'roles_claim', 'merchant_claim', 'max_token_life_seconds'],
  'PatchIdentityProvider',
)
export const ProveIdentityProvider = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 8_192,
      description:
        'Valid access token of this issuer and audience, whose aud or claim vezne_realm contains the value of `proof`; it is not stored.',
    }),
  },
  { $id: 'ProveIdentityProvider' },
)
export type WriteProvider = Static<typeof CreateIdentityProvider>
