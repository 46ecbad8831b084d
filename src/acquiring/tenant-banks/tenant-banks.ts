/** A tenant's access to banks, cached in memory: configurations with opened secrets, routing, meaning of bank codes. */

import type { Configuration } from '../../connectors/attempt.ts'
import { type CodeTable, toMainCode } from '../../connectors/codes/code-table.ts'
import { findBankCodeMeaning } from '../../connectors/own-bank-codes.ts'
import type { Registry } from '../../connectors/registry.ts'
import type { ErrorCategoryName } from '../../core/schema.ts'
import { Secret } from '../../core/secret.ts'
import type { SealingContext } from '../../infra/crypto/sealer.ts'
import { createTenantCache, type TenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import {
  type RoutingRule,
  type RoutingSettings,
  type SimpleRule,
  selectRoutingRules,
  selectRoutingSettings,
  selectSimpleRules,
} from '../routing-rules/routing-store.ts'
import {
  type ConfigurationRow,
  type ErrorCodeRow,
  selectConfigurations,
  selectErrorCodes,
  selectSubMerchants,
} from './tenant-banks-store.ts'

/** The tenant's meaning of a bank code; the platform's own table covers codes without a row. */
interface ErrorCodeMeaning {
  readonly storedCode: string
  readonly category: ErrorCategoryName
  readonly shouldRetry: boolean
  readonly turkishMessage: string | null
  readonly englishMessage: string | null
}
export type ErrorCodes = (connectorCode: string, providerCode: string) => ErrorCodeMeaning

/** Everything a payment needs to know before it chooses a bank; one load, one cache entry. */
export interface TenantBanks {
  /** Active or not, best priority first. */
  readonly configurations: readonly Configuration[]
  /** Active rules, lowest priority number first. */
  readonly routingRules: readonly RoutingRule[]
  /** Active ones, lowest priority number first. */
  readonly simpleRules: readonly SimpleRule[]
  readonly routingSettings: RoutingSettings
  readonly errorCodes: ErrorCodes
}

export const createTenantBanks = (runtime: Runtime, registry: Registry): TenantCache<TenantBanks> =>
  createTenantCache({
    notifications: runtime.notifications,
    topic: 'connectors',
    load: (tenantId) => load(runtime, registry, tenantId),
  })

const load = async (runtime: Runtime, registry: Registry, tenantId: string): Promise<TenantBanks> => {
  const [rows, routingRules, simpleRules, routingSettings, codes, subMerchants] = await runtime.db.transaction(
    { of: tenantId },
    (tx) =>
      Promise.all([
        selectConfigurations(tx, tenantId),
        selectRoutingRules(tx, tenantId),
        selectSimpleRules(tx, tenantId),
        selectRoutingSettings(tx, tenantId),
        selectErrorCodes(tx, tenantId),
        selectSubMerchants(tx, tenantId),
      ]),
  )
  const configurations = await Promise.all(
    rows.map(async (row) =>
      withSubMerchants(
        toConfiguration({ ...row, tenant_id: tenantId }, await openSecrets(runtime, tenantId, row)),
        subMerchants,
      ),
    ),
  )
  const tables = new Map(configurations.map((each) => [each.connectorCode, registry.connectorFor(each)?.codes]))
  return { configurations, routingRules, simpleRules, routingSettings, errorCodes: readerOf(codes, tables) }
}

const withSubMerchants = (
  configuration: Configuration,
  profiles: Awaited<ReturnType<typeof selectSubMerchants>>,
): Configuration => {
  const own = profiles.filter(({ configuration_id }) => configuration_id === configuration.id)
  return own.length === 0
    ? configuration
    : { ...configuration, subMerchants: new Map(own.map((each) => [each.merchant_id, each])) }
}

type SealedSecrets = Pick<ConfigurationRow, 'id' | SecretColumn>

/** Must not be called inside a transaction: unsealing may need another connection. */
export const openSecrets = async (
  runtime: Runtime,
  tenantId: string,
  row: SealedSecrets,
): Promise<Configuration['secrets']> => {
  const open = async (column: SecretColumn): Promise<Secret | undefined> => {
    const sealed = row[column]
    return sealed === null
      ? undefined
      : new Secret(await runtime.sealer.open(tenantId, secretSealingContext(row.id, column), sealed))
  }
  const [apiKey, secretKey, password, extraCredentials] = await Promise.all(SECRET_COLUMNS.map(open))
  return {
    ...(apiKey && { apiKey }),
    ...(secretKey && { secretKey }),
    ...(password && { password }),
    ...(extraCredentials && { extraCredentials }),
  }
}

/** A row as connectors receive it. */
export const toConfiguration = (
  row: ConfigurationRow & { tenant_id: string },
  secrets: Configuration['secrets'],
): Configuration => ({
  tenantId: row.tenant_id,
  id: row.id,
  connectorId: row.connector_id,
  connectorCode: row.connector_code,
  connectorType: row.connector_type,
  name: row.name,
  mode: row.mode,
  priority: row.priority,
  isActive: row.is_active,
  settings: row.extra_properties,
  secrets,
  username: row.username,
  terminalId: row.terminal_id,
  storeId: row.store_id,
  bankCode: row.bank_code,
  endpointUrl: row.api_endpoint_url,
  threeDSecureEndpointUrl: row.three_d_secure_endpoint_url,
  changedAt: row.last_modified.getTime(),
})

const SECRET_COLUMNS = ['api_key_sealed', 'secret_key_sealed', 'password_sealed', 'extra_credentials_sealed'] as const
export type SecretColumn = (typeof SECRET_COLUMNS)[number]

/** The sealing context of a configuration's secret. */
export const secretSealingContext = (configurationId: string, column: SecretColumn): SealingContext => ({
  table: 'connector_configurations',
  rowId: configurationId,
  column,
})

/** The tenant's row of the exact code comes first, then ours, then the tenant's row of the code without its sub-code. */
const readerOf = (rows: readonly ErrorCodeRow[], tables: ReadonlyMap<string, CodeTable | undefined>): ErrorCodes => {
  const byCode = new Map(rows.map((row) => [`${row.connector_code} ${row.provider_error_code}`, row]))
  return (connectorCode, providerCode) => {
    const codes = tables.get(connectorCode)
    const meaning = findBankCodeMeaning(providerCode, codes)
    const isOurs = codes?.find(providerCode)?.code === providerCode
    const row =
      byCode.get(`${connectorCode} ${providerCode}`) ??
      (isOurs ? undefined : byCode.get(`${connectorCode} ${toMainCode(providerCode)}`))
    return {
      storedCode: meaning.storedCode,
      category: (row?.category as ErrorCategoryName | undefined) ?? meaning.category,
      shouldRetry: row?.should_retry ?? meaning.mayTryFallback,
      turkishMessage: row?.turkish_message ?? null,
      englishMessage: row?.english_message ?? null,
    }
  }
}
