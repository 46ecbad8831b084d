/** Shapes of tenant roles on the wire (docs/interface/identity.md#tenant-roles). */
import { Type } from 'typebox'
import { DateTime, LongText, Nullable, Text } from '../../core/schema.ts'

export const TenantRole = Type.Object(
  {
    name: Type.String(),
    description: Nullable(Type.String()),
    includes: Type.Array(Type.String(), { description: 'Built-in roles it grants' }),
    is_builtin: Type.Boolean(),
    created: DateTime,
  },
  { $id: 'TenantRole' },
)

const INCLUDES_MAX = 30 // there are thirteen to include
const name = { pattern: '^[a-z0-9-]{3,50}$', description: '3 to 50 of a-z, 0-9 and -; not the name of a built-in role' }
export const WriteTenantRole = Type.Object(
  {
    name: Type.Optional(Type.String({ ...name, description: `${name.description}; on create required` })),
    description: Type.Optional(LongText(500)),
    includes: Type.Array(Text(50, { minLength: 1 }), {
      minItems: 1,
      maxItems: INCLUDES_MAX,
      description: 'Names of built-in roles of tenants',
    }),
  },
  { $id: 'WriteTenantRole' },
)

const tenant_id = Type.String({ maxLength: 100, description: '`me`, or the tenant of the token' })
export const RolesParams = Type.Object({ tenant_id })
export const RoleParams = Type.Object({ tenant_id, role_name: Type.String({ maxLength: 100 }) })
