/** A tenant's roles: the table of contents. */
import type { Endpoint } from '../../access/endpoint.ts'
import { deleteRole } from './delete-role.ts'
import { listRoles } from './list-roles.ts'
import { createRole, updateRole } from './write-role.ts'

export const roleEndpoints: readonly Endpoint[] = [listRoles, createRole, updateRole, deleteRole]
