/** GET /api/v1/connectors/{id}/detail: a connector with all that belongs to it, on one page. */
import { Type } from 'typebox'
import { endpoint, ok } from '../access/endpoint.ts'
import { ChangelogEntry } from './changelog/changelog-schemas.ts'
import { changesOfConnector } from './changelog/changelog.ts'
import { configurationBody } from './configurations/configuration-body.ts'
import { ConnectorConfiguration } from './configurations/configuration-schemas.ts'
import { configurationsOfConnector } from './configurations/configuration-store.ts'
import { ConnectorErrorCode } from './error-codes/error-code-schemas.ts'
import { errorCodesOf } from './error-codes/error-code-store.ts'
import { countCalls, type HealthDesk } from './health/connector-health.ts'
import { ConnectorHealth } from './health/health-schemas.ts'
import { connectorHealthBody } from './health/get-health.ts'
import { foundConnector } from './connectors/connector-operation.ts'
import { connectorBody, connectorById } from './connectors/connector-store.ts'
import { ConnectorParams, ConnectorSchema } from './connectors/connector-schemas.ts'

const CHANGES_MAX = 100

const ConnectorDetail = Type.Object(
  {
    connector: ConnectorSchema,
    configurations: Type.Array(ConnectorConfiguration, { description: 'Active and inactive ones, by priority' }),
    health: ConnectorHealth,
    error_codes: Type.Array(ConnectorErrorCode, { description: 'What its codes mean to this tenant' }),
    changelog: Type.Array(ChangelogEntry, { description: `Newest first, at most ${CHANGES_MAX}` }),
  },
  { $id: 'ConnectorDetail' },
)

export const getConnectorDetail = (desk: HealthDesk) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectors/:id/detail',
    summary: 'Read a connector with its configurations, health, codes and changelog',
    tag: 'Connectors',
    allow: 'pos-read',
    params: ConnectorParams,
    answers: { 200: ConnectorDetail },
    handle: ({ params, tenantId, house, read }) =>
      read(async (tx) => {
        const nowMs = house.clock.ms()
        const connector = foundConnector(await connectorById(tx, tenantId, params.id))
        const configurations = await configurationsOfConnector(tx, tenantId, params.id)
        const counted = await countCalls(tx, desk, tenantId, configurations, nowMs)
        return ok({
          connector: connectorBody(connector),
          configurations: configurations.map(configurationBody),
          health: connectorHealthBody(counted, nowMs),
          error_codes: await errorCodesOf(tx, tenantId, { connector_code: connector.code }),
          changelog: await changesOfConnector(tx, tenantId, params.id, CHANGES_MAX),
        })
      }),
  })
