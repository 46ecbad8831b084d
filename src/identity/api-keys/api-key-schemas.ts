/** Shapes of API keys on the wire; the tenant's own paths and the platform's share them. */
import { type Static, Type } from 'typebox'
import { pageSchema } from '../../core/pagination.ts'
import { DateTime, Int32, Nullable, Text, Uuid } from '../../core/schema.ts'
import { ShownChange } from '../confirmation/named-change.ts'
import { ALLOWED_IPS_MAX } from '../tokens/ip-allow-list.ts'
import type { AwaitedOfKey } from './api-key-store.ts'

const MaybeText = Nullable(Type.String())
const MaybeInt = Nullable(Int32)

export const ApiKey = Type.Object(
  {
    id: Uuid,
    tenant_id: Uuid,
    client_id: Type.String({ description: 'cid_test_ or cid_live_ and random characters' }),
    display_name: MaybeText,
    contact_email: MaybeText,
    merchant_id: Nullable(Uuid),
    roles: Type.Array(Type.String()),
    plan_id: Nullable(Uuid),
    plan_code: MaybeText,
    plan_name: MaybeText,
    daily_limit_override: MaybeInt,
    monthly_limit_override: MaybeInt,
    rate_limit_override: MaybeInt,
    effective_daily_limit: MaybeInt,
    effective_monthly_limit: MaybeInt,
    effective_rate_limit: MaybeInt,
    allowed_ips: Nullable(Type.String({ description: 'Comma-separated, in canonical form; null = from everywhere' })),
    expires_at: Nullable(DateTime),
    is_active: Type.Boolean(),
    needs_confirmation: Type.Boolean({
      description: 'It decides, sends and approves nothing until a second person confirms it',
    }),
    change_id: ShownChange,
    awaited: Nullable(
      Type.Unsafe<AwaitedOfKey>({
        ...Type.Object(
          {
            merchant_id: Type.Optional(Nullable(Uuid)),
            plan_id: Type.Optional(Nullable(Uuid)),
            daily_limit_override: Type.Optional(MaybeInt),
            monthly_limit_override: Type.Optional(MaybeInt),
            rate_limit_override: Type.Optional(MaybeInt),
          },
          { additionalProperties: false },
        ),
        description: 'Members that keep their value until a second person confirms it, and what they become then',
      }),
    ),
    created: DateTime,
    last_used_at: Nullable(
      Type.String({ format: 'date-time', description: 'When it last got a token; noted once a minute at most' }),
    ),
    previous_secret_expires_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Until when the secret before a rotation works; null = only one does',
      }),
    ),
  },
  { $id: 'ApiKey' },
)
export const ApiKeyPage = pageSchema(ApiKey, 'ApiKeyPage')

const secret = Type.String({ description: 'cs_test_ or cs_live_ and 256 random bits; shown in this answer only' })
export const ApiKeyCreated = Type.Object({ api_key: ApiKey, secret }, { $id: 'ApiKeyCreated' })
export const ApiKeyRotated = Type.Object(
  {
    api_key: ApiKey,
    secret,
    rotated_at: Type.String({ format: 'date-time', description: 'The secret before works 24 hours longer' }),
  },
  { $id: 'ApiKeyRotated' },
)

const ROLES_MAX = 30 // there are fourteen built-in ones
const override = (what: string) =>
  Type.Optional(Type.Integer({ format: 'int32', minimum: 1, maximum: 2_147_483_647, description: what }))

const members = {
  display_name: Text(100, { minLength: 1 }),
  contact_email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  merchant_id: Type.Optional(Type.String({ format: 'uuid', description: 'Binds the key to one merchant' })),
  roles: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      minItems: 1,
      maxItems: ROLES_MAX,
      description: 'Default: merchant-user with merchant_id, else pos-operator',
    }),
  ),
  plan_id: Type.Optional(Type.String({ format: 'uuid', description: 'Default: the plan of the tenant' })),
  daily_limit_override: override("Payments a day with this key; at most the plan's value"),
  monthly_limit_override: override("Payments a month with this key; at most the plan's value"),
  rate_limit_override: override("Requests a second with this key; at most the plan's value"),
  allowed_ips: Type.Optional(
    Type.String({
      maxLength: ALLOWED_IPS_MAX,
      description:
        'IPv4, IPv6 and CIDR entries, separated by commas; empty = from everywhere. Production keys that reach transfers, tenant-admin included, need it: ranges of /8 (IPv6: /32) or smaller, four of that size at most',
    }),
  ),
  expires_at: Type.Optional(Type.String({ format: 'date-time', description: 'In the future' })),
}
export const CreateApiKey = Type.Object(
  {
    ...members,
    is_active: Type.Optional(
      Type.Boolean({ description: 'A new key is active: true says so too, false is refused. Switch it off by PUT' }),
    ),
  },
  { $id: 'CreateApiKey' },
)
export const UpdateApiKey = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })),
    ...members,
    is_active: Type.Optional(
      Type.Boolean({ description: 'false switches it off and ends its sign-ins; absent: stays as it is' }),
    ),
  },
  { $id: 'UpdateApiKey' },
)
export type WriteApiKey = Static<typeof CreateApiKey>
