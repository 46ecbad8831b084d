/** Every operation, called with every single role, for its own merchant, another one of the tenant, and one of another tenant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MERCHANT_ROLES } from '../../../src/access/permissions.ts'
import type { Operation } from '../../resilience/fuzz/operations.ts'
import type { Answer } from '../../support/http.ts'
import { assertProblem } from '../../support/problems.ts'
import { use } from '../../support/use.ts'
import { inLanes, nameOf, openRig, ROLES } from './rig.ts'

const rig = use(openRig)

type Whose = 'own merchant' | 'other merchant' | 'other tenant'
type Expected = 'through' | 'role' | 'merchant_not_found' | 'tenant'

const hasMerchants = ({ surface }: Operation): boolean => surface === 'cards' || surface === 'transfers'

/** The order of docs/interface/requests.md#order-of-checks: tenant header, role and scope, merchant. */
const expectedOf = (operation: Operation, role: string, whose: Whose): Expected => {
  const isPlatform = role === 'platform-admin'
  if (operation.surface === 'transfers' && (isPlatform || whose === 'other tenant')) return 'tenant'
  if (operation.roles !== undefined && !operation.roles.includes(role)) return 'role'
  if (!hasMerchants(operation) || isPlatform || whose === 'own merchant') return 'through'
  if (whose === 'other tenant' || MERCHANT_ROLES.has(role)) return 'merchant_not_found'
  return 'through'
}

const headersOf = (operation: Operation, whose: Whose): Record<string, string> => ({
  'x-merchant-id':
    whose === 'own merchant'
      ? rig.merchantId
      : whose === 'other merchant'
        ? rig.otherMerchantId
        : rig.foreignMerchantId,
  ...(operation.surface === 'transfers' && whose === 'other tenant'
    ? { 'x-tenant-id': '00000000-0000-4000-8000-000000000011' }
    : {}),
})

const judge = (answer: Answer, expected: Expected, what: string): void => {
  if (expected === 'role') assertProblem(answer, 'forbidden', /needs one of the roles/)
  else if (expected === 'tenant') assertProblem(answer, 'forbidden', /tenant of this token/)
  else if (expected === 'merchant_not_found') assertProblem(answer, 'merchant_not_found')
  else {
    const isRefusal = answer.status === 403 && /needs one of|X-Tenant-Id|merchant_not_found/.test(answer.text)
    // 502: it came as far as asking a bank, and there is none here.
    assert.ok(
      answer.status !== 401 && (answer.status < 500 || answer.status === 502) && !isRefusal,
      `${what}: ${answer.text}`,
    )
  }
}

for (const role of ROLES)
  test(`${role}: what the table gives it, and nothing else`, async (t) => {
    const token = rig.tokenOf(role)
    const tally: Record<Expected, number> = { through: 0, role: 0, merchant_not_found: 0, tenant: 0 }
    const cells = rig.operations
      .filter(({ hasToken }) => hasToken)
      .flatMap((operation) =>
        (['own merchant', 'other merchant', 'other tenant'] as const).map((whose) => ({ operation, whose })),
      )
    await inLanes(cells, async ({ operation, whose }) => {
      const expected = expectedOf(operation, role, whose)
      const headers = headersOf(operation, whose)
      const answer = await rig.call(operation, { token, headers, ...(operation.body ? { body: {} } : {}) })
      judge(answer, expected, `${nameOf(operation)} for ${whose}`)
      tally[expected]++
    })
    t.diagnostic(`${cells.length} cells: ${JSON.stringify(tally)}`)
  })

for (const role of ROLES.filter((role) => role !== 'platform-admin'))
  test(`${role}, bound to a merchant: nothing that holds for the whole tenant is its to write`, async (t) => {
    const token = rig.boundTokenOf(role)
    const reached = rig.operations.filter(({ method, roles }) => method !== 'GET' && roles?.includes(role))
    const tally = { refused: 0, through: 0 }
    await inLanes(reached, async (operation) => {
      const { surface, scope, isTenantWide } = operation
      const answer = await rig.call(operation, { token, ...(operation.body ? { body: {} } : {}) })
      if (isTenantWide) assertProblem(answer, 'forbidden', /bound to a merchant/)
      else
        assert.ok(
          answer.status !== 403 || !/bound to a merchant/.test(answer.text),
          `${nameOf(operation)}: ${answer.text}`,
        )
      // What a role class gives for all of the tenant is refused, unless the operation restricts itself to the caller's merchant.
      if (scope === 'tenant') assert.equal(isTenantWide, !NARROWED.has(nameOf(operation)), nameOf(operation))
      else assert.ok(!isTenantWide && (scope === 'merchant' || surface === 'identity'), nameOf(operation))
      tally[isTenantWide ? 'refused' : 'through']++
    })
    t.diagnostic(JSON.stringify(tally))
  })
/** Writes of a tenant-wide class that check the caller's merchant themselves, or write nothing. */
const NARROWED = new Set([
  'cards POST /api/v1/routing-rules/resolve',
  'cards POST /api/v1/chargebacks',
  'cards PUT /api/v1/chargebacks/{id}/status',
  'fraud POST /api/v1/fraud/alerts/{id}/approve',
  'fraud POST /api/v1/fraud/alerts/{id}/assign',
  'fraud POST /api/v1/fraud/alerts/{id}/reject',
  'identity PUT /api/v1/merchants/{id}',
  'identity PATCH /api/v1/merchants/{id}',
  'identity DELETE /api/v1/merchants/{id}',
  'identity POST /api/v1/tenants/me/api-keys',
  'identity PUT /api/v1/tenants/me/api-keys/{id}',
  'identity PATCH /api/v1/tenants/me/api-keys/{id}',
  'identity DELETE /api/v1/tenants/me/api-keys/{id}',
  'identity POST /api/v1/tenants/me/api-keys/{id}/rotate-secret',
])

test('every role is somewhere, every operation has a scope', () => {
  for (const { surface, scope, hasToken, roles, path } of rig.operations) {
    assert.ok(['platform', 'tenant', 'merchant', 'realm', 'open'].includes(scope), `${surface} ${path}`)
    assert.equal(scope === 'open', !hasToken || roles === undefined)
  }
  const named = new Set(rig.operations.flatMap(({ roles }) => roles ?? []))
  assert.deepEqual(
    [...named].filter((role) => !ROLES.includes(role)),
    [],
  )
})
