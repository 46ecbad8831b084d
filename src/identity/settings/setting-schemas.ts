/** Shapes of settings (docs/interface/cards.md#settings, docs/interface/transfers.md#settings). */
import { type Static, Type } from 'typebox'
import { ExtraPropertiesDict, RepeatedId, WrittenExtraProperties } from '../../core/members/record-members.ts'
import { pageQuery } from '../../core/pagination.ts'
import { described, Enum, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'

const SETTING_SCOPES = ['global', 'tenant', 'user'] as const
const Scope = Enum('SettingScope', SETTING_SCOPES)

const MaybeText = (description: string) => Nullable(Type.String({ description }))

export const SettingSchema = Type.Object(
  {
    extra_properties_dict: ExtraPropertiesDict,
    id: described(Uuid, 'Id of the setting.'),
    key: Type.String({ description: 'Key of the setting, unique per scope and scope_id.' }),
    value: Type.String({ description: 'Value of the setting as a text; `***` when it is encrypted.' }),
    description: MaybeText('Description of the setting, for people; null when there is none.'),
    scope: described(Scope, 'Scope of the setting: the whole platform, one tenant or one user.'),
    scope_id: Nullable(
      Type.String({ format: 'uuid', description: 'Id of the user, for a setting of scope user; null otherwise.' }),
    ),
    category: MaybeText('Group under which people find the setting; null when there is none.'),
    is_encrypted: Type.Boolean({ description: 'Whether the value is stored sealed and never shown again.' }),
    is_read_only: Type.Boolean({ description: 'Whether the setting can neither be changed nor deleted.' }),
    default_value: MaybeText('Value that applies while none is set; null when there is none.'),
    validation_regex: MaybeText(
      "Regular expression that a value has to match, in JavaScript's notation; null when there is none.",
    ),
    possible_values: MaybeText('Allowed values, separated by commas; null when any is allowed.'),
    counting_value: MaybeText(
      'Value that applies until a second person has also set `value`; null when `value` applies.',
    ),
  },
  { $id: 'Setting' },
)

const written = {
  extra_properties_dict: WrittenExtraProperties,
  key: Type.String({
    pattern: '^[A-Za-z0-9_.:-]{1,100}$',
    description: 'Key of the setting, such as transfers.max_retries.',
  }),
  value: Type.String({
    maxLength: 2_048,
    'x-multiline': true,
    'x-verbatim': true,
    description: 'Value of the setting as a text.',
  }),
  description: Type.Optional(LongText(500, { description: 'Description of the setting, for people.' })),
  scope: Type.Optional(
    described(Scope, 'Scope of the setting, tenant by default; global is refused with 403 to tenants.'),
  ),
  scope_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        "Id of the user, required with scope user; with scope tenant at most the tenant's own id, otherwise not allowed.",
    }),
  ),
  category: Type.Optional(Text(100, { description: 'Group under which people find the setting.' })),
  default_value: Type.Optional(Text(2_048, { description: 'Value that applies while none is set.' })),
  validation_regex: Type.Optional(
    Text(500, { description: "Regular expression that a value has to match, in JavaScript's notation." }),
  ),
  possible_values: Type.Optional(Text(2_048, { description: 'Allowed values, separated by commas.' })),
}

export const CreateSetting = Type.Object(
  {
    ...written,
    is_encrypted: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the value is stored sealed and never shown again, false by default.',
      }),
    ),
    is_read_only: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the setting can neither be changed nor deleted from then on, false by default.',
      }),
    ),
  },
  { $id: 'CreateSetting' },
)
export const UpdateSetting = Type.Object({ id: RepeatedId, ...written }, { $id: 'UpdateSetting' })
export type WrittenSetting = Static<typeof CreateSetting>

export const SettingsQuery = Type.Object({
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in key, description and category.' }),
  ),
  key: Type.Optional(Type.String({ maxLength: 100, description: 'Only the setting with exactly this key.' })),
  scope: Type.Optional(described(Scope, 'Only settings of this scope.')),
  scope_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only settings of the user with this id.' })),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'Only settings of this category.' })),
  is_read_only: Type.Optional(Type.Boolean({ description: 'Only read-only settings (true) or only others (false).' })),
})
export type SettingFilters = Static<typeof SettingsQuery>
export const SettingParams = Type.Object({ id: described(Uuid, 'Id of the setting, as the list shows it.') })
