/** The list of endpoints for a tenant's banks and test cards. */
import type { Endpoint } from '../access/endpoint.ts'
import { confirmBankProfile, rejectBankProfile } from './bank-profiles/decide-profile.ts'
import { countBankProfiles, listBankProfiles, listChangedProfiles } from './bank-profiles/read-profiles.ts'
import { createBankProfile, deleteBankProfile, updateBankProfile } from './bank-profiles/write-profiles.ts'
import { confirmChange, rejectChange } from './configurations/confirm-change.ts'
import { createConfiguration } from './configurations/create-configuration.ts'
import { deleteConfiguration } from './configurations/delete-configuration.ts'
import { getConfiguration } from './configurations/get-configuration.ts'
import { listConfigurations } from './configurations/list-configurations.ts'
import { activateConfiguration, deactivateConfiguration } from './configurations/switch-configuration.ts'
import { type ConfigurationUpdateChecks, updateConfiguration } from './configurations/update-configuration.ts'
import { createConnector } from './connectors/create-connector.ts'
import { deleteConnector } from './connectors/delete-connector.ts'
import { getConnector } from './connectors/get-connector.ts'
import { listConnectors } from './connectors/list-connectors.ts'
import { activateConnector, deactivateConnector } from './connectors/switch-connector.ts'
import { updateConnector } from './connectors/update-connector.ts'
import { writeErrorCodes } from './error-codes/bulk-write-error-codes.ts'
import { listErrorCodes, listErrorCodesOfConnector } from './error-codes/list-error-codes.ts'
import { updateErrorCode } from './error-codes/update-error-code.ts'
import { getConnectorDetail } from './get-connector-detail.ts'
import { getConfigurationHealth, getConnectorHealth, listConnectorHealth } from './health/get-health.ts'
import { listHosts } from './hosts/list-hosts.ts'
import { createHost, deleteHost } from './hosts/write-hosts.ts'
import { getRequestLog } from './request-log/get-request-log.ts'
import { listRequestLogs } from './request-log/list-request-logs.ts'
import { routingEndpoints } from './routing-rules/routing-endpoints.ts'
import type { Connectors } from './tenant-banks/connectors-module.ts'
import { createTestCard } from './test-cards/create-test-card.ts'
import { deleteTestCard } from './test-cards/delete-test-card.ts'
import { generateTestCards } from './test-cards/generate-test-cards.ts'
import { getTestCard } from './test-cards/get-test-card.ts'
import { listTestCards } from './test-cards/list-test-cards.ts'
import { activateTestCard, deactivateTestCard } from './test-cards/switch-test-card.ts'
import { updateTestCard } from './test-cards/update-test-card.ts'
import { waitingBankChanges } from './waiting-surface.ts'

export const connectorEndpoints = (connectors: Connectors & ConfigurationUpdateChecks): readonly Endpoint[] => [
  listConnectors,
  createConnector,
  getConnector,
  updateConnector(connectors),
  deleteConnector,
  activateConnector(connectors),
  deactivateConnector(connectors),
  getConnectorHealth(connectors),
  getConnectorDetail(connectors),
  listConfigurations,
  createConfiguration(connectors),
  getConfiguration,
  updateConfiguration(connectors),
  deleteConfiguration(connectors),
  activateConfiguration(connectors),
  deactivateConfiguration(connectors),
  confirmChange(connectors),
  rejectChange,
  getConfigurationHealth(connectors),
  listErrorCodes,
  listErrorCodesOfConnector,
  writeErrorCodes(connectors),
  updateErrorCode(connectors),
  listConnectorHealth(connectors),
  listHosts,
  listBankProfiles,
  createBankProfile(connectors),
  countBankProfiles,
  listChangedProfiles,
  updateBankProfile(connectors),
  deleteBankProfile(connectors),
  confirmBankProfile,
  rejectBankProfile,
  ...routingEndpoints(connectors),
  ...waitingBankChanges,
  listRequestLogs,
  getRequestLog,
  listTestCards,
  getTestCard,
  createTestCard,
  generateTestCards,
  updateTestCard,
  deleteTestCard,
  activateTestCard,
  deactivateTestCard,
]

/** On the identity surface, where the platform lists the allowed hosts of its tenants' banks. */
export const hostEndpoints: readonly Endpoint[] = [listHosts, createHost, deleteHost]
