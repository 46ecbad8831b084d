/** Shapes of blacklist entries (docs/interface/fraud.md#blacklist). */
import { type Static, Type } from 'typebox'
import { WaitingChangeSchema } from '../../access/waiting/waiting-schemas.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
import { FraudRuleScope, type RuleScope } from '../rules/rule-schemas.ts'
import { ENTRY_TYPES } from './normal-forms.ts'

const EntryType = Enum('BlacklistEntryType', ENTRY_TYPES)

/** As long as any value of a payment that is compared. */
const VALUE_CHARS_MAX = 1_024

export const BlacklistEntry = Type.Object(
  {
    id: Uuid,
    scope: FraudRuleScope,
    tenant_id: Nullable(Type.String({ format: 'uuid', description: 'Null for scope global' })),
    entry_type: EntryType,
    display_value: Nullable(Type.String({ description: 'The value, masked; ranges and domains in clear' })),
    reason: Nullable(Type.String({ description: 'Why it is on the list, for people' })),
    expires_at: Nullable(Type.String({ format: 'date-time', description: 'Null: never' })),
    is_active: Type.Boolean({ description: 'False once it has expired: it stops nothing any more' }),
    created: DateTime,
    pending_change: Nullable(WaitingChangeSchema),
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
      Type.Unsafe<RuleScope>({
        ...FraudRuleScope,
        description: 'Platform: required. Tenants: always tenant, and global is refused',
      }),
    ),
    tenant_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Platform with scope tenant: required. Tenants: not read' }),
    ),
    entry_type: EntryType,
    value: Type.String({
      minLength: 1,
      maxLength: VALUE_CHARS_MAX,
      writeOnly: true,
      'x-card-number': true,
      description:
        'A card number, an e-mail address or @domain, an IP address or CIDR range, an IBAN, or the text itself. Kept as a keyed hash; no answer shows it',
    }),
    display_value: Type.Optional(
      Text(100, {
        description: 'Shown instead of the value: a masked text, without the value itself. Default: made from it',
      }),
    ),
    reason: Type.Optional(LongText(500, { description: 'Why it is on the list, without the value itself' })),
    expires_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Matches until then, by the clock of the platform. Absent: permanently',
      }),
    ),
  },
  { examples: [EXAMPLE_ENTRY] },
)
export type NewEntry = Static<typeof CreateBlacklistEntry>

export const BlacklistQuery = Type.Object({
  entry_type: Type.Optional(EntryType),
  scope: Type.Optional(FraudRuleScope),
  include_global: Type.Optional(
    Type.Boolean({ default: true, description: 'False: entries of the platform are left out' }),
  ),
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of display_value, of reason, or of a range or domain' }),
  ),
})
export type BlacklistFilters = Static<typeof BlacklistQuery>
export const EntryParams = Type.Object({ id: Uuid })
