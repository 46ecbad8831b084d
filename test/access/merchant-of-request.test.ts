/** Which merchant a request is for: every row of docs/interface/requests.md#merchant-of-a-request, and their combinations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MerchantDirectory } from '../../src/access/callers/realms.ts'
import { resolveMerchant } from '../../src/access/callers/request-merchant.ts'
import { Problem } from '../../src/core/problem.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const ONE = '00000000-0000-4000-8000-000000000020'
const TWO = '00000000-0000-4000-8000-000000000021'
const ASLEEP = '00000000-0000-4000-8000-000000000022'
const FOREIGN = '00000000-0000-4000-8000-000000000099'
const MERCHANTS = [
  { tenantId: TENANT, id: ONE, externalId: 'M-1001', name: 'Shop', isActive: true },
  { tenantId: TENANT, id: TWO, externalId: 'M-1002', name: 'Shop', isActive: true },
  { tenantId: TENANT, id: ASLEEP, externalId: 'M-1003', name: 'Shop', isActive: false },
].map((merchant) => ({ ...merchant, hasBeenUsed: false }))
const BOOK: MerchantDirectory = {
  byId: new Map(MERCHANTS.map((merchant) => [merchant.id, merchant])),
  byExternalId: new Map(MERCHANTS.map((merchant) => [merchant.externalId, merchant])),
  onlyActive: null,
}
const NAMES: Record<string, string> = {
  one: ONE,
  two: TWO,
  asleep: ASLEEP,
  foreign: FOREIGN,
  UPPER: ONE.toUpperCase(),
  garbage: 'no-uuid',
  empty: '',
}

/** token: free (no merchant), claim:x (the tenant's only active one when issued), bound:x; then the two headers; then the answer. */
const TABLE = `
  free          -        -        null
  free          one      -        one
  free          UPPER    -        one
  free          -        M-1002   two
  free          one      M-1002   one
  free          one      M-9999   one
  free          foreign  M-1001   merchant_not_found
  free          garbage  -        merchant_not_found
  free          garbage  M-1001   merchant_not_found
  free          empty    -        merchant_not_found
  free          foreign  -        merchant_not_found
  free          -        M-9999   merchant_not_found
  free          -        m-1001   merchant_not_found
  free          asleep   -        merchant_inactive
  free          -        M-1003   merchant_inactive
  claim:one     -        -        one
  claim:one     two      -        two
  claim:one     -        M-1002   two
  claim:one     foreign  -        merchant_not_found
  claim:asleep  -        -        merchant_inactive
  claim:foreign -        -        merchant_not_found
  bound:one     -        -        one
  bound:one     one      -        one
  bound:one     -        M-1001   one
  bound:one     one      M-1002   one
  bound:one     two      -        merchant_not_found
  bound:one     two      M-1001   merchant_not_found
  bound:one     -        M-1002   merchant_not_found
  bound:one     -        M-9999   merchant_not_found
  bound:one     asleep   -        merchant_not_found
  bound:asleep  -        -        merchant_inactive
  bound:asleep  one      -        merchant_not_found
  bound:foreign -        -        merchant_not_found`

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [string, string, string, string])

const answerOf = (work: () => string | null): string => {
  try {
    const id = work()
    return Object.keys(NAMES).find((name) => NAMES[name] === id) ?? String(id)
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
const headersOf = (id: string, externalId: string) => ({
  merchantId: id === '-' ? undefined : NAMES[id],
  externalId: externalId === '-' ? undefined : externalId,
})

for (const [token, id, externalId, expected] of rows)
  test(`${token}, X-Merchant-Id ${id}, X-External-Merchant-Id ${externalId}: ${expected}`, () => {
    const [kind, name] = token.split(':') as [string, string?]
    const principal = {
      merchantId: name === undefined ? null : (NAMES[name] as string),
      isMerchantBound: kind === 'bound',
      roles: new Set(['tenant-admin']),
    }
    assert.equal(
      answerOf(() => resolveMerchant(principal, headersOf(id, externalId), BOOK)),
      expected,
    )
  })

for (const role of ['merchant-admin', 'merchant-user', 'transfer-merchant-admin', 'transfer-merchant-user']) {
  const principal = { merchantId: null, isMerchantBound: false, roles: new Set([role]) }
  test(`${role} without a merchant of its own has no scope`, () => {
    assert.equal(
      answerOf(() => resolveMerchant(principal, {}, BOOK)),
      'forbidden',
    )
    assert.equal(
      answerOf(() => resolveMerchant(principal, { merchantId: ONE }, BOOK)),
      'forbidden',
    )
  })
  test(`${role} with the only merchant of the tenant cannot name another`, () => {
    const only = { ...principal, merchantId: ONE }
    assert.equal(
      answerOf(() => resolveMerchant(only, {}, BOOK)),
      'one',
    )
    assert.equal(
      answerOf(() => resolveMerchant(only, { merchantId: TWO }, BOOK)),
      'merchant_not_found',
    )
  })
  test(`${role} beside a role of the tenant may name any`, () => {
    const both = { ...principal, roles: new Set([role, 'pos-operator', 'cashiers']) }
    assert.equal(
      answerOf(() => resolveMerchant(both, { merchantId: TWO }, BOOK)),
      'two',
    )
  })
}
