/** The oldest PostgreSQL: what is refused, in one sentence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfVersion } from '../../src/infra/database/server-version.ts'

const TABLE: [num: number, shown: string, isRefused: boolean][] = [
  [140_019, '14.19 (Debian 14.19-1)', true],
  [90_624, '9.6.24', true],
  [150_000, '15.0', false],
  [150_018, '15.18 (Debian 15.18-0+deb12u1)', false],
  [180_004, '18.4', false],
]
for (const [num, shown, isRefused] of TABLE)
  test(`PostgreSQL ${shown} is ${isRefused ? 'refused' : 'taken'}`, () => {
    const fault = faultOfVersion(num, shown)
    if (!isRefused) return assert.equal(fault, null)
    assert.match(fault ?? '', /^The database is PostgreSQL .*; 15 or newer is needed\./)
    assert.ok(fault?.includes(shown))
  })
