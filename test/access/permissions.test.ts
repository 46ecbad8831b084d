/** Roles and role classes: each surface's table, class by class, against the interface's marks; and whose rows a class reaches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import { PROMISED } from '../../scripts/pages/promised.ts'
import type { Endpoint, SurfaceName } from '../../src/access/endpoint.ts'
import {
  isAllowed,
  isInScope,
  MERCHANT_ROLES,
  ROLE_CLASSES,
  SECOND_FACTOR_ROLES,
} from '../../src/access/permissions.ts'

/** Every role; a class names those that are allowed. */
const ROLES = [
  'platform-admin',
  'tenant-admin',
  'pos-admin',
  'pos-operator',
  'pos-viewer',
  'reconciliation-uploader',
  'merchant-admin',
  'merchant-user',
  'transfer-admin',
  'transfer-operator',
  'transfer-viewer',
  'transfer-merchant-admin',
  'transfer-merchant-user',
  'fraud-admin',
  'fraud-analyst',
]

/** Served on top of the interface. */
const OUR_CLASSES: Partial<Record<SurfaceName, Record<string, string[]>>> = {
  cards: { 'bank-files': ['tenant-admin', 'pos-admin', 'reconciliation-uploader'] },
  identity: { monitors: ['platform-admin', 'tenant-admin'] },
}

for (const [surface, promised] of Object.entries(PROMISED.roleClasses) as [SurfaceName, Record<string, string[]>][]) {
  const classes = { ...promised, ...OUR_CLASSES[surface] }
  test(`${surface}: the table has these classes and no other`, () => {
    assert.deepEqual([...ROLE_CLASSES[surface].keys()].sort(), Object.keys(classes).sort())
  })
  for (const [roleClass, may] of Object.entries(classes))
    test(`${surface}: ${roleClass}`, () => {
      const allowed = ROLES.filter((role) => isAllowed(surface, roleClass, new Set([role])))
      assert.deepEqual(allowed.sort(), [...may].sort())
      assert.equal(isAllowed(surface, roleClass, new Set()), false, 'no role at all')
      assert.equal(
        isAllowed(surface, roleClass, new Set(['cashiers', may[0] as string])),
        true,
        'beside a role of its own',
      )
    })
}

test('any and none require no role', () => {
  for (const roleClass of ['any', 'none']) assert.equal(isAllowed('cards', roleClass, new Set()), true)
})

test('an unknown class is a programming error, not a refusal', () => {
  assert.throws(() => isAllowed('cards', 'nonsense', new Set(['tenant-admin'])), /no role class nonsense/)
})

test('the scope of a class follows from its roles', () => {
  for (const [surface, table] of Object.entries(ROLE_CLASSES))
    for (const [name, { scope, roles }] of table) {
      const has = { platform: roles.has('platform-admin'), merchant: !roles.isDisjointFrom(MERCHANT_ROLES) }
      const expected = has.merchant ? 'merchant' : has.platform ? (roles.size === 1 ? 'platform' : 'realm') : 'tenant'
      assert.equal(scope, expected, `${surface} ${name}`)
    }
})

/** Tenant-wide writes of people who take payments and look things up. */
const EVERYDAY = new Set(['cards operate', 'cards pos-read'])
test('what decides, sends or writes for a whole tenant or realm needs a second factor, and so do the roles that may', () => {
  for (const [surface, endpoints] of Object.entries(allEndpoints()) as [SurfaceName, Endpoint[]][])
    for (const { method, path, allow, fourEyes } of endpoints) {
      const roleClass = ROLE_CLASSES[surface].get(allow)
      if (roleClass === undefined) continue
      const isStep = fourEyes === 'decide' || fourEyes === 'send'
      const isWide = method !== 'GET' && roleClass.scope !== 'merchant' && !EVERYDAY.has(`${surface} ${allow}`)
      if (!isStep && !isWide) continue
      assert.equal(roleClass.needsSecondFactor, true, `${surface}: ${method} ${path} is of the class ${allow}`)
      for (const role of roleClass.roles) assert.ok(SECOND_FACTOR_ROLES.has(role), role)
    }
  assert.deepEqual([...SECOND_FACTOR_ROLES].sort(), [
    'fraud-admin',
    'fraud-analyst',
    'merchant-admin',
    'platform-admin',
    'pos-admin',
    'reconciliation-uploader',
    'tenant-admin',
    'transfer-admin',
    'transfer-merchant-admin',
  ])
})

test('no role opens a path of the other kind of realm', () => {
  const tenant = '00000000-0000-4000-8000-000000000010'
  const table: [scope: Parameters<typeof isInScope>[0], ofTenant: boolean, ofPlatform: boolean][] = [
    ['platform', false, true],
    ['tenant', true, false],
    ['merchant', true, false],
    ['realm', true, true],
    ['open', true, true],
  ]
  for (const [scope, ofTenant, ofPlatform] of table)
    assert.deepEqual([isInScope(scope, tenant), isInScope(scope, null)], [ofTenant, ofPlatform], scope)
})
