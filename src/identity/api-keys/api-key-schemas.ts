/** Shapes of API keys on the wire; the tenant's own paths and the platform's share them. */
import { type Static, Type } from 'typebox'
import { buildPatchSchema } from '../../access/input/patch.ts'
import { Created, RepeatedId, TenantId } from '../../core/members/record-members.ts'
import { pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Int32, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { ShownChange } from '../confirmation/named-change.ts'
import { ALLOWED_IPS_MAX } from '../tokens/ip-allow-list.ts'
import type { AwaitedOfKey } from './api-key-store.ts'

const MaybeInt = Nullable(Int32)

export const ApiKey = Type.Object(
  {
    id: described(Uuid, 'Id of the API key.'),
    tenant_id: TenantId,
    client_id: Type.String({
      description: 'Client id to request tokens with: cid_test_ or cid_live_ and random characters.',
    }),
    display_name: NullableText('Name of the API key, for people; null when there is none.'),
    contact_email: NullableText('E-mail address of the person responsible for the key; null when none is stored.'),
    merchant_id: described(
      Nullable(Uuid),
      'Id of the merchant that the key is bound to; null when it works for the whole tenant.',
    ),
    roles: Type.Array(Type.String(), { description: 'Roles of the key, which decide what it may do.' }),
    plan_id: described(Nullable(Uuid), "Id of the key's own plan; null when the tenant's plan applies."),
    plan_code: NullableText("Code of the key's own plan; null when the tenant's plan applies."),
    plan_name: NullableText("Name of the key's own plan; null when the tenant's plan applies."),
    daily_limit_override: described(
      MaybeInt,
      'Number of payments and transfers allowed per day with this key; null when the plan decides.',
    ),
    monthly_limit_override: described(
      MaybeInt,
      'Number of payments and transfers allowed per month with this key; null when the plan decides.',
    ),
    rate_limit_override: described(
      MaybeInt,
      'Number of requests allowed per second with this key; null when the plan decides.',
    ),
    effective_daily_limit: described(
      MaybeInt,
      'Number of payments and transfers per day that applies to the key; null when there is no limit.',
    ),
    effective_monthly_limit: described(
      MaybeInt,
      'Number of payments and transfers per month that applies to the key; null when there is no limit.',
    ),
    effective_rate_limit: described(
      MaybeInt,
      'Number of requests per second that applies to the key; null when there is no limit.',
    ),
    allowed_ips: NullableText(
      'Addresses and ranges that the key may be used from, separated by commas, in canonical form; null when it may be used from everywhere.',
    ),
    expires_at: described(Nullable(DateTime), 'Time at which the key stops working; null when it never expires.'),
    is_active: Type.Boolean({ description: 'Whether the key works.' }),
    needs_confirmation: Type.Boolean({
      description:
        'Whether a second person still has to confirm the key, which until then decides, sends and approves nothing.',
    }),
    change_id: ShownChange,
    awaited: Nullable(
      Type.Unsafe<AwaitedOfKey>({
        ...Type.Object(
          {
            merchant_id: Type.Optional(
              described(
                Nullable(Uuid),
                'Id of the merchant that the key will be bound to; null: none, the key works for the whole tenant.',
              ),
            ),
            plan_id: Type.Optional(
              described(Nullable(Uuid), "Id of the plan that the key will have; null: the tenant's plan will apply."),
            ),
            daily_limit_override: Type.Optional(
              described(
                MaybeInt,
                'Number of payments and transfers that will be allowed per day; null: the plan will decide.',
              ),
            ),
            monthly_limit_override: Type.Optional(
              described(
                MaybeInt,
                'Number of payments and transfers that will be allowed per month; null: the plan will decide.',
              ),
            ),
            rate_limit_override: Type.Optional(
              described(MaybeInt, 'Number of requests that will be allowed per second; null: the plan will decide.'),
            ),
          },
          { additionalProperties: false },
        ),
        description:
          'Members with the values they get once a second person has confirmed the key; null when none waits.',
      }),
    ),
    created: Created,
    last_used_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time at which the key last got a token, updated at most once a minute; null when it never did.',
      }),
    ),
    previous_secret_expires_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time until which the secret before a rotation still works; null when only one secret works.',
      }),
    ),
  },
  { $id: 'ApiKey' },
)
export const ApiKeyPage = pageSchema(ApiKey, 'ApiKeyPage')

