/** Keys of one's own organization and, for the platform's people, of another one: the same shapes. */
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
  /** Null: a second person of the organization itself confirms. */
  readonly confirm: typeof postTenantsMeApiKeysByIdConfirm | null
  /** Which organization, where its operations say it. */
  readonly place: { readonly path?: { readonly tenant_id: string } }
}
