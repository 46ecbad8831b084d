/** Drift between what is served and the list of what the interface promises: role class and four eyes of every operation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import { operationName, PROMISED } from '../../scripts/pages/promised.ts'
import type { Endpoint, SurfaceName } from '../../src/access/endpoint.ts'
import { possibleErrors } from '../../src/access/pipeline/common-errors.ts'

/** Served on top of the interface, with the class each has. */
const OURS: Record<string, string> = {
  'POST /api/v1/fields/sessions': 'pay',
  'POST /api/v1/fraud/rules/{}/test': 'analyst',
  'GET /api/v1/fraud/waiting-changes': 'analyst',
  'POST /api/v1/fraud/waiting-changes/{}/confirm': 'fraud-admin',
  'POST /api/v1/fraud/waiting-changes/{}/reject': 'fraud-admin',
  'GET /api/v1/waiting-changes': 'pos-read',
  'POST /api/v1/waiting-changes/{}/confirm': 'admin',
  'POST /api/v1/waiting-changes/{}/reject': 'admin',
  'POST /api/v1/connector-configurations/{}/confirm': 'admin',
  'POST /api/v1/connector-configurations/{}/reject': 'admin',
  'GET /api/v1/merchants/bank-profile-changes': 'bank-profiles',
  'POST /api/v1/merchants/{}/bank-profiles/{}/confirm': 'admin',
  'POST /api/v1/merchants/{}/bank-profiles/{}/reject': 'admin',
  'GET /api/v1/lookups/connector-hosts': 'any',
  'POST /api/v1/lookups/connector-hosts': 'platform',
  'DELETE /api/v1/lookups/connector-hosts/{}': 'platform',
  'cards GET /api/v1/settings/known': 'pos-read',
  'transfers GET /api/v1/settings/known': 'read',
  'cards GET /api/v1/settings/{}': 'pos-read',
  'transfers GET /api/v1/settings/{}': 'read',
  'GET /api/v1/webhook-subscriptions/health': 'hooks-read',
  'GET /api/v1/checkout/sessions': 'pay',
  'GET /api/v1/payments/order-link': 'pay',
  'GET /api/v1/fraud/alerts/{}': 'analyst',
  'GET /api/v1/platform/fraud/alerts/{}': 'platform',
  'GET /api/v1/fraud/alerts/assignees': 'analyst',
  'GET /api/v1/platform/fraud/alerts/assignees': 'platform',
  'POST /api/v1/fraud/alerts/{}/assign': 'analyst',
  'POST /api/v1/platform/fraud/alerts/{}/assign': 'platform',
  'GET /api/v1/fraud/rules/{}': 'analyst',
  'GET /api/v1/platform/fraud/rules/{}': 'platform',
  'GET /api/v1/fraud/blacklist/{}': 'analyst',
  'GET /api/v1/platform/fraud/blacklist/{}': 'platform',
  'GET /api/v1/cancellation-requests/{}': 'read',
  'GET /api/v1/recipients/{}': 'read',
  'GET /api/v1/connectoraccounts/{}': 'read',
  'POST /api/v1/transfers/bulk/check': 'create',
  'POST /api/v1/lookups/banks': 'platform',
  'PUT /api/v1/lookups/banks/{}': 'platform',
  'DELETE /api/v1/lookups/banks/{}': 'platform',
  'GET /api/v1/payments/{}/trace': 'read',
  'GET /api/v1/unresolved-operations': 'operate',
  'POST /api/v1/unresolved-operations/{}/propose': 'admin',
  'POST /api/v1/unresolved-operations/{}/confirm': 'admin',
  'POST /api/v1/reconciliations/files': 'bank-files',
  'GET /api/v1/reconciliations/files': 'pos-read',
  'POST /api/v1/reconciliations/files/{}/confirm': 'admin',
  'POST /api/v1/reconciliations/files/{}/reject': 'admin',
  'POST /api/v1/reconciliations/{}/details/{}/remedy': 'operate',
  'GET /api/v1/settlements/terms': 'read',
  'GET /api/v1/settlements/{}/lines': 'read',
  'POST /api/v1/settlements/terms': 'admin',
  'POST /api/v1/settlements/terms/{}/confirm': 'admin',
  'POST /api/v1/settlements/terms/{}/reject': 'admin',
  'POST /api/v1/settlements/{}/confirm': 'admin',
  'POST /api/v1/chargebacks/{}/evidence': 'money-back',
  'GET /api/v1/chargebacks/{}/evidence': 'read',
  'GET /api/v1/chargebacks/{}/evidence/{}': 'read',
  'DELETE /api/v1/chargebacks/{}/evidence/{}': 'money-back',
  'GET /api/v1/idempotency-keys': 'read',
  'GET /api/v1/api-request-logs/{}': 'pos-read',
  'GET /api/v1/webhook-subscriptions/deliveries': 'hooks-read',
  'GET /api/v1/webhook-subscriptions/deliveries/{}': 'hooks-read',
  'POST /api/v1/webhook-subscriptions/{}/replay': 'hooks',
  'GET /api/v1/webhooks/deliveries': 'read',
  'GET /api/v1/webhooks/deliveries/{}': 'read',
  'POST /api/v1/webhooks/{}/replay': 'manage',
  'GET /api/v1/audit-log': 'tenant',
  'GET /api/v1/platform/audit-log': 'platform',
  'POST /api/v1/auth/{}/change-password': 'none',
  'POST /api/v1/auth/{}/forgotten-password': 'none',
  'POST /api/v1/auth/{}/links/look-up': 'none',
  'POST /api/v1/auth/{}/links/use': 'none',
  'POST /api/v1/tenants/me/person-data/export': 'tenant',
  'POST /api/v1/tenants/me/person-data/erase': 'tenant',
  'GET /api/v1/monitors/findings': 'monitors',
  'GET /api/v1/monitors/channels': 'monitors',
  'POST /api/v1/monitors/channels': 'monitors',
  'GET /api/v1/monitors/channels/{}': 'monitors',
  'PUT /api/v1/monitors/channels/{}': 'monitors',
  'DELETE /api/v1/monitors/channels/{}': 'monitors',
  'POST /api/v1/monitors/channels/{}/test': 'monitors',
  'POST /api/v1/monitors/channels/{}/confirm': 'monitors',
  'POST /api/v1/monitors/channels/{}/code': 'monitors',
  'GET /api/v1/me/second-factor': 'any',
  'POST /api/v1/me/second-factor': 'any',
  'POST /api/v1/me/second-factor/confirm': 'any',
  'POST /api/v1/me/second-factor/disable': 'any',
  'POST /api/v1/me/second-factor/recovery-codes': 'any',
  'POST /api/v{}/users/{}/reset-second-factor': 'users',
  'POST /api/v{}/users/invitations': 'users',
  'POST /api/v{}/users/{}/invitation': 'users',
  'DELETE /api/v{}/users/{}/invitation': 'users',
  'GET /api/v1/platform/processes': 'platform',
  'GET /api/v1/platform/shards': 'platform',
  'GET /api/v1/platform/realms/{}/signing-keys': 'platform',
  'POST /api/v1/platform/realms/{}/signing-keys': 'platform',
  'DELETE /api/v1/platform/realms/{}/signing-keys/{}': 'platform',
  'GET /api/v1/tenants/me/identity-providers': 'tenant',
  'POST /api/v1/tenants/me/identity-providers': 'tenant',
  'GET /api/v1/tenants/me/identity-providers/{}': 'tenant',
  'PUT /api/v1/tenants/me/identity-providers/{}': 'tenant',
  'PATCH /api/v1/tenants/me/identity-providers/{}': 'tenant',
  'PATCH /api/v1/tenants/me/api-keys/{}': 'tenant',
  'PATCH /api/v1/platform/tenants/{}/api-keys/{}': 'platform',
  'PATCH /api/v1/merchants/{}': 'tenant',
  'DELETE /api/v1/tenants/me/identity-providers/{}': 'tenant',
  'POST /api/v1/tenants/me/identity-providers/{}/confirm': 'tenant',
  'POST /api/v1/tenants/me/identity-providers/{}/prove': 'tenant',
  'POST /api/v1/tenants/me/api-keys/{}/confirm': 'tenant',
  'POST /api/v{}/users/{}/confirm': 'users',
  'POST /api/v1/platform/tenants/{}/users/{}/confirm': 'platform',
}