const secret = Type.String({
  description:
    'Secret of the key: cs_test_ or cs_live_ and 256 random bits. It is shown in this answer only: store it now.',
})
export const ApiKeyCreated = Type.Object(
  { api_key: described(ApiKey, 'Created API key, without its secret.'), secret },
  { $id: 'ApiKeyCreated' },
)
export const ApiKeyRotated = Type.Object(
  {
    api_key: described(ApiKey, 'API key whose secret was replaced.'),
    secret,
    rotated_at: Type.String({
      format: 'date-time',
      description: 'Time at which the secret was replaced; the previous one works for another 24 hours.',
    }),
  },
  { $id: 'ApiKeyRotated' },
)

const ROLES_MAX = 30 // there are fourteen built-in ones
const override = (what: string) =>
  Type.Optional(Type.Integer({ format: 'int32', minimum: 1, maximum: 2_147_483_647, description: what }))

const members = {
  display_name: Text(100, { minLength: 1, description: 'Name of the API key, for people.' }),
  contact_email: Type.Optional(
    Type.String({
      format: 'email',
      maxLength: 254,
      description: 'E-mail address of the person responsible for the key.',
    }),
  ),
  merchant_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Id of the merchant that the key is bound to; when absent, it works for the whole tenant.',
    }),
  ),
  roles: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      minItems: 1,
      maxItems: ROLES_MAX,
      description: 'Roles of the key, by default merchant-user with merchant_id and pos-operator without.',
    }),
  ),
  plan_id: Type.Optional(
    Type.String({ format: 'uuid', description: "Id of the key's own plan; by default the tenant's plan applies." }),
  ),
  daily_limit_override: override('Number of payments allowed per day with this key, at most that of the plan.'),
  monthly_limit_override: override('Number of payments allowed per month with this key, at most that of the plan.'),
  rate_limit_override: override('Number of requests allowed per second with this key, at most that of the plan.'),
  allowed_ips: Type.Optional(
    Type.String({
      maxLength: ALLOWED_IPS_MAX,
      description:
        'Addresses and ranges that the key may be used from: IPv4, IPv6 and CIDR entries, separated by commas; an empty text is everywhere. Production keys that reach transfers, tenant-admin included, need them: ranges of /8 (IPv6: /32) or smaller, four of that size at most.',
    }),
  ),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'Time in the future at which the key stops working.' }),
  ),
}
export const CreateApiKey = Type.Object(
  {
    ...members,
    is_active: Type.Optional(
      Type.Boolean({
        description:
          'Whether the key works; a new key does, so true changes nothing and false is refused. Switch it off by PUT.',
      }),
    ),
  },
  { $id: 'CreateApiKey' },
)
export const UpdateApiKey = Type.Object(
  {
    id: RepeatedId,
    ...members,
    is_active: Type.Optional(
      Type.Boolean({
        description:
          'Whether the key works; false switches it off and ends its sessions. When absent it stays as it is.',
      }),
    ),
  },
  { $id: 'UpdateApiKey' },
)
export const PatchApiKey = buildPatchSchema(
  UpdateApiKey.properties,
  [
    ...(['contact_email', 'merchant_id', 'plan_id', 'allowed_ips', 'expires_at'] as const),
    ...(['daily_limit_override', 'monthly_limit_override', 'rate_limit_override'] as const),
  ],
  'PatchApiKey',
)
export type WriteApiKey = Static<typeof CreateApiKey>
