/** Shapes of connector health (docs/interface/cards.md#connectors-and-their-health). */
import { Type } from 'typebox'
import { DateTime, Enum, Nullable, Uuid } from '../../core/schema.ts'

const HEALTH_STATUSES = ['healthy', 'degraded', 'down', 'unknown'] as const
export type HealthStatusName = (typeof HEALTH_STATUSES)[number]

const HealthStatus = Enum('HealthStatus', HEALTH_STATUSES)
const BreakerState = Enum('BreakerState', ['closed', 'open', 'half_open'])

const LastError = Type.Object(
  {
    code: Nullable(Type.String({ description: 'Kind of fault: Technical or Timeout' })),
    message: Type.String({ description: 'What the bank or the line said' }),
    at: DateTime,
  },
  { $id: 'LastError' },
)

const whole = (description: string) => Type.Integer({ format: 'int32', description })
const figures = {
  status: HealthStatus,
  success_rate: whole('Whole percent; a decline of a card counts as success. 100 while there were no calls'),
  sample_size: whole('Calls counted: the last 100 of the last 24 hours of each configuration'),
  success_count: whole('Calls the bank answered'),
  failure_count: whole('Technical faults and timeouts'),
  last_transaction_at: Nullable(DateTime),
  last_calculated_at: DateTime,
  sparkline: Type.Array(Type.Integer({ format: 'int32' }), {
    description:
      'Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls, and at most the last 100 calls of an hour and configuration are counted',
  }),
  last_error: Nullable(LastError),
}

export const ConfigurationHealth = Type.Object(
  {
    connector_configuration_id: Type.String({ format: 'uuid', description: 'The configuration' }),
    breaker_state: BreakerState,
    ...figures,
  },
  { $id: 'ConnectorConfigurationHealth' },
)

const HealthRollup = Type.Object(figures, { $id: 'ConnectorHealthRollup' })

export const ConnectorHealth = Type.Object(
  {
    rollup: HealthRollup,
    per_configuration: Type.Array(ConfigurationHealth, { description: 'By priority' }),
  },
  { $id: 'ConnectorHealth' },
)

export const ConnectorHealthRow = Type.Object(
  {
    connector_id: Type.String({ format: 'uuid', description: 'The connector' }),
    connector_code: Type.String({ description: 'Its code' }),
    rollup: HealthRollup,
  },
  { $id: 'ConnectorHealthRow' },
)

export const HealthParams = Type.Object({ id: Uuid })
