/**
 * Gives a sandbox's tenants their banks, test cards and accounts: new tenants, and those whose creation was interrupted. Missing parts
 * are found for all tenants at once: with 5,000 of them a start takes 3 seconds instead of 10. Their secrets need data keys, which are
 * committed separately, so this follows the commit of a new tenant.
 */
import { findTenantsWithoutBanks, followBankSimulator, seedConnectors } from '../acquiring/seed/seed-connectors.ts'
import type { Runtime } from '../infra/runtime.ts'
import { seedTerms } from '../settlements/terms/seed-terms.ts'
import { findTenantsWithoutAccounts, seedTransfers } from '../transfers/seed-transfers.ts'

/** A crash leaves one tenant unfinished, or a few; of any number of them the others are completed after the start. */
const FIRST_MAX = 20
const PIECE = 50

/** Gives a tenant that is created later its initial data; idempotent, so that every start may complete an interrupted call. */
export const provisionTenant = (runtime: Runtime, tenantId: string): Promise<void> =>
  provisionTenants(runtime, [tenantId])

const provisionTenants = async (runtime: Runtime, tenantIds: readonly string[]): Promise<void> => {
  await seedConnectors(runtime, tenantIds)
  await seedTransfers(runtime, tenantIds)
  await seedTerms(runtime, tenantIds)
}

/** The demo tenants first: they are created at the first start. Returns tenants that are left for {@link startProvisioning}. */
export const provisionFirst = async (
  runtime: Runtime,
  demoTenants: readonly string[],
  ownsAddresses: boolean,
): Promise<readonly string[]> => {
  if (runtime.config.env !== 'sandbox') return []
  if (ownsAddresses) await followBankSimulator(runtime)
  await provisionTenants(runtime, demoTenants)
  const unfinished = new Set([
    ...(await findTenantsWithoutBanks(runtime)),
    ...(await runtime.db.transaction({ as: 'platform' }, findTenantsWithoutAccounts)),
  ])
  const [first, others] = [[...unfinished].slice(0, FIRST_MAX), [...unfinished].slice(FIRST_MAX)]
  await provisionTenants(runtime, first)
  return others
}

/** Works piece by piece while the program serves. Returns a function that stops it after the current piece. */
export const startProvisioning = (runtime: Runtime, tenantIds: readonly string[]): (() => Promise<void>) => {
  let isStopping = false
  const run = async (): Promise<void> => {
    for (let from = 0; from < tenantIds.length && !isStopping; from += PIECE)
      await provisionTenants(runtime, tenantIds.slice(from, from + PIECE))
  }
  // The next start finds the remaining tenants.
  const running = run().catch((err) => runtime.log.error('tenants.not_provisioned', { err }))
  return async () => {
    isStopping = true
    await running
  }
}
