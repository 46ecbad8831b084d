/** Shapes of merchants (docs/interface/identity.md#api-keys-and-merchants). */
import { type Static, Type } from 'typebox'
import { buildPatchSchema, type Patch } from '../../access/input/patch.ts'
import { waitingQuery } from '../../access/waits-for.ts'
import { Created, LastModified, RepeatedId, TenantId } from '../../core/members/record-members.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { described, Enum, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { Email } from '../email.ts'

const MERCHANT_STATUSES = ['pending', 'approved', 'rejected'] as const
export type MerchantStatusName = (typeof MERCHANT_STATUSES)[number]
const MerchantStatus = Enum('MerchantStatus', MERCHANT_STATUSES)

export const Merchant = Type.Object(
  {
    id: described(Uuid, 'Id of the merchant.'),
    tenant_id: TenantId,
    name: NullableText('Name of the merchant, as people know it; null when there is none.'),
    legal_name: NullableText('Name of the merchant in the register of companies; null when none is stored.'),
    external_id: NullableText(
      'Your own identifier of the merchant, the value of X-External-Merchant-Id; null when it has none.',
    ),
    tax_id: NullableText('Tax number of the merchant: a VKN of 10 digits or a TCKN of 11; null when none is stored.'),
    tax_office: NullableText('Tax office that the merchant is registered at; null when none is stored.'),
    bkm_member_id: NullableText(
      'Member number of the merchant at BKM, the Turkish interbank card centre; null when none is stored.',
    ),
    email: NullableText('E-mail address of the merchant; null when none is stored.'),
    contact_phone: NullableText('Telephone number of the merchant; null when none is stored.'),
    city: NullableText('City of the merchant; null when none is stored.'),
    district: NullableText('District of the merchant; null when none is stored.'),
    address: NullableText('Street address of the merchant; null when none is stored.'),
    url: NullableText("Address of the merchant's web site; null when none is stored."),
    default_mcc: NullableText('Merchant category code (MCC) of its payments; null when none is stored.'),
    default_mcc_category: NullableText(
      'Name of the merchant category, as in GET /api/v1/lookups/mcc-codes; null when no code is stored.',
    ),
    parent_id: described(
      Nullable(Uuid),
      'Id of the merchant that this one belongs under; null when it stands on its own.',
    ),
    parent_name: NullableText('Name of the merchant that this one belongs under; null when it stands on its own.'),
    is_active: Type.Boolean({
      description: 'Whether the merchant can be used; an inactive one takes no new payments or transfers.',
    }),
    status: described(MerchantStatus, "Status of the merchant's approval."),
    awaits: described(
      Nullable(Enum('MerchantAwaits', ['external_id'])),
      'Member whose change waits until a second person sends the same: the external_id of a merchant that is in use. Null when nothing waits.',
    ),
    awaited_external_id: NullableText(
      'Value that external_id will get; null while `awaits` is set means that it will be removed.',
    ),
    asked_by: NullableText('Id of the user or API key that asked for the waiting change; null when nothing waits.'),
    created: Created,
    last_modified: LastModified,
  },
  { $id: 'Merchant' },
)
const Notice = Type.Object({
  code: described(Enum('MerchantNoticeCode', ['merchant_header_required']), 'Code of the notice.'),
  detail: Type.String({ description: 'Explanation of what changes, and for which callers.' }),
})

/** Response of writes: with several merchants, a tenant has to name one in each call, and learns that here and not from its next payment. */
export const WrittenMerchant = Type.Object(
  {
    ...Merchant.properties,
    notice: described(
      Nullable(Notice),
      'Notice that this write makes the second active merchant, with what changes for callers that name none; null otherwise.',
    ),
  },
  { $id: 'WrittenMerchant' },
)
export const MerchantPage = pageSchema(Merchant, 'MerchantPage')

export const ListMerchantsQuery = Type.Object({
  ...listQuery,
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Text to search for in name, legal name, external id, tax number and e-mail address.',
    }),
  ),
  status: AnyOf(MerchantStatus, 'Only merchants in any of these statuses.'),
  ...waitingQuery,
})
export type MerchantFilters = Static<typeof ListMerchantsQuery>

const text = (maxLength: number, description?: string) =>
  Type.Optional(Text(maxLength, { minLength: 1, ...(description === undefined ? {} : { description }) }))

export const WriteMerchant = Type.Object(
  {
    id: RepeatedId,
    name: Text(200, { minLength: 1, description: 'Name of the merchant, for people.' }),
    legal_name: text(200, 'Name of the merchant in the register of companies.'),
    external_id: Type.Optional(
      Type.String({
        // The value is sent in a header, so only characters of a header are allowed.
        pattern: '^[\\x21-\\x7e]{1,100}$',
        description:
          'Your own identifier of the merchant, unique in the tenant, in visible ASCII characters, as it is sent in X-External-Merchant-Id. Of a merchant in use it changes once a second person sends the same.',
      }),
    ),
    tax_id: Type.Optional(
      Type.String({
        pattern: '^[0-9]{10,11}$',
        description: 'Tax number of the merchant, with valid check digits: a VKN of 10 digits or a TCKN of 11.',
      }),
    ),
    tax_office: text(100, 'Tax office that the merchant is registered at.'),
    bkm_member_id: text(50, 'Member number of the merchant at BKM, the Turkish interbank card centre.'),
    email: Type.Optional(described(Email, 'E-mail address of the merchant.')),
    contact_phone: text(30, 'Telephone number of the merchant.'),
    city: text(100, 'City of the merchant.'),
    district: text(100, 'District of the merchant.'),
    address: Type.Optional(
      Type.String({ maxLength: 500, 'x-multiline': true, description: 'Street address of the merchant.' }),
    ),
    url: text(500, "Address of the merchant's web site."),
    default_mcc: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}$',
        description: 'Merchant category code (MCC) of its payments, as in GET /api/v1/lookups/mcc-codes.',
      }),
    ),
    parent_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Id of the merchant of the same tenant that this one belongs under.',
      }),
    ),
    is_active: Type.Optional(
      Type.Boolean({
        description: 'Whether the merchant can be used, true by default; when absent on a change it stays as it is.',
      }),
    ),
    status: Type.Optional(
      described(
        MerchantStatus,
        "Status of the merchant's approval, approved by default; when absent on a change it stays as it is. It goes from pending to approved or rejected, and from there back to pending.",
      ),
    ),
  },
  { $id: 'WriteMerchant' },
)
export type WriteMerchantBody = Static<typeof WriteMerchant>
export const PatchMerchant = buildPatchSchema(
  WriteMerchant.properties,
  [
    ...(['legal_name', 'external_id', 'tax_id', 'tax_office', 'bkm_member_id', 'email', 'contact_phone'] as const),
    ...(['city', 'district', 'address', 'url', 'default_mcc', 'parent_id'] as const),
  ],
  'PatchMerchant',
)
export type PatchMerchantBody = Patch<WriteMerchantBody>
export const MerchantParams = Type.Object({ id: described(Uuid, 'Id of the merchant, as the list shows it.') })
