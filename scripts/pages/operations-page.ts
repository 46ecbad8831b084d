/** docs/operations.md: every operation of every surface, generated from the endpoints. */

import type { Endpoint, SurfaceName } from '../../src/access/endpoint.ts'
import { healthEndpoints, healthReport } from '../../src/access/health.ts'
import { requirePermission } from '../../src/access/permissions.ts'
import { possibleErrors } from '../../src/access/pipeline/common-errors.ts'
import { composeEndpoints } from '../../src/app/surfaces.ts'
import { chargebackEndpoints } from '../../src/chargebacks/chargeback-endpoints.ts'
import { checkoutEndpoints } from '../../src/checkout/checkout-endpoints.ts'
import { monitorEndpoints } from '../../src/monitors/monitor-endpoints.ts'
import { paymentEndpoints } from '../../src/payments/payment-endpoints.ts'
import { composeReconciliations } from '../../src/reconciliations/reconciliations-module.ts'
import { recurringEndpoints } from '../../src/recurring/recurring-endpoints.ts'
import { composeSettlements } from '../../src/settlements/settlements-module.ts'
import { transferEndpoints } from '../../src/transfers/transfer-endpoints.ts'
import { table } from './markdown.ts'

export const operationsPage = (): string => {
  const surfaces = Object.entries(allEndpoints()) as [SurfaceName, Endpoint[]][]
  return `# Operations

What each surface serves, made from the endpoints by \`npm run docs\`. The whole contract of an operation (members, headers,
answers) is in \`/openapi.json\` and \`/reference\` of its surface. *Own errors* come on top of the common ones every operation has.
*Who*: one of these roles. *Scope*: whose data it reaches: \`platform\` any tenant's (tokens of the realm \`master\` alone), \`tenant\` the whole
tenant's, \`merchant\` the same, or the own merchant's alone for callers bound to one, \`realm\` the caller's own realm, \`open\` nobody's.
*Four eyes*: which step of a resource it is; one person takes at most one.

${surfaces.map(([name, endpoints]) => `## ${name}\n\n${operationTable(name, endpoints)}`).join('\n\n')}
`
}

const operationTable = (surface: SurfaceName, endpoints: readonly Endpoint[]): string =>
  table(
    ['Operation', 'What it does', 'Who', 'Scope', 'Four eyes', 'Limit', 'Answers', 'Own errors'],
    endpoints.map((spec) => [
      `\`${spec.method} ${spec.path.replace(/:(\w+)/g, '{$1}')}\``,
      spec.summary,
      whoMay(surface, spec),
      requirePermission(surface, spec).scope,
      spec.fourEyes ?? '',
      spec.limit ?? 'plan',
      Object.keys(spec.answers).join(', '),
      ownErrors(surface, spec).join(', '),
    ]),
  )

/** The roles of an operation, in words. */
export const whoMay = (surface: SurfaceName, spec: Endpoint): string => {
  if (spec.allow === 'none') return 'no token'
  return requirePermission(surface, spec).roles?.join(', ') ?? 'any token'
}

const ownErrors = (surface: SurfaceName, spec: Endpoint): string[] => {
  const { errors: _errors, notFound: _notFound, ...bare } = spec
  const common = new Set(possibleErrors(surface, bare))
  return possibleErrors(surface, spec).filter((code) => !common.has(code))
}

/** The lists need no running program: what they are handed is only used when a request comes. */
export const allEndpoints = (): Record<SurfaceName, Endpoint[]> => {
  const health = { checks: [], isStopping: () => false }
  return composeEndpoints(
    standIn({ config: standIn({ env: 'sandbox' }) }),
    standIn({
      chargebacks: { endpoints: chargebackEndpoints(standIn({})) },
      reconciliations: composeReconciliations(standIn({})),
      settlements: composeSettlements(standIn({})),
      payments: { endpoints: paymentEndpoints(standIn({}), standIn({})) },
      checkout: { endpoints: checkoutEndpoints(standIn({})) },
      recurring: { endpoints: recurringEndpoints(standIn({})) },
      transfers: { endpoints: transferEndpoints(standIn({}), () => undefined) },
      alerts: { decisionHandlers: {} },
      monitors: { endpoints: monitorEndpoints(standIn({})) },
    }),
    { probes: healthEndpoints(health), report: healthReport(health) },
  )
}

/** Has the members given; whatever else is asked of it, or called on it, is another stand-in. */
const standIn = (known: object): never => {
  const get = (_target: unknown, name: string | symbol): unknown =>
    typeof name === 'symbol' ? undefined : ((known as Record<string, unknown>)[name] ?? standIn({}))
  return new Proxy(() => undefined, { get, apply: () => standIn({}) }) as never
}
