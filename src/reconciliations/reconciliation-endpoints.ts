/** The list of reconciliation endpoints of the card surface. */
import type { Endpoint } from '../access/endpoint.ts'
import type { Runtime } from '../infra/runtime.ts'
import { carryOutRemedy } from './endpoints/carry-out-remedy.ts'
import { closingEndpoints } from './endpoints/close-reconciliation.ts'
import { fileDecisions } from './endpoints/decide-file.ts'
import { readEndpoints } from './endpoints/read-reconciliations.ts'
import { resolveMany, resolveOne } from './endpoints/resolve-details.ts'
import { sendFile } from './endpoints/send-file.ts'
import { startReconciliation } from './endpoints/start-reconciliation.ts'
import type { FollowUpServices } from './follow-up/follow-up.ts'
import type { RemedyServices } from './resolution/carry-out.ts'
import type { SettlingServices } from './resolution/finalize.ts'
import type { ResolveServices } from './resolution/resolve-detail.ts'

export const reconciliationEndpoints = (
  services: ResolveServices & RemedyServices & FollowUpServices & SettlingServices & { runtime: Runtime },
): Endpoint[] => [
  ...readEndpoints,
  startReconciliation,
  sendFile(services),
  ...fileDecisions(services),
  resolveMany(services),
  resolveOne(services),
  carryOutRemedy(services),
  ...closingEndpoints(services),
]
