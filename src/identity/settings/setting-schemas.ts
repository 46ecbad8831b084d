/** Shapes of settings (docs/interface/cards.md#settings, docs/interface/transfers.md#settings). */
import { type Static, Type } from 'typebox'
import { pageQuery } from '../../core/pagination.ts'
import { Enum, LongText, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'

const SETTING_SCOPES = ['global', 'tenant', 'user'] as const
type SettingScope = (typeof SETTING_SCOPES)[number]
const Scope = Enum('SettingScope', SETTING_SCOPES)

const MaybeText = (description: string) => Nullable(Type.String({ description }))

export const SettingSchema = Type.Object(
  {
    extra_properties_dict: Nullable(StringMap),
    id: Uuid,
    key: Type.String({ description: 'Its name; unique per scope and scope_id' }),
    value: Type.String({ description: '*** where it is encrypted' }),
    description: MaybeText('For people'),
    scope: Scope,
    scope_id: Nullable(Type.String({ format: 'uuid', description: 'The user of a setting of scope user' })),
    category: MaybeText('For people'),
    is_encrypted: Type.Boolean({ description: 'Kept sealed; its value is not shown again' }),
    is_read_only: Type.Boolean({ description: 'Neither changed nor deleted' }),
    default_value: MaybeText('What counts where nothing is set'),
    validation_regex: MaybeText('What a value must match, as JavaScript writes it'),
    possible_values: MaybeText('Values it may have, comma-separated'),
    counting_value: MaybeText('The value that counts until a second person has set `value` too; null: `value` counts'),
  },
  { $id: 'Setting' },
)

const written = {
  extra_properties_dict: Type.Optional(StringMap),
  key: Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,100}$', description: 'Such as transfers.max_retries' }),
  value: Type.String({ maxLength: 2_048, 'x-multiline': true, 'x-verbatim': true, description: 'As text' }),
  description: Type.Optional(LongText(500, { description: 'For people' })),
  scope: Type.Optional(
    Type.Unsafe<SettingScope>({ ...Scope, description: 'Default tenant; global is refused with 403 to tenants' }),
  ),
  scope_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Needed by scope user, and by no other; of tenant: its own id at most',
    }),
  ),
  category: Type.Optional(Text(100, { description: 'For people' })),
  default_value: Type.Optional(Text(2_048, { description: 'What counts where nothing is set' })),
  validation_regex: Type.Optional(Text(500, { description: 'What a value must match, as JavaScript writes it' })),
  possible_values: Type.Optional(Text(2_048, { description: 'Values it may have, comma-separated' })),
}

export const CreateSetting = Type.Object(
  {
    ...written,
    is_encrypted: Type.Optional(Type.Boolean({ default: false, description: 'Keep it sealed; default false' })),
    is_read_only: Type.Optional(
      Type.Boolean({ default: false, description: 'Neither changed nor deleted from then on; default false' }),
    ),
  },
  { $id: 'CreateSetting' },
)
export const UpdateSetting = Type.Object(
  { id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })), ...written },
  { $id: 'UpdateSetting' },
)
export type WrittenSetting = Static<typeof CreateSetting>

export const SettingsQuery = Type.Object({
  ...pageQuery,
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'Part of key, description or category' })),
  key: Type.Optional(Type.String({ maxLength: 100, description: 'This key' })),
  scope: Type.Optional(Type.Unsafe<SettingScope>({ ...Scope, description: 'Of this scope' })),
  scope_id: Type.Optional(Type.String({ format: 'uuid', description: 'Of this user' })),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'Of this category' })),
  is_read_only: Type.Optional(Type.Boolean({ description: 'Those, or the others' })),
})
export type SettingFilters = Static<typeof SettingsQuery>
export const SettingParams = Type.Object({ id: Uuid })
