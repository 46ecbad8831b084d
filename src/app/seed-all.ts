/** Demo and reference data of a platform that starts empty; existing data stays unchanged. */
import { listTenantIds } from '../access/callers/realm-lookup.ts'
import { fillQuotaCounts } from '../access/limits/quota-jobs.ts'
import { seedHosts } from '../acquiring/hosts/seed-hosts.ts'
import { seedFraud } from '../fraud/seed-fraud.ts'
import { refreshDemoAddresses, writeDemoFile } from '../identity/seed/demo-file.ts'
import { addDemoPeople } from '../identity/seed/demo-people.ts'
import { DEMO_REALMS } from '../identity/seed/demo-realms.ts'
import { handOutFirstKey } from '../identity/seed/first-key.ts'
import { type MadeRealm, seedRealms } from '../identity/seed/seed-realms.ts'
import type { Runtime } from '../infra/runtime.ts'
import { isDone, markDone } from '../reference/seed/reference-seed-store.ts'
import { seedReference } from '../reference/seed/seed-reference.ts'
import { seedInbox } from '../webhooks/seed-webhooks.ts'
import { COUNTED_TABLES } from './handed-reads.ts'
import { provisionFirst } from './provision-tenants.ts'

const QUOTA_COUNTS = 'quota-counts'
const DEMO_TENANTS = DEMO_REALMS.map(({ tenant_id }) => tenant_id)

interface Seeded {
  /** Realms it created, with their secrets, which are shown only once. */
  readonly made: readonly MadeRealm[]
  /** Tenants whose banks and accounts are still to be made. */
  readonly unfinished: readonly string[]
}

/**
 * However many tenants there are, a start sends the same few statements. With `ownsAddresses`, addresses that a sandbox calls
 * follow the ports of this process; it is false if another process runs already, which has the bank and the inbox.
 */
export const seed = async (
  runtime: Runtime,
  report: (line: string) => void,
  ownsAddresses: boolean,
): Promise<Seeded> => {
  const isProduction = runtime.config.env === 'production'
  const made = await seedRealms(
    runtime,
    isProduction ? (fresh) => handOutFirstKey(runtime.config, fresh, report) : undefined,
  )
  if (!isProduction && made.length > 0) report(`wrote ${writeDemoFile(runtime.config, made)}`)
  else if (!isProduction && ownsAddresses) refreshDemoAddresses(runtime.config)
  if (!isProduction && made.length === 0) await addDemoPeople(runtime)
  await seedReference(runtime)
  await seedHosts(runtime, ownsAddresses)
  const tenantIds = await runtime.db.transaction({ as: 'platform' }, listTenantIds)
  const unfinished = await provisionFirst(
    runtime,
    DEMO_TENANTS.filter((id) => tenantIds.includes(id)),
    ownsAddresses,
  )
  await seedFraud(runtime, tenantIds)
  await seedInbox(runtime, ownsAddresses)
  if (!(await runtime.db.transaction({ as: 'platform' }, (tx) => isDone(tx, QUOTA_COUNTS)))) {
    await fillQuotaCounts(runtime, COUNTED_TABLES)
    await runtime.db.transaction({ as: 'platform' }, (tx) => markDone(tx, QUOTA_COUNTS))
  }
  return { made, unfinished }
}
