/** GET /api/v1/connectors/{id}/detail: a connector with all that belongs to it, on one page. */
import { Type } from 'typebox'
import { endpoint, ok } from '../access/endpoint.ts'
import { described } from '../core/schema.ts'
import { findConnectorChanges } from './changelog/changelog.ts'
import { ChangelogEntry } from './changelog/changelog-schemas.ts'
import { configurationBody } from './configurations/configuration-body.ts'
import { ConnectorConfiguration } from './configurations/configuration-schemas.ts'
import { configurationsOfConnector } from './configurations/configuration-store.ts'
import { requireConnector } from './connectors/connector-operation.ts'
import { ConnectorParams, ConnectorSchema } from './connectors/connector-schemas.ts'
import { connectorBody, connectorById } from './connectors/connector-store.ts'
import { ConnectorErrorCode } from './error-codes/error-code-schemas.ts'
import { findErrorCodes } from './error-codes/error-code-store.ts'
import { type BreakerStates, countCalls } from './health/connector-health.ts'
import { connectorHealthBody } from './health/get-health.ts'
import { ConnectorHealth } from './health/health-schemas.ts'

const CHANGES_MAX = 100

const ConnectorDetail = Type.Object(
  {
    connector: described(ConnectorSchema, 'Connector that was asked for.'),
    configurations: Type.Array(ConnectorConfiguration, {
      description: 'Configurations of the connector, active and inactive ones, by priority.',
    }),
    health: described(ConnectorHealth, 'Health of the connector and of its configurations.'),
    error_codes: Type.Array(ConnectorErrorCode, {
      description: "Meaning of the connector's error codes to this tenant.",
    }),
    changelog: Type.Array(ChangelogEntry, {
      description: `Changes of the connector, newest first, at most ${CHANGES_MAX}.`,
    }),
  },
  { $id: 'ConnectorDetail' },
)

export const getConnectorDetail = (services: BreakerStates) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectors/:id/detail',
    summary: 'Read a connector with its configurations, health, codes and changelog',
    description: 'Everything about one connector at once, for people who look after it.',
    tag: 'Connectors',
    allow: 'pos-read',
    params: ConnectorParams,
    answers: { 200: ConnectorDetail },
    handle: ({ params, tenantId, runtime, read }) =>
      read(async (tx) => {
        const nowMs = runtime.clock.ms()
        const connector = requireConnector(await connectorById(tx, tenantId, params.id))
        const configurations = await configurationsOfConnector(tx, tenantId, params.id)
        const counted = await countCalls(tx, services, tenantId, configurations, nowMs)
        return ok({
          connector: connectorBody(connector),
          configurations: configurations.map(configurationBody),
          health: connectorHealthBody(counted, nowMs),
          error_codes: await findErrorCodes(tx, tenantId, { connector_code: connector.code }),
          changelog: await findConnectorChanges(tx, tenantId, params.id, CHANGES_MAX),
        })
      }),
  })
