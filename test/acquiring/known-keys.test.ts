/** Every key of extra_properties_dict that the program reads says whether a change of it loosens a check, and whether it sends payments elsewhere. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  KNOWN_KEYS,
  loosensSettings,
  redirectsBySettings,
} from '../../src/acquiring/configurations/connector-settings.ts'

const SRC = new URL('../../src/', import.meta.url).pathname
/** Of other settings: those of routing have their own table. */
const OTHERS = /^(?:acquiring\/routing-rules|identity|recurring)\//

const readKeys = (): string[] => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((path) => !OTHERS.test(path))
  const found = files.flatMap((path) => {
    const text = readFileSync(SRC + path, 'utf8')
    const byName = [...text.matchAll(/\bsettings\??\.([a-z]+(?:_[a-z0-9]+)+)\b/g)]
    const byText = [...text.matchAll(/'(supports_[a-z_]+)'/g)]
    return [...byName, ...byText].map(([, key]) => key as string)
  })
  return [...new Set(found)].sort()
}

test('no key is read that is not listed with its marks', () => {
  const keys = readKeys()
  assert.ok(keys.includes('accepted_md_status') && keys.includes('supports_refund'), keys.join())
  assert.deepEqual(
    keys.filter((key) => !(key in KNOWN_KEYS)),
    [],
  )
})

const TABLE = `
  accepted_md_status     -        1          no       no
  accepted_md_status     1        1,2        loosens  no
  accepted_md_status     1,2      2,1        no       no
  accepted_md_status     1        -          loosens  no
  three_d_model          -        3d_pay     loosens  redirects
  three_d_model          3d_pay   3d_secure  no       redirects
  mbr_id                 -        12         no       redirects
  mbr_id                 5        5          no       no
  merchant_number        -        46000001 no       redirects
  supports_3d            -        false      no       redirects
  supports_3d            -        true       no       no
  supported_currencies   -        USD        no       redirects
  max_installments       6        12         no       redirects
  supports_pre_auth      false    -          no       redirects
  supports_recurring     false    true       no       redirects
  supports_void          true     false      no       no
  supports_refund        false    true       no       no
  supports_points        -        false      no       no
  dcc_enabled            -        true       no       no
  require_city_code      true     false      no       no
  bank_commission_rate   1        2          no       no
  merchant_commission_rate 1      2          no       no
  a_note_of_theirs       1        2          no       no`

for (const line of TABLE.trim().split('\n')) {
  const [key, from, to, loosens, redirects] = line.trim().split(/\s+/) as [string, string, string, string, string]
  test(`${key}: ${from} to ${to}`, () => {
    const set = (value: string) => (value === '-' ? {} : { [key]: value })
    assert.equal(loosensSettings(set(from), set(to)), loosens === 'loosens')
    assert.equal(redirectsBySettings(set(from), set(to)), redirects === 'redirects')
  })
}

test('every key of the table of marks stands in the table above', () => {
  for (const key of Object.keys(KNOWN_KEYS)) assert.match(TABLE, new RegExp(`\\b${key}\\b`))
})
