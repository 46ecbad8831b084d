/** The header X-Tenant-Id of the transfer surface. */
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

/** Returns the value as the database stores it. */
export const readTenantHeader = (header: string | undefined): string => {
  if (header === undefined)
    throw new Problem('tenant_id_required', { detail: phrase`Send the tenant id in the header X-Tenant-Id.` })
  if (!isUuid(header))
    throw new Problem('bad_request', {
      detail: phrase`X-Tenant-Id is no uuid.`,
      errors: [{ field: 'X-Tenant-Id', code: 'invalid_format', message: phrase`must be a uuid` }],
    })
  return header.toLowerCase()
}
