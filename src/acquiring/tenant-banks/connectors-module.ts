/** Gives other modules a tenant's banks: configurations, the connector of each, and how to call it. */

import type { Configuration } from '../../connectors/attempt.ts'
import { type BankCalls, createBankCalls } from '../../connectors/call/call-bank.ts'
import { type ChallengeCalls, createChallengeCalls } from '../../connectors/call/call-challenge.ts'
import { type ConversionCalls, createConversionCalls } from '../../connectors/call/call-conversion.ts'
import type { Connector } from '../../connectors/port.ts'
import { createRegistry, type Registry } from '../../connectors/registry.ts'
import { challengeUrl } from '../../connectors/simbank/acs/challenge-token.ts'
import { createChallenges } from '../../connectors/simbank/challenge-store.ts'
import { createBankHttpClient } from '../../connectors/transport/bank-http-client.ts'
import { bankTargetRules } from '../../connectors/transport/bank-target-rules.ts'
import { istanbulDay } from '../../core/clock.ts'
import { createCountedFaults } from '../../infra/process/log/counted-faults.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { hostAndPort } from '../hosts/host-name.ts'
import { isListedHost } from '../hosts/host-store.ts'
import { countRoutedPayment } from '../routing-rules/routing-store.ts'
import { createTestCards } from '../test-cards/test-card-cache.ts'
import { createTenantBanks, type ErrorCodes, type TenantBanks } from './tenant-banks.ts'

/** A configuration and the connector that serves it. */
export interface ServedConfiguration {
  readonly configuration: Configuration
  readonly connector: Connector
}

export interface Connectors extends BankCalls, ChallengeCalls, ConversionCalls, Registry {
  /** Active or not, best priority first, secrets opened. */
  configurationsOf(tenantId: string): Promise<readonly Configuration[]>
  /** Through which something was sent, or will be; undefined when its configuration was deleted or no connector serves it. */
  servedConfiguration(of: {
    tenant_id: string
    configuration_id: string | null
  }): Promise<ServedConfiguration | undefined>
  /** Active rules of both kinds, lowest priority number first, and the tenant's settings. */
  routingOf(tenantId: string): Promise<Pick<TenantBanks, 'routingRules' | 'simpleRules' | 'routingSettings'>>
  /** Counts a payment of a rule with a daily limit. Returns false if the limit is reached, and the rule is then skipped. */
  countRouted(tenantId: string, rule: { id: string; limit: number }): Promise<boolean>
  errorCodesOf(tenantId: string): Promise<ErrorCodes>
  /** Why an address may not be a bank's, or null. Queries DNS: never inside a transaction. */
  bankAddressFault(url: string): Promise<string | null>
  /** Why an address of a configuration is not among its type's hosts, or null. Reads the list: never inside a transaction. */
  bankHostFault(of: { tenantId: string; connectorType: string }, url: string): Promise<string | null>
  close(): void
}

const notListed = (connectorType: string, { host, port }: { host: string; port: number }): string =>
  `${host}, port ${port}, is not among the hosts of ${connectorType} (GET /api/v1/lookups/connector-hosts); the platform lists one`

export const composeConnectors = (runtime: Runtime): Connectors => {
  const testCards = createTestCards(runtime)
  const { env } = runtime.config
  const rules = bankTargetRules(runtime.config)
  const httpClient = createBankHttpClient(rules)
  const simbank = {
    accountsApi: {
      httpClient,
      bankUrl: runtime.config.urls.bank,
      noticeUrl: `${runtime.config.urls.transfers}/api/v1/webhooks/transfer-notification`,
    },
    testCardOf: testCards.cardOf,
    challenges: createChallenges(runtime),
    challengeUrl: (tenantId: string, transactionId: string) => challengeUrl(runtime, tenantId, transactionId),
  }
  const registry = createRegistry({ httpClient, ...(env === 'sandbox' ? { simbank } : {}) })
  const banks = createTenantBanks(runtime, registry)
  // An unavailable bank is asked about each open payment: the request log has every call, the log of the program the fault.
  const silent = createCountedFaults((facts) => runtime.log.warn('bank.no_answer', facts))
  const calls = createBankCalls({
    clock: runtime.clock,
    onFault: (event, facts) =>
      event === 'bank.no_answer' ? silent.note(String(facts.configuration_id), facts) : runtime.log.warn(event, facts),
  })
  return {
    ...registry,
    ...calls,
    ...createChallengeCalls(calls),
    ...createConversionCalls(calls),
    configurationsOf: async (tenantId) => (await banks.of(tenantId)).configurations,
    async servedConfiguration({ tenant_id, configuration_id }) {
      const configuration = (await banks.of(tenant_id)).configurations.find(({ id }) => id === configuration_id)
      const connector = configuration && registry.connectorFor(configuration)
      return configuration && connector && { configuration, connector }
    },
    routingOf: banks.of,
    countRouted: (tenantId, rule) =>
      runtime.db.transaction({ of: tenantId }, (tx) =>
        countRoutedPayment(tx, { tenantId, ...rule }, istanbulDay(runtime.clock.ms())),
      ),
    errorCodesOf: async (tenantId) => (await banks.of(tenantId)).errorCodes,
    bankAddressFault: httpClient.addressFault,
    async bankHostFault({ tenantId, connectorType }, url) {
      const target = hostAndPort(url, rules)
      if (target === null) return null // faults of its form are reported by bankAddressFault
      const isListed = await runtime.db.transaction({ of: tenantId }, (tx) =>
        isListedHost(tx, { connectorType, ...target }),
      )
      return isListed ? null : notListed(connectorType, target)
    },
    close() {
      silent.stop()
      silent.tell()
      banks.close()
      testCards.close()
      httpClient.close()
    },
  }
}