/**
 * Wider than the interface's table, as its description of the role requires: an operator creates and queries. What would change where
 * money goes needs the class of the table (test/transfers/receiver-accounts.test.ts).
 */
const WIDER: Record<string, string> = {
  'POST /api/v1/receiveraccounts': 'create',
}

/** Four eyes where a tenant's setting or the kind of a file requires it, or where one operation is both steps. */
const ON_WISH = new Set([
  'PUT /api/v1/settings/{}',
  'PATCH /api/v1/fraud/rules/{}',
  'PATCH /api/v1/platform/fraud/rules/{}',
  'PUT /api/v1/settlements/{}/status',
  'PUT /api/v1/chargebacks/{}/status',
  'POST /api/v1/reconciliations/{}/details/{}/resolve',
  'POST /api/v1/reconciliations/{}/details/{}/remedy',
  'POST /api/v1/reconciliations/{}/finalize',
  'POST /api/v1/reconciliations/files/{}/reject',
])

/** Steps of ours: a second person confirms a bank's addresses and its files, credentials, and the outcome of an operation; no person decides the alert of what they created. */
const OUR_STEPS: Readonly<Partial<Record<SurfaceName, readonly string[]>>> = {
  cards: [
    'POST /api/v1/connector-configurations/{}/confirm',
    'POST /api/v1/merchants/{}/bank-profiles/{}/confirm',
    'POST /api/v1/reconciliations/files/{}/confirm',
    'POST /api/v1/settlements/terms/{}/confirm',
    'POST /api/v1/settlements/{}/confirm',
    'POST /api/v1/unresolved-operations/{}/confirm',
    'POST /api/v1/waiting-changes/{}/confirm',
  ],
  fraud: [
    ...['', '/platform'].flatMap((place) =>
      ['approve', 'reject'].map((verb) => `POST /api/v1${place}/fraud/alerts/{}/${verb}`),
    ),
    'POST /api/v1/fraud/waiting-changes/{}/confirm',
  ],
  identity: [
    'POST /api/v1/tenants/me/identity-providers/{}/confirm',
    'POST /api/v1/tenants/me/api-keys/{}/confirm',
    'POST /api/v{}/users/{}/confirm',
  ],
}

