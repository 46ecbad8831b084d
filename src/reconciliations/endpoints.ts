/** The list of reconciliation endpoints of the card surface. */
import type { Endpoint } from '../access/endpoint.ts'
import { closingEndpoints } from './endpoints/close-reconciliation.ts'
import { readEndpoints } from './endpoints/read-reconciliations.ts'
import { resolveMany, resolveOne } from './endpoints/resolve-details.ts'
import { startReconciliation } from './endpoints/start-reconciliation.ts'
import type { ResolveServices } from './resolution/resolve-detail.ts'

export const reconciliationEndpoints = (services: ResolveServices): Endpoint[] => [
  ...readEndpoints,
  startReconciliation,
  resolveMany(services),
  resolveOne(services),
  ...closingEndpoints,
]
