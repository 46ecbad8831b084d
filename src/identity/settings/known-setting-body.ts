/** A key the service reads, as people choose its value: meaning, bounds, default. */
import { Type } from 'typebox'
import type { Language } from '../../core/phrases/texts.ts'
import { described, Enum, Int32, Nullable, NullableText } from '../../core/schema.ts'
import { findStandard, type Loosening, type ServedSetting, type SettingEnv } from './known-setting.ts'

const KINDS = ['whole', 'choice', 'text'] as const
const LOOSENINGS = ['growing', 'shrinking', 'leaving', 'adding', 'nothing'] as const satisfies Loosening['by'][]

const SURFACES = ['cards', 'transfers', 'fraud'] as const satisfies ServedSetting['surface'][]

export const KnownSettingSchema = Type.Object(
  {
    key: Type.String({ description: 'Key of the setting, under which it is stored.' }),
    meaning: Type.String({ description: 'Explanation of what the setting decides, for people.' }),
    kind: described(
      Enum('KnownSettingKind', KINDS),
      'Kind of value. `whole`: a whole number; `choice`: one of possible_values; `text`: a format that the meaning explains.',
    ),
    minimum: described(Nullable(Int32), 'Smallest value of a whole number; null for other kinds.'),
    maximum: described(Nullable(Int32), 'Largest value of a whole number; null for other kinds.'),
    possible_values: Nullable(
      Type.Array(Type.String(), { description: 'Values that a choice allows; null for other kinds.' }),
    ),
    default_value: Type.String({ description: 'Value that applies while none is set; an empty text is no value.' }),
    may_be_empty: Type.Boolean({ description: 'Whether an empty value may be set, which means the default.' }),
    is_per_merchant: Type.Boolean({
      description: 'Whether `key:{merchant id}` sets the value for one merchant, which then takes precedence.',
    }),
    strict_value: NullableText('Value that only a second person can change away from; null when there is none.'),
    loosens_by: described(
      Enum('SettingLoosening', LOOSENINGS),
      'Direction of change that needs a second person: growing, shrinking, leaving strict_value or adding a member; `nothing` when no change does.',
    ),
    surface: described(
      Enum('SettingSurface', SURFACES),
      'Surface whose administrators may be the second person: the one that the setting is part of.',
    ),
  },
  { $id: 'KnownSetting' },
)

export const knownSettingBody = (setting: ServedSetting, env: SettingEnv, language: Language) => {
  const { key, kind, meaning, isPerMerchant = false, mayBeEmpty = false, loosens } = setting
  return {
    key,
    meaning: meaning[language],
    kind: 'whole' in kind ? 'whole' : 'oneOf' in kind ? 'choice' : 'text',
    minimum: 'whole' in kind ? kind.whole.least : null,
    maximum: 'whole' in kind ? kind.whole.most : null,
    possible_values: 'oneOf' in kind ? kind.oneOf : null,
    default_value: findStandard(setting, env),
    may_be_empty: mayBeEmpty,
    is_per_merchant: isPerMerchant,
    strict_value: loosens.by === 'leaving' ? loosens.value : null,
    loosens_by: loosens.by,
    surface: setting.surface,
  }
}
