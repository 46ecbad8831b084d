/** Gives sandbox tenants their banks: SIMBANK with three configurations, the Default rule, bank codes, test cards; and a demo of every other connector. */
import { randomBytes } from 'node:crypto'
import { demoConnectors } from '../../connectors/registry.ts'
import { SEED_ERROR_CODES } from '../../connectors/simbank/simbank-codes.ts'
import { newId } from '../../core/id.ts'
import { AMOUNT_MAX } from '../../core/money.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { lastCharacters } from '../configurations/configuration-secrets.ts'
import { secretSealingContext } from '../tenant-banks/tenant-banks.ts'
import {
  insertSandboxBanks,
  moveDemoAddresses,
  type SandboxBanks,
  tenantsWithoutBank,
  tenantsWithoutBanks,
} from './seed-connectors-store.ts'
import { toDemoAddresses, toDemoBank } from './seed-demo-configurations.ts'
import { SEED_CARDS } from './seed-test-cards.ts'

const SIMBANK_CODE = 'SIMBANK'
/** For more tenants than this, one notification makes all tenants' banks be read again. */
const NAMED_MAX = 5
const DEMO_TENANT = '00000000-0000-4000-8000-000000000010'

/** Tenants that already had the bank, even if deleted since, are skipped; two concurrent starts seed once. */
export const seedConnectors = async (runtime: Runtime, tenantIds: readonly string[]): Promise<void> => {
  if (runtime.config.env !== 'sandbox') return
  await seedBank(runtime, SIMBANK_CODE, tenantIds, (tenantId) => sandboxBank(runtime, tenantId))
  for (const { demo, codes } of demoConnectors())
    await seedBank(runtime, demo.code, tenantIds, (tenantId) => toDemoBank(runtime, tenantId, demo, codes.rows))
}

/** Tenants of a sandbox that lack one of their banks. */
export const findTenantsWithoutBanks = (runtime: Runtime): Promise<string[]> => {
  const codes = [SIMBANK_CODE, ...demoConnectors().map(({ demo }) => demo.code)]
  return runtime.db.transaction({ as: 'platform' }, (tx) => tenantsWithoutBanks(tx, codes))
}

/** The bank simulator may listen elsewhere since the last start. */
export const followBankSimulator = async (runtime: Runtime): Promise<void> => {
  if (runtime.config.env !== 'sandbox') return
  let moved = 0
  for (const { demo } of demoConnectors()) {
    const { endpointUrl: endpoint, threeDSecureUrl: page } = toDemoAddresses(runtime, demo)
    const moving = { code: demo.code, path: demo.endpointPath, endpoint, page }
    moved += await runtime.db.transaction({ as: 'platform' }, (tx) => moveDemoAddresses(tx, moving))
  }
  if (moved > 0) runtime.notifications.publish('connectors')
}

const seedBank = async (
  runtime: Runtime,
  code: string,
  tenantIds: readonly string[],
  bankOf: (tenantId: string) => Promise<SandboxBanks>,
): Promise<void> => {
  const missing = await runtime.db.transaction({ as: 'platform' }, (tx) => tenantsWithoutBank(tx, code, tenantIds))
  if (missing.length === 0) return
  const banks = await Promise.all(missing.map(bankOf))
  const seeded = await runtime.db.transaction({ as: 'platform' }, (tx) => insertSandboxBanks(tx, mergeAll(banks)))
  for (const tenantId of seeded.length > NAMED_MAX ? [''] : seeded) {
    runtime.notifications.publish('connectors', tenantId)
    runtime.notifications.publish('test_cards', tenantId)
  }
}

const sandboxBank = async (runtime: Runtime, tenantId: string): Promise<SandboxBanks> => {
  const at = runtime.clock.ms()
  const ids = idsFor(tenantId, at)
  const [primary, fallback, limited] = await Promise.all(
    [ids.primary, ids.fallback, ids.limited].map((id) => sealedSecret(runtime, tenantId, id)),
  )
  const dated = (ms = at) => ({ tenant_id: tenantId, created: new Date(ms), last_modified: new Date(ms) })
  const stamp = (ms = at) => ({ ...dated(ms), is_active: true, is_deleted: false })
  const configuration = {
    ...stamp(),
    connector_id: ids.connector,
    mode: 'test',
  }
  return {
    connectors: [
      {
        ...stamp(),
        id: ids.connector,
        name: 'Simulated Bank',
        code: SIMBANK_CODE,
        type: 'custom',
        extra_properties: {},
      },
    ],
    connector_configurations: [
      {
        ...configuration,
        id: ids.primary,
        name: 'SIM-PRIMARY',
        priority: 10,
        ...primary,
        extra_properties: { supported_currencies: 'TRY,USD,EUR,GBP', dcc_enabled: 'true' },
      },
      {
        ...configuration,
        ...fallback,
        id: ids.fallback,
        name: 'SIM-FALLBACK',
        priority: 20,
        extra_properties: { supported_currencies: 'TRY' },
      },
      {
        ...configuration,
        ...limited,
        id: ids.limited,
        name: 'SIM-LIMITED',
        priority: 90,
        is_active: false,
        extra_properties: { supports_pre_auth: 'false', supports_refund: 'false', supports_points: 'false' },
      },
    ],
    routing_rules: [
      {
        ...stamp(),
        ...DEFAULT_RULE,
        id: ids.rule,
        target_connector_config_id: ids.primary,
        fallback_connector_config_id: ids.fallback,
      },
    ],
    connector_error_codes: SEED_ERROR_CODES.map((row) => ({ ...dated(), ...row, id: newId(at) })),
    // A millisecond apart, so that a newest-first list shows them in the order of their table.
    test_cards: SEED_CARDS.map((card, place) => ({ ...stamp(at - place), ...card, id: newId(at - place) })),
  }
}

const DEFAULT_RULE = {
  name: 'Default',
  priority: 100,
  min_amount: 0,
  max_amount: AMOUNT_MAX,
  weight: 0,
  success_rate: 0,
  average_response_time_ms: 1000,
  cost_score: 0,
  extra_properties: {},
}

/** The demo tenant's ids are fixed and public, any other tenant's are its own. */
const idsFor = (tenantId: string, at: number) => {
  const id = (number: string): string =>
    tenantId === DEMO_TENANT ? `00000000-0000-4000-8000-0000000000${number}` : newId(at)
  return { connector: id('30'), primary: id('31'), fallback: id('32'), limited: id('33'), rule: id('40') }
}

/** Signs the simulated bank's callbacks. */
const sealedSecret = async (runtime: Runtime, tenantId: string, configurationId: string) => {
  const place = secretSealingContext(configurationId, 'secret_key_sealed')
  const secret = randomBytes(32).toString('hex')
  const sealed = await runtime.sealer.seal(tenantId, place, secret)
  return { secret_key_sealed: `\\x${sealed.toString('hex')}`, secret_key_end: lastCharacters(secret) }
}

const mergeAll = (banks: readonly SandboxBanks[]): SandboxBanks => ({
  connectors: banks.flatMap((bank) => bank.connectors),
  connector_configurations: banks.flatMap((bank) => bank.connector_configurations),
  routing_rules: banks.flatMap((bank) => bank.routing_rules),
  connector_error_codes: banks.flatMap((bank) => bank.connector_error_codes),
  test_cards: banks.flatMap((bank) => bank.test_cards),
})
