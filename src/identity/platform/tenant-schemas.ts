/** Shapes of tenants (docs/interface/identity.md#tenants). */
import { type Static, Type } from 'typebox'
import { Created, LastModified } from '../../core/members/record-members.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, LongText, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { Email } from '../email.ts'

const TENANT_STATUSES = ['active', 'suspended'] as const
const THREE_D_FLOWS = ['standard', 'pay', 'hosted'] as const
export type TenantStatusName = (typeof TENANT_STATUSES)[number]
export type ThreeDFlowName = (typeof THREE_D_FLOWS)[number]
const TenantStatus = Enum('TenantStatus', TENANT_STATUSES)
const ThreeDFlow = Enum('ThreeDFlow', THREE_D_FLOWS)

export const Tenant = Type.Object(
  {
    id: described(Uuid, 'Id of the tenant.'),
    slug: Type.String({
      description: 'Slug of the tenant, which names its realm in the address of the token endpoint.',
    }),
    display_name: NullableText('Name of the tenant, for people; null when there is none.'),
    realm_name: NullableText("Name of the tenant's realm, the same as its slug."),
    contact_email: NullableText("E-mail address of the tenant's contact; null when none is stored."),
    status: described(
      TenantStatus,
      'Status of the tenant; requests of a suspended one are refused with realm_suspended.',
    ),
    plan_id: described(Nullable(Uuid), "Id of the tenant's plan; null when it has none."),
    plan_code: NullableText("Code of the tenant's plan; null when it has none."),
    plan_name: NullableText("Name of the tenant's plan; null when it has none."),
    plan_assigned_at: described(Nullable(DateTime), 'Time at which the tenant got its plan; null when it has none.'),
    allow_non_3d: Type.Boolean({ description: 'Whether payments without 3D Secure are accepted.' }),
    preferred_three_d_flow: described(
      ThreeDFlow,
      "Way in which the bank's challenge is shown when the bank offers several.",
    ),
    shard: Type.Optional(
      Type.Integer({
        format: 'int32',
        description: 'Number of the shard that the tenant is on; left out where tenants are on one database.',
      }),
    ),
    created: Created,
    last_modified: LastModified,
  },
  { $id: 'Tenant' },
)
export const TenantPage = pageSchema(Tenant, 'TenantPage')

export const ListTenantsQuery = Type.Object({
  ...listQuery,
  include_inactive: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether suspended tenants are listed too.' }),
  ),
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in slug, display name and contact e-mail.' }),
  ),
  status: AnyOf(TenantStatus, 'Only tenants in any of these statuses.'),
})
export type TenantFilters = Static<typeof ListTenantsQuery>

export const CreateTenant = Type.Object(
  {
    slug: Type.String({
      pattern: '^tenant-[a-z0-9-]{3,40}$',
      description:
        'Slug of the tenant: tenant- and 3 to 40 lower-case letters, digits and hyphens; it cannot be changed.',
    }),
    display_name: Text(200, { minLength: 1, description: 'Name of the tenant, for people.' }),
    contact_email: described(Email, "E-mail address of the tenant's contact."),
    plan_id: Type.Optional(
      Type.String({ format: 'uuid', description: "Id of the tenant's plan, by default the default plan." }),
    ),
    shard: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 32_767,
        description:
          'Number of the shard that the tenant gets, where the platform has several; by default the one with most room.',
      }),
    ),
    allow_non_3d: Type.Optional(
      Type.Boolean({ description: 'Whether payments without 3D Secure are accepted, by default only in the sandbox.' }),
    ),
    preferred_three_d_flow: Type.Optional(
      Type.Unsafe<ThreeDFlowName>({
        ...ThreeDFlow,
        default: 'standard',
        description: "Way in which the bank's challenge is shown when the bank offers several, standard by default.",
      }),
    ),
  },
  { $id: 'CreateTenant' },
)
export type CreateTenantBody = Static<typeof CreateTenant>

export const SuspendTenant = Type.Object(
  {
    reason: Type.Optional(
      LongText(500, { description: 'Reason of the suspension for the audit log; the tenant does not see it.' }),
    ),
  },
  { $id: 'SuspendTenant' },
)
export const SetTenantTariffPlan = Type.Object(
  { plan_id: described(Uuid, 'Id of the plan that the tenant gets.') },
  { $id: 'SetTenantPlan' },
)
export const SetPaymentPolicy = Type.Object(
  {
    allow_non_3d: Type.Boolean({ description: 'Whether payments without 3D Secure are accepted.' }),
    preferred_three_d_flow: described(
      ThreeDFlow,
      "Way in which the bank's challenge is shown when the bank offers several.",
    ),
  },
  { $id: 'SetPaymentPolicy' },
)
export const TenantParams = Type.Object({ id: described(Uuid, 'Id of the tenant, as the list shows it.') })
