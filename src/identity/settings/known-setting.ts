/** Keys that the service itself reads: their meaning, their allowed values, the changes that loosen them, and that they apply to the whole tenant. */
import { rolesAllowed } from '../../access/permissions.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { InBothLanguages } from '../../core/phrases/texts.ts'

export type KnownKind =
  | { readonly whole: { readonly least: number; readonly most: number } }
  | { readonly oneOf: readonly string[] }
  /** Returns the fault of a value, or null. */
  | { readonly fault: (value: string) => Phrase | null }

/** The change of a setting that allows more than before; it takes two people (loosen-setting.ts). */
export type Loosening =
  /** `empty`: the range of an empty value, at least and at most, if an empty value is no number. */
  | { readonly by: 'growing'; readonly empty?: { readonly atLeast: number; readonly atMost: number } }
  | { readonly by: 'shrinking' }
  /** Any value other than this one loosens. */
  | { readonly by: 'leaving'; readonly value: string }
  /** A new member loosens. */
  | { readonly by: 'adding'; readonly membersOf: (value: string) => readonly string[] }
  /** No change loosens: the reason why one person may set any allowed value. */
  | { readonly by: 'nothing'; readonly because: string }

/** The environments whose defaults differ. */
export type SettingEnv = 'sandbox' | 'production'

export interface KnownSetting {
  readonly key: string
  /** The decision that the setting makes, for people. */
  readonly meaning: InBothLanguages
  /** Value that applies while nothing is set; empty if none does. */
  readonly standard: string | Readonly<Record<SettingEnv, string>>
  readonly kind: KnownKind
  readonly loosens: Loosening
  /** `key:{merchant id}` is the same setting for one merchant, and takes precedence there. */
  readonly isPerMerchant?: boolean
  /** An empty value is the default. */
  readonly mayBeEmpty?: boolean
}

/** A setting with the surface that uses it: people who agree to loosen it must be allowed to write there (loosen-setting.ts). */
export interface ServedSetting extends KnownSetting {
  readonly surface: keyof typeof WRITES
}
/** Role class that may configure each surface; on surfaces with settings it is that of POST /settings. */
const WRITES = { cards: 'admin', transfers: 'admin', fraud: 'fraud-admin' } as const

export const writingRoles = ({ surface }: Pick<ServedSetting, 'surface'>): ReadonlySet<string> =>
  rolesAllowed(surface, WRITES[surface])

/** Listed among the settings and written elsewhere: the payment policy of the tenant, which its platform sets. */
export const MIRRORED: readonly string[] = ['allow_non_3d', 'preferred_three_d_flow']

export const findStandard = ({ standard }: Pick<KnownSetting, 'standard'>, env: SettingEnv): string =>
  typeof standard === 'string' ? standard : standard[env]

/** Returns the value in force: the one that is set, if the key allows it, else the standard. */
export const countingValue = (setting: KnownSetting, value: string | null | undefined, env: SettingEnv): string =>
  value == null || checkKnownSetting(setting, value) !== null ? findStandard(setting, env) : value

/** Returns whether `to` allows what `from` does not; both are values that the key allows. */
export const isLooser = ({ loosens }: Pick<KnownSetting, 'loosens'>, from: string, to: string): boolean => {
  switch (loosens.by) {
    case 'growing': {
      const { atLeast, atMost } = loosens.empty ?? { atLeast: 0, atMost: 0 }
      return from !== to && (to === '' ? atMost : Number(to)) > (from === '' ? atLeast : Number(from))
    }
    case 'shrinking':
      return Number(to) < Number(from)
    case 'leaving':
      return from === loosens.value && to !== from
    case 'adding': {
      const members = new Set(loosens.membersOf(from))
      return loosens.membersOf(to).some((each) => !members.has(each))
    }
    case 'nothing':
      return false
  }
}

/** Returns the known setting that a key names, for the whole tenant or for one merchant. */
export const findKnownSetting = <S extends KnownSetting>(known: readonly S[], key: string): S | undefined => {
  const at = key.indexOf(':')
  return known.find((each) => each.key === key || (each.isPerMerchant && at > 0 && each.key === key.slice(0, at)))
}

/** Returns the fault of a value, or null. */
export const checkKnownSetting = ({ kind, mayBeEmpty }: KnownSetting, value: string): Phrase | null => {
  if (mayBeEmpty && value === '') return null
  if ('oneOf' in kind) return kind.oneOf.includes(value) ? null : phrase`must be one of ${kind.oneOf.join(', ')}`
  if ('fault' in kind) return kind.fault(value)
  const { least, most } = kind.whole
  const isInside = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
  return isInside ? null : phrase`must be a whole number from ${least} to ${most}`
}
