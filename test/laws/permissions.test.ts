/** Roles and role classes: each surface's table, class by class, against the contract's marks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurfaceName } from '../../src/access/endpoint.ts'
import { isAllowed, ROLE_CLASSES } from '../../src/access/permissions.ts'

/** Every role there is; a class names those that may. */
const ROLES = [
  'platform-admin',
  'tenant-admin',
  'pos-admin',
  'pos-operator',
  'pos-viewer',
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

const POS = ['pos-admin', 'pos-operator', 'pos-viewer']
const TRANSFER = ['transfer-admin', 'transfer-operator', 'transfer-viewer']
const MAY: Record<SurfaceName, Record<string, string[]>> = {
  cards: {
    pay: ['tenant-admin', 'pos-admin', 'pos-operator', 'merchant-admin', 'merchant-user'],
    'money-back': ['tenant-admin', 'pos-admin', 'pos-operator', 'merchant-admin'],
    read: ['tenant-admin', ...POS, 'merchant-admin', 'merchant-user'],
    'pos-read': ['tenant-admin', ...POS],
    operate: ['tenant-admin', 'pos-admin', 'pos-operator'],
    admin: ['tenant-admin', 'pos-admin'],
    approve: ['tenant-admin', 'pos-admin', 'merchant-admin'],
    'bank-profiles': ['tenant-admin', ...POS, 'merchant-admin'],
    hooks: ['tenant-admin', 'pos-admin', 'merchant-admin'],
    'hooks-read': ['tenant-admin', ...POS, 'merchant-admin'],
  },
  transfers: {
    read: ['tenant-admin', ...TRANSFER, 'transfer-merchant-admin', 'transfer-merchant-user'],
    create: [
      'tenant-admin',
      'transfer-admin',
      'transfer-operator',
      'transfer-merchant-admin',
      'transfer-merchant-user',
    ],
    decide: ['tenant-admin', 'transfer-admin', 'transfer-merchant-admin'],
    manage: ['tenant-admin', 'transfer-admin', 'transfer-merchant-admin'],
    admin: ['tenant-admin', 'transfer-admin'],
  },
  fraud: {
    platform: ['platform-admin'],
    analyst: ['tenant-admin', 'fraud-admin', 'fraud-analyst'],
    'fraud-admin': ['tenant-admin', 'fraud-admin'],
  },
  identity: {
    users: ['platform-admin', 'tenant-admin'],
    tenant: ['tenant-admin'],
    platform: ['platform-admin'],
    'merchants-read': ['tenant-admin', ...POS, ...TRANSFER, 'fraud-admin', 'fraud-analyst'],
  },
}

for (const [surface, classes] of Object.entries(MAY) as [SurfaceName, Record<string, string[]>][]) {
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

test('any and none ask for no role', () => {
  for (const roleClass of ['any', 'none']) assert.equal(isAllowed('cards', roleClass, new Set()), true)
})

test('a class that is not in the table is our mistake, not a refusal', () => {
  assert.throws(() => isAllowed('cards', 'nonsense', new Set(['tenant-admin'])), /no role class nonsense/)
})
