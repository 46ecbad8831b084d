/** Validation of a setting: its own rules, those of its scope, and those of keys the service reads. */
import { runInNewContext } from 'node:vm'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem } from '../../core/problem.ts'
import { checkKnownSetting, findKnownSetting, type KnownSetting, MIRRORED } from './known-setting.ts'
import type { SettingRow } from './setting-store.ts'

/** Time budget for matching a caller's pattern; the second is for a good pattern that met a busy machine. */
const MATCH_MS = [20, 100] as const

type Judged = Pick<
  SettingRow,
  'key' | 'scope' | 'is_encrypted' | 'is_read_only' | 'default_value' | 'validation_regex' | 'possible_values'
>

/** Throws validation_failed, or conflict for a key that is written elsewhere. `value` is plain text even if it will be sealed; null keeps the sealed value. */
export const checkSetting = (row: Judged, value: string | null, known: readonly KnownSetting[]): void => {
  if (MIRRORED.includes(row.key))
    throw new Problem('conflict', {
      detail: phrase`${row.key} shows the payment policy of the tenant, which the platform sets; it is read-only here.`,
      errors: [{ field: 'key', code: 'conflict', message: phrase`is read-only` }],
    })
  const faults = [
    ...(value === null ? [] : valueFaults(row, 'value', value)),
    ...(row.default_value === null ? [] : valueFaults(row, 'default_value', row.default_value)),
    ...knownFaults(row, value, known),
  ]
  const [first] = faults
  if (first !== undefined)
    throw new Problem('validation_failed', { detail: phrase`${first.field} ${first.message}.`, errors: faults })
}

const fault = (field: string, message: Phrase): FieldError => ({ field, code: 'validation_failed', message })

const valueFaults = (row: Judged, field: string, value: string): FieldError[] => {
  const { validation_regex: pattern, possible_values: possible } = row
  const values = possible?.split(',').map((each) => each.trim())
  if (values !== undefined && !values.includes(value)) return [fault(field, phrase`is not among possible_values`)]
  if (pattern === null) return []
  const found = matches(pattern, value)
  if (found === 'no_pattern') return [fault('validation_regex', phrase`is not a regular expression`)]
  if (found === 'too_slow') return [fault('validation_regex', phrase`takes too long; write it without nested repeats`)]
  return found ? [] : [fault(field, phrase`does not match validation_regex`)]
}

type Match = boolean | 'no_pattern' | 'too_slow'

const matches = (pattern: string, value: string): Match => {
  const found = matchesWithin(MATCH_MS[0], pattern, value)
  return found === 'too_slow' ? matchesWithin(MATCH_MS[1], pattern, value) : found
}

/** Matched where it can be stopped: a pattern may never finish. */
const matchesWithin = (timeout: number, pattern: string, value: string): Match => {
  try {
    return runInNewContext(
      'new RegExp(pattern, "u").test(value)',
      Object.assign(Object.create(null), { pattern, value }),
      { timeout },
    ) as boolean
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'too_slow' : 'no_pattern'
  }
}

const knownFaults = (row: Judged, value: string | null, known: readonly KnownSetting[]): FieldError[] => {
  const setting = findKnownSetting(known, row.key)
  if (setting === undefined) return []
  if (row.scope !== 'tenant') return [fault('scope', phrase`must be tenant: ${row.key} is the same for all users`)]
  if (row.is_encrypted || value === null)
    return [fault('is_encrypted', phrase`must be false: the service reads ${row.key}`)]
  // A read-only setting could not be tightened, and a second person could neither agree to it nor withdraw it.
  if (row.is_read_only) return [fault('is_read_only', phrase`must be false: the service reads ${row.key}`)]
  const message = checkKnownSetting(setting, value)
  return message === null ? [] : [fault('value', message)]
}
