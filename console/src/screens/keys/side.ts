/** Keys of the person's own organization and, for the platform's people, of another one: the same shapes. */
import type {
  deleteTenantsMeApiKeysById,
  getTenantsMeApiKeys,
  patchTenantsMeApiKeysById,
  postTenantsMeApiKeys,
  postTenantsMeApiKeysByIdConfirm,
  postTenantsMeApiKeysByIdRotateSecret,
} from '../../generated/operations.ts'

export interface KeySide {
  readonly list: typeof getTenantsMeApiKeys
  readonly create: typeof postTenantsMeApiKeys
  readonly change: typeof patchTenantsMeApiKeysById
  readonly remove: typeof deleteTenantsMeApiKeysById
  readonly rotate: typeof postTenantsMeApiKeysByIdRotateSecret
  /** Null means that a second person of the organization itself confirms. */
  readonly confirm: typeof postTenantsMeApiKeysByIdConfirm | null
  /** The organization, if the operations need it. */
  readonly place: { readonly path?: { readonly tenant_id: string } }
}
