/** A setting that asks for a second person is loosened by two: the first one's value waits until another one sets the same. */
import type { Principal } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, isPlatformPerson, isSamePerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { KnownSetting } from './known-setting.ts'
import type { SettingRow } from './setting-store.ts'

type Agreement = Pick<SettingRow, 'counting_value' | 'loosened_people' | 'agreed_people'>
const AT_ONCE: Agreement = { counting_value: null, loosened_people: null, agreed_people: null }

/**
 * What a write of `row.value` does; `before` is locked, null where nothing was set. Throws four_eyes_violation or conflict, and
 * forbidden where the credential that agrees waits for its own confirmation.
 */
export const findLooseningAgreement = (
  known: readonly KnownSetting[],
  before: SettingRow | null,
  row: Pick<SettingRow, 'key' | 'value'>,
  by: Pick<Principal, 'accountable' | 'tenantId' | 'needsConfirmation'>,
): Agreement => {
  const { accountable } = by
  if (before !== null && before.key !== row.key) checkRemoval(known, before)
  const same = before?.key === row.key ? before : null
  const strict = known.find(({ key }) => key === row.key)?.strict
  if (strict === undefined || row.value === strict.value) return AT_ONCE
  if ((same === null ? strict.standard : countingValue(same)) !== strict.value)
    return { ...AT_ONCE, loosened_people: same?.loosened_people ?? null, agreed_people: same?.agreed_people ?? null }
  if (same?.counting_value == null || same.value !== row.value)
    return { counting_value: strict.value, loosened_people: accountable, agreed_people: null }
  if (isSamePerson(same.loosened_people, accountable) || isPlatformPerson(accountable))
    throw new Problem('four_eyes_violation', {
      detail: phrase`${row.key} keeps its value until a second person of this tenant sets the new one too.`,
    })
  checkCredentialConfirmed(by)
  return { counting_value: null, loosened_people: same.loosened_people, agreed_people: accountable }
}

/** Deleted or renamed: it would have its standard value again. */
export const checkRemoval = (known: readonly KnownSetting[], before: SettingRow): void => {
  const strict = known.find(({ key }) => key === before.key)?.strict
  if (strict === undefined || strict.standard === strict.value || countingValue(before) !== strict.value) return
  throw new Problem('conflict', {
    detail: phrase`${before.key} asks for a second person: set it to ${strict.standard}, which counts once another person has set the same.`,
  })
}

const countingValue = ({ counting_value, value }: SettingRow): string | null => counting_value ?? value
