/** Demo and reference data of a platform that starts empty; existing data stays as it is. */
import { listTenantIds } from '../access/callers/realm-lookup.ts'
import { fillQuotaCounts } from '../access/limits/quota-jobs.ts'
import { seedHosts } from '../acquiring/hosts/seed-hosts.ts'
import { seedConnectors } from '../acquiring/seed/seed-connectors.ts'
import { seedFraud } from '../fraud/seed.ts'
import { refreshDemoAddresses, writeDemoFile } from '../identity/seed/demo-file.ts'
import { handOutFirstKey } from '../identity/seed/first-key.ts'
import { type MadeRealm, seedRealms } from '../identity/seed/seed-realms.ts'
import type { Runtime } from '../infra/runtime.ts'
import { seedReference } from '../reference/seed/seed-reference.ts'
import { seedTransfers } from '../transfers/seed.ts'
import { seedInbox } from '../webhooks/seed.ts'

/** Returns the realms it created, with their secrets, which are shown only once. */
export const seed = async (runtime: Runtime, report: (line: string) => void): Promise<readonly MadeRealm[]> => {
  const isProduction = runtime.config.env === 'production'
  const made = await seedRealms(
    runtime,
    isProduction ? (fresh) => handOutFirstKey(runtime.config, fresh, report) : undefined,
  )
  if (!isProduction && made.length > 0) report(`wrote ${writeDemoFile(runtime.config, made)}`)
  else if (!isProduction) refreshDemoAddresses(runtime.config)
  await seedReference(runtime)
  await seedHosts(runtime)
  const tenantIds = await runtime.db.acrossTenants(listTenantIds)
  await seedConnectors(runtime, tenantIds)
  await seedFraud(runtime, tenantIds)
  await seedTransfers(runtime, tenantIds)
  await seedInbox(runtime)
  await fillQuotaCounts(runtime)
  return made
}

/** What a tenant created later starts with; idempotent, so that every start may complete an interrupted call. */
export const provisionTenant = async (runtime: Runtime, tenantId: string): Promise<void> => {
  await seedConnectors(runtime, [tenantId])
  await seedTransfers(runtime, [tenantId])
}
