/** Checks of a configuration before it is saved: addresses, known keys, and what its bank requires. */

import type { Configuration } from '../../connectors/attempt.ts'
import type { ConfigurationFault, Connector } from '../../connectors/port.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Connectors } from '../tenant-banks/connectors-module.ts'
import { toConfiguration } from '../tenant-banks/tenant-banks.ts'
import type { StoredConfiguration } from './configuration-store.ts'
import { checkKnownSettings } from './connector-settings.ts'

export type ConfigurationChecks = Pick<Connectors, 'connectorFor' | 'bankAddressFault' | 'bankHostFault'>

export const ADDRESSES = ['api_endpoint_url', 'three_d_secure_endpoint_url'] as const

/**
 * Throws validation_failed with every fault found. Addresses are checked when they differ from `known`, and when the
 * configuration is activated. Queries DNS: never inside a transaction.
 */
export const checkConfiguration = async (
  services: ConfigurationChecks,
  row: StoredConfiguration,
  secrets: Configuration['secrets'],
  currentConfiguration?: StoredConfiguration,
): Promise<void> => {
  const configuration = toConfiguration(row, secrets)
  const connector = services.connectorFor(configuration)
  const faults = [
    ...(await addressFaults(services, row, currentConfiguration)),
    ...credentialFaults(secrets),
    ...checkKnownSettings(configuration.settings, connector?.capabilities),
    ...bankFaults(connector, configuration),
  ]
  const [first] = faults
  if (first === undefined) return
  throw new Problem('validation_failed', {
    detail: phrase`${first.field} ${first.message}.`,
    errors: faults.map(({ field, message }) => ({ field, code: 'validation_failed', message })),
  })
}

const addressFaults = async (
  services: ConfigurationChecks,
  row: StoredConfiguration,
  currentConfiguration: StoredConfiguration | undefined,
): Promise<ConfigurationFault[]> => {
  const isSwitchedOn = row.is_active && currentConfiguration?.is_active !== true
  const checked = ADDRESSES.filter(
    (field) => row[field] !== null && (isSwitchedOn || row[field] !== currentConfiguration?.[field]),
  )
  const faults = await Promise.all(
    checked.map(async (field) => ({ field, fault: await addressFault(services, row, row[field] as string) })),
  )
  return faults.flatMap(({ field, fault }) =>
    fault === null ? [] : { field, message: phrase`may not be called: ${fault}` },
  )
}

/** The list comes first: a host that is not on it is not resolved either. */
const addressFault = async (
  services: ConfigurationChecks,
  row: StoredConfiguration,
  url: string,
): Promise<string | null> =>
  (await services.bankHostFault({ tenantId: row.tenant_id, connectorType: row.connector_type }, url)) ??
  services.bankAddressFault(url)

const credentialFaults = ({ extraCredentials }: Configuration['secrets']): ConfigurationFault[] => {
  const isJson = extraCredentials?.use((text) => {
    try {
      return typeof JSON.parse(text) === 'object'
    } catch {
      return false
    }
  })
  return isJson === false ? [{ field: 'extra_credentials', message: phrase`must be a JSON object, as text` }] : []
}

/** A configuration without a connector can be prepared now, and activated once a connector exists. */
const bankFaults = (connector: Connector | undefined, configuration: Configuration): readonly ConfigurationFault[] => {
  if (connector !== undefined) return connector.checkSettings?.(configuration) ?? []
  return configuration.isActive
    ? [
        {
          field: 'is_active',
          message: phrase`must be false: nothing here speaks to banks of type ${configuration.connectorType} yet`,
        },
      ]
    : []
}
