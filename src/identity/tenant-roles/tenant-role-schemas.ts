/** Shapes of tenant roles on the wire (docs/interface/identity.md#tenant-roles). */
import { Type } from 'typebox'
import { Created } from '../../core/members/record-members.ts'
import { LongText, NullableText, Text } from '../../core/schema.ts'

export const TenantRole = Type.Object(
  {
    name: Type.String({ description: 'Name of the role, as users and keys are given it.' }),
    description: NullableText('Description of the role, for people; null when there is none.'),
    includes: Type.Array(Type.String(), { description: 'Names of the built-in roles whose rights the role grants.' }),
    is_builtin: Type.Boolean({ description: 'Whether the role came with the platform and cannot be changed.' }),
    created: Created,
  },
  { $id: 'TenantRole' },
)

const INCLUDES_MAX = 30 // there are thirteen to include
const name = {
  pattern: '^[a-z0-9-]{3,50}$',
  description: 'Name of the role: 3 to 50 of a-z, 0-9 and -, not that of a built-in role',
}
export const WriteTenantRole = Type.Object(
  {
    name: Type.Optional(Type.String({ ...name, description: `${name.description}; required when it is created.` })),
    description: Type.Optional(LongText(500, { description: 'Description of the role, for people.' })),
    includes: Type.Array(Text(50, { minLength: 1 }), {
      minItems: 1,
      maxItems: INCLUDES_MAX,
      description: 'Names of the built-in roles of tenants whose rights the role grants.',
    }),
  },
  { $id: 'WriteTenantRole' },
)

const tenant_id = Type.String({ maxLength: 100, description: 'Id of the tenant of the token, or `me`.' })
export const RolesParams = Type.Object({ tenant_id })
export const RoleParams = Type.Object({
  tenant_id,
  role_name: Type.String({ maxLength: 100, description: 'Name of the role to change.' }),
})
