/** Shapes of merchants (docs/interface/identity.md#api-keys-and-merchants). */
import { type Static, Type } from 'typebox'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Nullable, Text, Uuid } from '../../core/schema.ts'
import { Email } from '../email.ts'

const MERCHANT_STATUSES = ['pending', 'approved', 'rejected'] as const
export type MerchantStatusName = (typeof MERCHANT_STATUSES)[number]
const MerchantStatus = Enum('MerchantStatus', MERCHANT_STATUSES)
const MaybeText = Nullable(Type.String())

export const Merchant = Type.Object(
  {
    id: Uuid,
    tenant_id: Uuid,
    name: MaybeText,
    legal_name: MaybeText,
    external_id: Nullable(Type.String({ description: 'Your own name of it: the value of X-External-Merchant-Id' })),
    tax_id: MaybeText,
    tax_office: MaybeText,
    bkm_member_id: MaybeText,
    email: MaybeText,
    contact_phone: MaybeText,
    city: MaybeText,
    district: MaybeText,
    address: MaybeText,
    url: MaybeText,
    default_mcc: MaybeText,
    default_mcc_category: Nullable(Type.String({ description: 'As in GET /api/v1/lookups/mcc-codes' })),
    parent_id: Nullable(Uuid),
    parent_name: MaybeText,
    is_active: Type.Boolean(),
    status: MerchantStatus,
    awaits: Nullable(
      Type.Unsafe<'external_id'>({
        ...Enum('MerchantAwaits', ['external_id']),
        description: 'What waits until a second person sends the same: the external_id of a merchant that is in use',
      }),
    ),
    awaited_external_id: Nullable(
      Type.String({ description: 'What external_id becomes then; null where awaits is set: it is taken away' }),
    ),
    asked_by: Nullable(Type.String({ description: 'Who asked for it' })),
    created: DateTime,
    last_modified: DateTime,
  },
  { $id: 'Merchant' },
)
const Notice = Type.Object({
  code: Enum('MerchantNoticeCode', ['merchant_header_required']),
  detail: Type.String({ description: 'What changes, and for whom' }),
})

/** Of the writes: a tenant that has several merchants has to say which one it means, and learns it here and not from its next payment. */
export const WrittenMerchant = Type.Object(
  {
    ...Merchant.properties,
    notice: Nullable(
      Type.Unsafe<Static<typeof Notice>>({
        ...Notice,
        description:
          'Where this write makes the second active merchant: what changes for callers that name none. Null otherwise',
      }),
    ),
  },
  { $id: 'WrittenMerchant' },
)
export const MerchantPage = pageSchema(Merchant, 'MerchantPage')

export const ListMerchantsQuery = Type.Object({
  ...listQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'In name, legal name, external id, tax id and email address' }),
  ),
  status: AnyOf(MerchantStatus),
})
export type MerchantFilters = Static<typeof ListMerchantsQuery>

const text = (maxLength: number, description?: string) =>
  Type.Optional(Text(maxLength, { minLength: 1, ...(description === undefined ? {} : { description }) }))

export const WriteMerchant = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'On a change: repeats the path' })),
    name: Text(200, { minLength: 1 }),
    legal_name: text(200),
    external_id: Type.Optional(
      Type.String({
        // It is sent in a header, so only characters of a header are allowed.
        pattern: '^[\\x21-\\x7e]{1,100}$',
        description:
          'Unique in the tenant; visible ASCII characters, as it is sent in X-External-Merchant-Id. Of a merchant in use it changes once a second person sends the same',
      }),
    ),
    tax_id: Type.Optional(
      Type.String({ pattern: '^[0-9]{10,11}$', description: 'VKN (10 digits) or TCKN (11), with right check digits' }),
    ),
    tax_office: text(100),
    bkm_member_id: text(50),
    email: Type.Optional(Email),
    contact_phone: text(30),
    city: text(100),
    district: text(100),
    address: Type.Optional(Type.String({ maxLength: 500, 'x-multiline': true })),
    url: text(500),
    default_mcc: Type.Optional(
      Type.String({ pattern: '^[0-9]{4}$', description: 'A code of GET /api/v1/lookups/mcc-codes' }),
    ),
    parent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Another merchant of the tenant' })),
    is_active: Type.Optional(Type.Boolean({ description: 'Default true; absent on a change: stays as it is' })),
    status: Type.Optional(
      Type.Unsafe<MerchantStatusName>({
        ...MerchantStatus,
        description: 'Default approved; absent on a change: stays as it is. pending → approved or rejected → pending',
      }),
    ),
  },
  { $id: 'WriteMerchant' },
)
export type WriteMerchantBody = Static<typeof WriteMerchant>
export const MerchantParams = Type.Object({ id: Uuid })
