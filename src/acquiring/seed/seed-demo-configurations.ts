/** A connector's demo configuration as a sandbox tenant gets it: calls the bank simulator, and only when a payment names it. */

import type { BankCodeRow } from '../../connectors/codes/code-table.ts'
import type { DemoConfiguration } from '../../connectors/port.ts'
import { newId } from '../../core/id.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { lastCharacters } from '../configurations/configuration-secrets.ts'
import { type SecretColumn, secretSealingContext } from '../tenant-banks/tenant-banks.ts'
import type { SandboxBanks } from './seed-connectors-store.ts'

export const toDemoAddresses = ({ config }: Runtime, { endpointPath, threeDSecurePath }: DemoConfiguration) => ({
  endpointUrl: `${config.urls.bank}${endpointPath}`,
  threeDSecureUrl: threeDSecurePath === undefined ? null : `${config.urls.bank}${threeDSecurePath}`,
})

export const toDemoBank = async (
  runtime: Runtime,
  tenantId: string,
  demo: DemoConfiguration,
  codes: readonly BankCodeRow[],
): Promise<SandboxBanks> => {
  const at = runtime.clock.ms()
  const connectorId = newId(at)
  const id = newId(at)
  const { endpointUrl, threeDSecureUrl } = toDemoAddresses(runtime, demo)
  const dated = { tenant_id: tenantId, created: new Date(at), last_modified: new Date(at) }
  const stamp = { ...dated, is_active: true, is_deleted: false }
  const seal = async (column: SecretColumn, secret: string | undefined): Promise<string | null> => {
    if (secret === undefined) return null
    return `\\x${(await runtime.sealer.seal(tenantId, secretSealingContext(id, column), secret)).toString('hex')}`
  }
  return {
    connectors: [
      { ...stamp, id: connectorId, name: demo.connectorName, code: demo.code, type: demo.type, extra_properties: {} },
    ],
    connector_configurations: [
      {
        ...stamp,
        id,
        connector_id: connectorId,
        name: demo.name,
        mode: 'test',
        priority: demo.priority,
        username: demo.username ?? null,
        terminal_id: demo.terminalId ?? null,
        store_id: demo.storeId ?? null,
        api_key_sealed: await seal('api_key_sealed', demo.secrets.apiKey),
        api_key_end: lastCharacters(demo.secrets.apiKey ?? ''),
        secret_key_sealed: await seal('secret_key_sealed', demo.secrets.secretKey),
        secret_key_end: lastCharacters(demo.secrets.secretKey ?? ''),
        password_end: lastCharacters(demo.secrets.password ?? ''),
        password_sealed: await seal('password_sealed', demo.secrets.password),
        extra_credentials_sealed: await seal('extra_credentials_sealed', demo.secrets.extraCredentials),
        api_endpoint_url: endpointUrl,
        three_d_secure_endpoint_url: threeDSecureUrl,
        extra_properties: demo.settings,
      },
    ],
    routing_rules: [],
    connector_error_codes: codes.map((row) => ({
      ...dated,
      id: newId(at),
      connector_code: demo.code,
      provider_error_code: row.code,
      category: row.category,
      turkish_message: row.turkish,
      english_message: row.english,
      should_retry: false,
      http_status_suggestion: row.isDecline ? 422 : 202,
    })),
    test_cards: [],
  }
}