/** Names of path members are not compared. */
const nameOf = ({ method, path }: Endpoint): string => operationName(method, path)
const served = Object.entries(allEndpoints()) as [SurfaceName, Endpoint[]][]

for (const [surface, endpoints] of served) {
  const written = PROMISED.operations[surface]
  const operations = endpoints.filter(({ isPage }) => !isPage)

  test(`${surface}: every operation has the role class of the interface, or is an extension`, () => {
    for (const endpoint of operations) {
      const name = nameOf(endpoint)
      assert.equal(
        endpoint.allow,
        WIDER[name] ?? written[name]?.allow ?? OURS[name] ?? OURS[`${surface} ${name}`],
        name,
      )
    }
  })

  test(`${surface}: the steps of four eyes are those of the interface, and their refusal is documented`, () => {
    const deciding = operations.filter(({ fourEyes }) => fourEyes === 'decide' || fourEyes === 'send')
    const names = operations.map(nameOf)
    assert.deepEqual(
      deciding.map(nameOf).sort(),
      [
        ...PROMISED.fourEyes[surface].filter((name: string) => names.includes(name)),
        ...(OUR_STEPS[surface] ?? []),
      ].sort(),
    )
    for (const endpoint of operations)
      assert.equal(
        possibleErrors(surface, endpoint).includes('four_eyes_violation'),
        deciding.includes(endpoint) || ON_WISH.has(nameOf(endpoint)),
      )
  })

  test(`${surface}: no operation is served twice`, () => {
    assert.equal(new Set(operations.map(nameOf)).size, operations.length)
  })
}
