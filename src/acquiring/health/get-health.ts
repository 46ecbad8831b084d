/** Reads of health: of one configuration, of one connector, and of all connectors at a glance. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import type { Tx } from '../../infra/database/database.ts'
import { requireConfiguration } from '../configurations/configuration-operation.ts'
import {
  allConfigurations,
  configurationById,
  configurationsOfConnector,
} from '../configurations/configuration-store.ts'
import { requireConnector } from '../connectors/connector-operation.ts'
import { allConnectors, connectorById } from '../connectors/connector-store.ts'
import { type BreakerStates, configurationHealth, countCalls, healthRollup } from './connector-health.ts'
import { ConfigurationHealth, ConnectorHealth, ConnectorHealthRow, HealthParams } from './health-schemas.ts'

export const getConfigurationHealth = (services: BreakerStates) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connector-configurations/:id/health',
    summary: 'Health of a connector configuration',
    description: 'Rates come from the log of calls to banks; the breaker is that of the process that answers.',
    tag: 'ConnectorConfigurations',
    allow: 'pos-read',
    params: HealthParams,
    answers: { 200: ConfigurationHealth },
    handle: ({ params, tenantId, runtime, read }) =>
      read(async (tx) => {
        const nowMs = runtime.clock.ms()
        const row = requireConfiguration(await configurationById(tx, tenantId, params.id))
        const [counted] = await countCalls(tx, services, tenantId, [row], nowMs)
        return ok(configurationHealth(counted!, nowMs))
      }),
  })

export const getConnectorHealth = (services: BreakerStates) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectors/:id/health',
    summary: 'Health of a connector',
    description: 'The sum of its configurations, and each of them.',
    tag: 'Connectors',
    allow: 'pos-read',
    params: HealthParams,
    answers: { 200: ConnectorHealth },
    handle: ({ params, tenantId, runtime, read }) =>
      read(async (tx) => {
        requireConnector(await connectorById(tx, tenantId, params.id))
        const rows = await configurationsOfConnector(tx, tenantId, params.id)
        const nowMs = runtime.clock.ms()
        const counted = await countCalls(tx, services, tenantId, rows, nowMs)
        return ok(connectorHealthBody(counted, nowMs))
      }),
  })

export const connectorHealthBody = (counted: Awaited<ReturnType<typeof countCalls>>, nowMs: number) => ({
  rollup: healthRollup(counted, nowMs),
  per_configuration: counted.map((each) => configurationHealth(each, nowMs)),
})

export const listConnectorHealth = (services: BreakerStates) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/health/connectors',
    summary: 'Health of all connectors',
    description: 'Active and inactive ones, by code.',
    tag: 'Health',
    allow: 'pos-read',
    answers: { 200: Type.Array(ConnectorHealthRow) },
    handle: ({ tenantId, runtime, read }) =>
      read(async (tx) => ok(await findConnectorHealth(tx, services, tenantId, runtime.clock.ms()))),
  })

/** Returns the health of all connectors of the tenant, by code. */
export const findConnectorHealth = async (tx: Tx, services: BreakerStates, tenantId: string, nowMs: number) => {
  const connectors = await allConnectors(tx, tenantId)
  const counted = await countCalls(tx, services, tenantId, await allConfigurations(tx, tenantId), nowMs)
  return connectors.map(({ id, code }) => ({
    connector_id: id,
    connector_code: code,
    rollup: healthRollup(
      counted.filter(({ row }) => row.connector_id === id),
      nowMs,
    ),
  }))
}
