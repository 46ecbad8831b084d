/** A change that loosens a setting takes two people: the first one's value waits until another one sets the same value. A change that tightens it applies at once. */
import type { Principal } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, isPlatformPerson, isSamePerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import {
  checkKnownSetting,
  countingValue,
  findKnownSetting,
  isLooser,
  type ServedSetting,
  type SettingEnv,
  writingRoles,
} from './known-setting.ts'
import { findSettings, type SettingRow } from './setting-store.ts'

type Agreement = Pick<SettingRow, 'counting_value' | 'loosened_people' | 'agreed_people'>
const AT_ONCE: Agreement = { counting_value: null, loosened_people: null, agreed_people: null }

/** The keys that the service reads, with their defaults in this environment. */
export interface KnownKeys {
  readonly known: readonly ServedSetting[]
  readonly env: SettingEnv
}

type Stored = Pick<SettingRow, 'key' | 'scope' | 'value'> & Agreement
type By = Pick<Principal, 'accountable' | 'tenantId' | 'needsConfirmation' | 'roles'>

/** A key the service reads, and what counts while nothing is set under it: what holds for all merchants, else the standard. */
export interface Guarded {
  readonly setting: ServedSetting
  readonly otherwise: string
}

/** Returns undefined for a key that the service does not read. */
export const findGuarded = async (
  tx: Tx,
  { known, env }: KnownKeys,
  tenantId: string,
  key: string,
): Promise<Guarded | undefined> => {
  const setting = findKnownSetting(known, key)
  if (setting === undefined) return undefined
  const forAll = setting.key === key ? undefined : (await findSettings(tx, tenantId, [setting.key])).get(setting.key)
  return { setting, otherwise: countingValue(setting, forAll, env) }
}

/**
 * Returns the effect of a write of `row.value`; `before` must be locked, and is null if this key was not set. Throws
 * four_eyes_violation, and forbidden if the credential that agrees waits for its own confirmation, or has no role of the surface
 * that the setting belongs to.
 */
export const agreeOnValue = (
  guarded: Guarded | undefined,
  before: Stored | null,
  row: Pick<SettingRow, 'key' | 'value'>,
  by: By,
): Agreement => {
  if (guarded === undefined || row.value === null) return AT_ONCE
  const counting = countingOf(guarded, before)
  if (!isLooser(guarded.setting, counting, row.value))
    return before === null || before.counting_value !== null || before.value !== row.value
      ? AT_ONCE
      : { counting_value: null, loosened_people: before.loosened_people, agreed_people: before.agreed_people }
  const { accountable } = by
  const first = before?.counting_value == null || before.value !== row.value ? null : before.loosened_people
  if (first === null || (isPlatformPerson(first) && !isPlatformPerson(accountable)))
    return { counting_value: counting, loosened_people: accountable, agreed_people: null }
  if (isSamePerson(first, accountable) || isPlatformPerson(accountable))
    throw new Problem('four_eyes_violation', {
      detail: phrase`${row.key} keeps its value until a second person of this tenant sets the new one too.`,
    })
  checkCredentialConfirmed(by)
  checkOwnRole(guarded.setting, by)
  return { counting_value: null, loosened_people: first, agreed_people: accountable }
}

/** Both surfaces write all settings, but people who run only transfers cannot judge what a setting of card payments allows. */
const checkOwnRole = (setting: ServedSetting, { roles }: By): void => {
  const allowed = writingRoles(setting)
  if (allowed.isDisjointFrom(roles))
    throw new Problem('forbidden', {
      detail: phrase`${setting.key} is loosened with the word of somebody who has one of these roles: ${[...allowed].join(', ')}.`,
    })
}

/** Deleted or renamed: what counts without it must not be looser. Throws conflict. */
export const checkRemoval = (guarded: Guarded | undefined, before: Stored): void => {
  if (guarded === undefined || !isLooser(guarded.setting, countingOf(guarded, before), guarded.otherwise)) return
  throw new Problem('conflict', {
    detail: phrase`${before.key} asks for a second person: set it to ${guarded.otherwise}, which counts once another person has set the same.`,
  })
}

/** A value of one user, a sealed one, or one that the key does not allow is ignored, as if it were not set. */
const countingOf = ({ setting, otherwise }: Guarded, row: Stored | null): string => {
  const value = row === null || row.scope !== 'tenant' ? null : (row.counting_value ?? row.value)
  return value === null || checkKnownSetting(setting, value) !== null ? otherwise : value
}
