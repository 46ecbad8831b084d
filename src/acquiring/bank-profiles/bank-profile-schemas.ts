/** Shapes of merchant bank profiles (docs/interface/cards.md#bank-profiles-of-a-merchant). */
import { type Static, Type } from 'typebox'
import { isoTime } from '../../core/clock.ts'
import { BankCode, Created, MerchantId, NullableConnectorCode, RepeatedId } from '../../core/members/record-members.ts'
import {
  ConfigurationId,
  DateTime,
  described,
  Enum,
  Nullable,
  NullableText,
  StringMap,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { ChangelogDiff } from '../changelog/changelog-schemas.ts'
import type { BankProfileRow, ProfileColumns } from './bank-profile-store.ts'
import { pendingView } from './pending-profile.ts'

const RepeatedMerchantId = Type.Optional(
  described(Uuid, 'Id of the merchant; it repeats the path, and may be left out.'),
)

const PendingProfileChange = Type.Object(
  {
    id: described(Uuid, 'Id of the change, to be named when it is confirmed or rejected.'),
    requested_by: Type.String({
      description: 'Id of the user or API key that asked for the change: `sub` of its token.',
    }),
    requested_at: described(DateTime, 'Time at which the change was asked for.'),
    action: described(
      Enum('PendingProfileAction', ['create', 'update', 'delete']),
      'Action that waits: to create, update or delete the profile.',
    ),
    changes: Type.Array(ChangelogDiff, {
      description: 'Members that the change sets, with the present value and the new one.',
    }),
    unchanged: Type.Array(ChangelogDiff, {
      description:
        'Members that stay and are confirmed with the change, as nobody confirmed them before; empty when the change confirms itself alone.',
    }),
  },
  { $id: 'PendingProfileChange' },
)

export const BankProfile = Type.Object(
  {
    id: described(Uuid, 'Id of the bank profile.'),
    merchant_id: MerchantId,
    connector_config_id: described(Uuid, 'Id of the connector configuration that the profile is for.'),
    connector_config_name: NullableText(
      'Name of the connector configuration that the profile is for; null when it was deleted.',
    ),
    connector_code: NullableConnectorCode,
    bank_code: BankCode,
    sub_merchant_id: NullableText('Id of the sub-merchant at the bank; null when there is none.'),
    sub_merchant_name: NullableText('Name of the sub-merchant, as it is sent to the bank; null when there is none.'),
    sub_merchant_mcc: NullableText(
      'Merchant category code (MCC) of the sub-merchant, as it is sent to the bank; null when there is none.',
    ),
    sub_merchant_postal_code: NullableText(
      'Postal code of the sub-merchant, as it is sent to the bank; null when there is none.',
    ),
    sub_merchant_city: NullableText('City of the sub-merchant, as it is sent to the bank; null when there is none.'),
    sub_merchant_country_code: NullableText(
      'Country of the sub-merchant, as it is sent to the bank; null when there is none.',
    ),
    extra_properties: described(
      Nullable(StringMap),
      'Further values by name for the connector; null when there are none.',
    ),
    created: Created,
    pending_change: described(
      Nullable(PendingProfileChange),
      'Change that waits for a second person; null when there is none.',
    ),
  },
  { $id: 'MerchantBankProfile' },
)

const members = {
  sub_merchant_id: Type.Optional(Text(50, { description: 'Id of the sub-merchant at the bank.' })),
  sub_merchant_name: Type.Optional(Text(100, { description: 'Name of the sub-merchant, as it is sent to the bank.' })),
  sub_merchant_mcc: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}$',
      description: 'Merchant category code (MCC) of the sub-merchant, as it is sent to the bank.',
    }),
  ),
  sub_merchant_postal_code: Type.Optional(
    Text(20, { description: 'Postal code of the sub-merchant, as it is sent to the bank.' }),
  ),
  sub_merchant_city: Type.Optional(Text(100, { description: 'City of the sub-merchant, as it is sent to the bank.' })),
  sub_merchant_country_code: Type.Optional(
    Type.String({
      pattern: '^(?:[A-Za-z]{2,3}|[0-9]{3})$',
      description: 'Country of the sub-merchant as ISO 3166 code, in the form the bank asks for.',
    }),
  ),
  extra_properties: Type.Optional(described(StringMap, 'Further values by name for the connector.')),
}
export const CreateBankProfile = Type.Object(
  {
    merchant_id: RepeatedMerchantId,
    connector_config_id: described(
      ConfigurationId,
      'Id or name of the connector configuration that the profile is for.',
    ),
    ...members,
  },
  { $id: 'CreateBankProfile' },
)
export const UpdateBankProfile = Type.Object(
  { id: RepeatedId, merchant_id: RepeatedMerchantId, ...members },
  { $id: 'UpdateBankProfile' },
)
type Members = Omit<Static<typeof UpdateBankProfile>, 'id' | 'merchant_id'>

export const DecideProfile = Type.Object(
  { change_id: Type.String({ format: 'uuid', description: 'Id of the pending_change, as it was read.' }) },
  { $id: 'DecideProfileChange' },
)

export const OfMerchant = Type.Object({
  merchant_id: described(Uuid, 'Id of the merchant that the profile belongs to.'),
})
export const OfProfile = Type.Object({
  merchant_id: described(Uuid, 'Id of the merchant that the profile belongs to.'),
  id: described(Uuid, 'Id of the bank profile.'),
})

const IDS_MAX = 150 // Each is 50 bytes as &merchant_ids=<uuid>, and the URL ends at 8 KiB (URL_BYTES_MAX).
export const CountsQuery = Type.Object({
  merchant_ids: Type.Optional(
    Type.Array(Uuid, {
      maxItems: IDS_MAX,
      description: `Ids of the merchants to count for, at most ${IDS_MAX}, which fit in a URL; by default every merchant that has a profile.`,
    }),
  ),
})

/** Missing members become empty, since a write replaces the whole profile. */
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
