/** Demo and reference data of a platform that starts empty; every part leaves alone what is there already. */
import { tenantsOf } from '../access/callers/realm-lookup.ts'
import { fillQuotaCounts } from '../access/limits/quota-jobs.ts'
import { seedHosts } from '../acquiring/hosts/seed-hosts.ts'
import { seedConnectors } from '../acquiring/seed/seed-connectors.ts'
import { seedFraud } from '../fraud/seed.ts'
import { refreshDemoAddresses, writeDemoFile } from '../identity/seed/demo-file.ts'
import { handOutFirstKey } from '../identity/seed/first-key.ts'
import { type MadeRealm, seedRealms } from '../identity/seed/seed-realms.ts'
import type { House } from '../infra/runtime.ts'
import { seedReference } from '../reference/seed/seed-reference.ts'
import { seedTransfers } from '../transfers/seed.ts'
import { seedInbox } from '../webhooks/seed.ts'

/** Answers the realms it made, with their secrets: they are told this once. */
export const seed = async (house: House, report: (line: string) => void): Promise<readonly MadeRealm[]> => {
  const isProduction = house.config.env === 'production'
  const made = await seedRealms(
    house,
    isProduction ? (fresh) => handOutFirstKey(house.config, fresh, report) : undefined,
  )
  if (!isProduction && made.length > 0) report(`wrote ${writeDemoFile(house.config, made)}`)
  else if (!isProduction) refreshDemoAddresses(house.config)
  await seedReference(house)
  await seedHosts(house)
  const tenantIds = await house.db.acrossTenants(tenantsOf)
  await seedConnectors(house, tenantIds)
  await seedFraud(house, tenantIds)
  await seedTransfers(house, tenantIds)
  await seedInbox(house)
  await fillQuotaCounts(house)
  return made
}

/** What a tenant made later starts with; finds done what is done, so that every start may make up for a broken call. */
export const furnishTenant = async (house: House, tenantId: string): Promise<void> => {
  await seedConnectors(house, [tenantId])
  await seedTransfers(house, [tenantId])
}
