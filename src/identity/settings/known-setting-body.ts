/** A key the service reads, as people choose its value: meaning, bounds, default. */
import { Type } from 'typebox'
import { Enum, Int32, Nullable } from '../../core/schema.ts'
import type { Language } from '../../infra/http/preferred-language.ts'
import { type KnownSetting, type Loosening, type SettingEnv, standardOf } from './known-setting.ts'

const KINDS = ['whole', 'choice', 'text'] as const
const LOOSENINGS = ['growing', 'shrinking', 'leaving', 'adding', 'nothing'] as const satisfies Loosening['by'][]

export const KnownSettingSchema = Type.Object(
  {
    key: Type.String({ description: 'Its name, as a setting has it' }),
    meaning: Type.String({ description: 'What it decides, for people' }),
    kind: Type.Unsafe<(typeof KINDS)[number]>({
      ...Enum('KnownSettingKind', KINDS),
      description: 'whole: a whole number; choice: one of possible_values; text: a form of its own, said in meaning',
    }),
    minimum: Nullable(Type.Integer({ ...Int32, description: 'Of a whole number' })),
    maximum: Nullable(Type.Integer({ ...Int32, description: 'Of a whole number' })),
    possible_values: Nullable(Type.Array(Type.String(), { description: 'Of a choice' })),
    default_value: Type.String({ description: 'What counts while nothing is set; empty: nothing' }),
    may_be_empty: Type.Boolean({ description: 'An empty value is the default' }),
    is_per_merchant: Type.Boolean({
      description: '`key:{merchant id}` is the same for one merchant, and counts before it',
    }),
    strict_value: Nullable(Type.String({ description: 'A change from this value needs a second person' })),
    loosens_by: Type.Unsafe<(typeof LOOSENINGS)[number]>({
      ...Enum('SettingLoosening', LOOSENINGS),
      description:
        'The change that needs a second person: growing or shrinking, leaving strict_value, adding a member; nothing: none does',
    }),
  },
  { $id: 'KnownSetting' },
)

export const knownSettingBody = (setting: KnownSetting, env: SettingEnv, language: Language) => {
  const { key, kind, meaning, isPerMerchant = false, mayBeEmpty = false, loosens } = setting
  return {
    key,
    meaning: meaning[language],
    kind: 'whole' in kind ? 'whole' : 'oneOf' in kind ? 'choice' : 'text',
    minimum: 'whole' in kind ? kind.whole.least : null,
    maximum: 'whole' in kind ? kind.whole.most : null,
    possible_values: 'oneOf' in kind ? kind.oneOf : null,
    default_value: standardOf(setting, env),
    may_be_empty: mayBeEmpty,
    is_per_merchant: isPerMerchant,
    strict_value: loosens.by === 'leaving' ? loosens.value : null,
    loosens_by: loosens.by,
  }
}
