/** The banks as the rest of the program meets them: who there is, who serves a configuration, and how to call it. */
import type { House } from '../infra/house.ts'
import type { Configuration } from './attempt.ts'
import { type BankCalls, openBankCalls } from './call-bank.ts'
import { type ErrorCodes, openTenantBanks } from './configurations.ts'
import { openRegistry, type Registry } from './registry.ts'
import type { RoutingRule, RoutingSettings } from './routing-store.ts'
import { openTestCards } from './test-cards/test-cards.ts'

export interface Connectors extends BankCalls, Registry {
  /** Active or not, best priority first, secrets opened. */
  configurationsOf(tenantId: string): Promise<readonly Configuration[]>
  /** Active rules, lowest priority number first. */
  routingRulesOf(tenantId: string): Promise<readonly RoutingRule[]>
  routingSettingsOf(tenantId: string): Promise<RoutingSettings>
  errorCodesOf(tenantId: string): Promise<ErrorCodes>
  close(): void
}

export const openConnectors = (house: House): Connectors => {
  const banks = openTenantBanks(house)
  const testCards = openTestCards(house)
  const registry = openRegistry({ env: house.config.env, testCardOf: testCards.cardOf })
  const calls = openBankCalls({ clock: house.clock, onFault: (event, facts) => house.log.warn(event, facts) })
  return {
    ...registry,
    ...calls,
    configurationsOf: async (tenantId) => (await banks.of(tenantId)).configurations,
    routingRulesOf: async (tenantId) => (await banks.of(tenantId)).routingRules,
    routingSettingsOf: async (tenantId) => (await banks.of(tenantId)).routingSettings,
    errorCodesOf: async (tenantId) => (await banks.of(tenantId)).errorCodes,
    close() {
      banks.close()
      testCards.close()
    },
  }
}
