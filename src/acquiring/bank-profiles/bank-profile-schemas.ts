/** Shapes of merchant bank profiles (docs/interface/cards.md#bank-profiles-of-a-merchant). */
import { type Static, Type } from 'typebox'
import { isoTime } from '../../core/clock.ts'
import { ConfigurationId, DateTime, Enum, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'
import { ChangelogDiff } from '../changelog/changelog-schemas.ts'
import type { BankProfileRow, ProfileColumns } from './bank-profile-store.ts'
import { pendingView } from './pending-profile.ts'

const text = Nullable(Type.String())
const repeats = (what: string) => Type.Optional(Type.Unsafe<string>({ ...Uuid, description: `Repeats ${what}` }))

const PendingProfileChange = Type.Object(
  {
    id: Type.Unsafe<string>({ ...Uuid, description: 'Names what is confirmed or rejected' }),
    requested_by: Type.String({ description: 'User or client that asked for it: `sub` of its token' }),
    requested_at: DateTime,
    action: Enum('PendingProfileAction', ['create', 'update', 'delete']),
    changes: Type.Array(ChangelogDiff, { description: 'What counts now, and what will' }),
  },
  { $id: 'PendingProfileChange' },
)

export const BankProfile = Type.Object(
  {
    id: Uuid,
    merchant_id: Uuid,
    connector_config_id: Uuid,
    connector_config_name: text,
    connector_code: text,
    bank_code: text,
    sub_merchant_id: text,
    sub_merchant_name: text,
    sub_merchant_mcc: text,
    sub_merchant_postal_code: text,
    sub_merchant_city: text,
    sub_merchant_country_code: text,
    extra_properties: Nullable(StringMap),
    created: DateTime,
    pending_change: Nullable(PendingProfileChange),
  },
  { $id: 'MerchantBankProfile' },
)

const members = {
  sub_merchant_id: Type.Optional(Text(50)),
  sub_merchant_name: Type.Optional(Text(100)),
  sub_merchant_mcc: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', description: 'Merchant category code' })),
  sub_merchant_postal_code: Type.Optional(Text(20)),
  sub_merchant_city: Type.Optional(Text(100)),
  sub_merchant_country_code: Type.Optional(
    Type.String({ pattern: '^(?:[A-Za-z]{2,3}|[0-9]{3})$', description: 'ISO 3166, as the bank asks for it' }),
  ),
  extra_properties: Type.Optional(StringMap),
}
export const CreateBankProfile = Type.Object(
  { merchant_id: repeats('the path'), connector_config_id: ConfigurationId, ...members },
  { $id: 'CreateBankProfile' },
)
export const UpdateBankProfile = Type.Object(
  { id: repeats('the path'), merchant_id: repeats('the path'), ...members },
  { $id: 'UpdateBankProfile' },
)
type Members = Omit<Static<typeof UpdateBankProfile>, 'id' | 'merchant_id'>

export const DecideProfile = Type.Object(
  { change_id: Type.String({ format: 'uuid', description: 'The id of pending_change, as it was read' }) },
  { $id: 'DecideProfileChange' },
)

export const OfMerchant = Type.Object({ merchant_id: Uuid })
export const OfProfile = Type.Object({ merchant_id: Uuid, id: Uuid })

const IDS_MAX = 150 // Each is 50 bytes as &merchant_ids=<uuid>, and the URL ends at 8 KiB (URL_BYTES_MAX).
export const CountsQuery = Type.Object({
  merchant_ids: Type.Optional(
    Type.Array(Uuid, {
      maxItems: IDS_MAX,
      description: `At most ${IDS_MAX}, which fit in a URL; default: every merchant that has a profile`,
    }),
  ),
})

/** What is left out is empty: a write replaces. */
export const toColumns = (body: Members): ProfileColumns => ({
  sub_merchant_id: body.sub_merchant_id ?? null,
  sub_merchant_name: body.sub_merchant_name ?? null,
  sub_merchant_mcc: body.sub_merchant_mcc ?? null,
  sub_merchant_postal_code: body.sub_merchant_postal_code ?? null,
  sub_merchant_city: body.sub_merchant_city ?? null,
  sub_merchant_country_code: body.sub_merchant_country_code?.toUpperCase() ?? null,
  extra_properties: body.extra_properties ?? {},
})

export const toProfileView = (row: BankProfileRow) => ({
  id: row.id,
  merchant_id: row.merchant_id,
  connector_config_id: row.configuration_id,
  connector_config_name: row.configuration_name,
  connector_code: row.connector_code,
  bank_code: row.bank_code,
  sub_merchant_id: row.sub_merchant_id,
  sub_merchant_name: row.sub_merchant_name,
  sub_merchant_mcc: row.sub_merchant_mcc,
  sub_merchant_postal_code: row.sub_merchant_postal_code,
  sub_merchant_city: row.sub_merchant_city,
  sub_merchant_country_code: row.sub_merchant_country_code,
  extra_properties: row.extra_properties,
  created: isoTime(row.created),
  pending_change: pendingView(row),
})
