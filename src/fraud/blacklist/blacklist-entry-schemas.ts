/** Shapes of blacklist entries (docs/interface/fraud.md#blacklist). */
import { type Static, Type } from 'typebox'
import { PendingChange } from '../../access/waiting/waiting-schemas.ts'
import { Created } from '../../core/members/record-members.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { described, Enum, LongText, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { FraudRuleScope } from '../rules/rule-schemas.ts'
import { ENTRY_TYPES } from './normal-forms.ts'

const EntryType = Enum('BlacklistEntryType', ENTRY_TYPES)

/** The same limit as for any compared value of a payment. */
const VALUE_CHARS_MAX = 1_024

export const BlacklistEntry = Type.Object(
  {
    id: described(Uuid, 'Id of the blacklist entry.'),
    scope: described(FraudRuleScope, 'Scope of the entry: global for every tenant, tenant for a single one.'),
    tenant_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the tenant that the entry belongs to; null for scope global.',
      }),
    ),
    entry_type: described(EntryType, 'Kind of value that is on the list, such as a card number or an e-mail address.'),
    display_value: NullableText('Value on the list, masked; ranges and domains in clear. Null when none is shown.'),
    reason: NullableText('Reason why the value is on the list, for people; null when none was given.'),
    expires_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time until which the entry applies; null when it never expires.',
      }),
    ),
    is_active: Type.Boolean({ description: 'Whether the entry applies; false once it has expired.' }),
    created: Created,
    pending_change: PendingChange,
  },
  { $id: 'BlacklistEntry' },
)
export const BlacklistPage = pageSchema(BlacklistEntry, 'BlacklistEntryPage')

const EXAMPLE_ENTRY = {
  scope: 'tenant',
  tenant_id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  entry_type: 'email',
  value: 'fraud@shop.example.com',
  reason: 'Three chargebacks in May',
}
export const CreateBlacklistEntry = Type.Object(
  {
    scope: Type.Optional(
      described(
        FraudRuleScope,
        'Scope of the entry; required for the platform. For tenants always tenant: global is refused.',
      ),
    ),
    tenant_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of the tenant that the entry belongs to, required for the platform with scope tenant; ignored for tenants.',
      }),
    ),
    entry_type: described(
      EntryType,
      'Kind of value that goes on the list, such as a card number or an e-mail address.',
    ),
    value: Type.String({
      minLength: 1,
      maxLength: VALUE_CHARS_MAX,
      writeOnly: true,
      'x-card-number': true,
      description:
        'Value to put on the list: a card number, an e-mail address or @domain, an IP address or CIDR range, an IBAN, or a text. It is stored as a keyed hash and never shown.',
    }),
    display_value: Type.Optional(
      Text(100, {
        description:
          'Masked text to show instead of the value, without the value itself; by default it is made from the value.',
      }),
    ),
    reason: Type.Optional(
      LongText(500, { description: 'Reason why the value is on the list, without the value itself.' }),
    ),
    expires_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Time until which the entry applies, by the clock of the platform; when absent it never expires.',
      }),
    ),
  },
  { examples: [EXAMPLE_ENTRY] },
)
export type NewEntry = Static<typeof CreateBlacklistEntry>

export const BlacklistQuery = Type.Object({
  entry_type: Type.Optional(described(EntryType, 'Only entries of this kind of value.')),
  scope: Type.Optional(described(FraudRuleScope, 'Only entries of this scope.')),
  include_global: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether entries of the platform are listed too.' }),
  ),
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of display_value, of the reason, or of a range or domain.' }),
  ),
})
export type BlacklistFilters = Static<typeof BlacklistQuery>
export const EntryParams = Type.Object({ id: described(Uuid, 'Id of the blacklist entry, as the list shows it.') })
