/** Shapes of tenants (docs/interface/identity.md#tenants). */
import { type Static, Type } from 'typebox'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
import { Email } from '../email.ts'

const TENANT_STATUSES = ['active', 'suspended'] as const
const THREE_D_FLOWS = ['standard', 'pay', 'hosted'] as const
export type TenantStatusName = (typeof TENANT_STATUSES)[number]
export type ThreeDFlowName = (typeof THREE_D_FLOWS)[number]
const TenantStatus = Enum('TenantStatus', TENANT_STATUSES)
const ThreeDFlow = Enum('ThreeDFlow', THREE_D_FLOWS)

export const Tenant = Type.Object(
  {
    id: Uuid,
    slug: Type.String({ description: 'Name of its realm in addresses of the token endpoint' }),
    display_name: Nullable(Type.String()),
    realm_name: Nullable(Type.String({ description: 'Its realm: the slug' })),
    contact_email: Nullable(Type.String()),
    status: TenantStatus,
    plan_id: Nullable(Uuid),
    plan_code: Nullable(Type.String()),
    plan_name: Nullable(Type.String()),
    plan_assigned_at: Nullable(DateTime),
    allow_non_3d: Type.Boolean({ description: 'Whether payments without 3D Secure are taken' }),
    preferred_three_d_flow: ThreeDFlow,
    created: DateTime,
    last_modified: DateTime,
  },
  { $id: 'Tenant' },
)
export const TenantPage = pageSchema(Tenant, 'TenantPage')

export const ListTenantsQuery = Type.Object({
  ...listQuery,
  include_inactive: Type.Optional(Type.Boolean({ default: false, description: 'Suspended ones too' })),
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'In slug, display name and contact email' })),
  status: AnyOf(TenantStatus),
})
export type TenantFilters = Static<typeof ListTenantsQuery>

export const CreateTenant = Type.Object(
  {
    slug: Type.String({
      pattern: '^tenant-[a-z0-9-]{3,40}$',
      description: 'tenant- and 3 to 40 of a–z, 0–9 and -; never changes',
    }),
    display_name: Text(200, { minLength: 1 }),
    contact_email: Email,
    plan_id: Type.Optional(Type.String({ format: 'uuid', description: 'Default: the default plan' })),
    allow_non_3d: Type.Optional(
      Type.Boolean({ description: 'Whether payments without 3D Secure are taken; default: in the sandbox alone' }),
    ),
    preferred_three_d_flow: Type.Optional(
      Type.Unsafe<ThreeDFlowName>({ ...ThreeDFlow, default: 'standard', description: 'Default standard' }),
    ),
  },
  { $id: 'CreateTenant' },
)
export type CreateTenantBody = Static<typeof CreateTenant>

export const SuspendTenant = Type.Object(
  { reason: Type.Optional(LongText(500, { description: 'For the audit log; the tenant does not see it' })) },
  { $id: 'SuspendTenant' },
)
export const SetTenantPlan = Type.Object({ plan_id: Uuid }, { $id: 'SetTenantPlan' })
export const SetPaymentPolicy = Type.Object(
  {
    allow_non_3d: Type.Boolean({ description: 'Whether payments without 3D Secure are taken' }),
    preferred_three_d_flow: ThreeDFlow,
  },
  { $id: 'SetPaymentPolicy' },
)
export const TenantParams = Type.Object({ id: Uuid })
