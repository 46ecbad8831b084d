/** PUT /api/v1/connector-configurations/{id}: replaces a configuration; secrets that are not sent stay. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/postgres.ts'
import { openSecrets } from '../configurations.ts'
import { checkRepeatedId, writeBanks } from '../directory/connector-call.ts'
import { configurationBody, configurationDiff, writtenColumns } from './configuration-body.ts'
import { foundConfiguration } from './configuration-call.ts'
import { type CheckDesk, checkConfiguration } from './configuration-checks.ts'
import { ConfigurationParams, ConnectorConfiguration, UpdateConfiguration } from './configuration-schemas.ts'
import { sealSecrets, secretsAfter } from './configuration-secrets.ts'
import {
  configurationById,
  lockConfiguration,
  type StoredConfiguration,
  writeConfiguration,
} from './configuration-store.ts'

export interface UpdateDesk extends CheckDesk {
  /** Whether payments made through it may still be asked about, captured, voided or refunded. */
  hasLivePayments(tx: Tx, tenantId: string, configurationId: string): Promise<boolean>
}

export const updateConfiguration = (desk: UpdateDesk) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/connector-configurations/:id',
    summary: 'Replace a connector configuration',
    description:
      'Absent optional members take their defaults; absent or masked secrets and an absent is_active stay; the connector ' +
      'stays. Mode, terminal_id and store_id stay once payments were made: they are asked about and refunded by them. The next payment already goes with the new values, and the circuit breaker starts closed.',
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    params: ConfigurationParams,
    body: UpdateConfiguration,
    answers: { 200: ConnectorConfiguration },
    errors: ['validation_failed', 'conflict'],
    handle: async (call) => {
      const { params, body, tenantId, house } = call
      checkRepeatedId(body, params)
      const known = foundConfiguration(await call.read((tx) => configurationById(tx, tenantId, params.id)))
      const secrets = await sealSecrets(house, tenantId, known.id, body)
      const change = { ...writtenColumns(body), ...secrets.columns }
      const isActive = body.is_active ?? known.is_active
      await checkConfiguration(
        desk,
        { ...known, ...change, is_active: isActive },
        secretsAfter(await openSecrets(house, tenantId, known), secrets),
        known,
      )
      return writeBanks(call, async (tx, now) => {
        const before = foundConfiguration(await lockConfiguration(tx, tenantId, params.id))
        await keepAccount(desk, tx, before, change)
        const row = { ...before, ...change, is_active: body.is_active ?? before.is_active, last_modified: now }
        await writeConfiguration(tx, row)
        const diff = configurationDiff(before, row, secrets.members)
        return {
          answer: ok(configurationBody(row)),
          changes: [
            {
              connectorId: row.connector_id,
              kind: 'connector_configuration',
              entityId: row.id,
              action: 'updated',
              diff,
            },
          ],
        }
      })
    },
  })

/** Whose books a payment is in. */
const ACCOUNT = ['mode', 'terminal_id', 'store_id'] as const

/** Asked at another account, a bank does not know the payment: it would count as failed although money has moved. */
const keepAccount = async (
  desk: UpdateDesk,
  tx: Tx,
  before: StoredConfiguration,
  change: Pick<StoredConfiguration, (typeof ACCOUNT)[number]>,
): Promise<void> => {
  const moved = ACCOUNT.filter((field) => before[field] !== change[field])
  if (moved.length === 0 || !(await desk.hasLivePayments(tx, before.tenant_id, before.id))) return
  throw new Problem('conflict', {
    detail: `${moved.join(', ')} cannot change: payments of this account are still asked about and refunded through the configuration. Create another configuration and deactivate this one.`,
    errors: moved.map((field) => ({ field, code: 'conflict', message: 'stays once payments were made' })),
  })
}
