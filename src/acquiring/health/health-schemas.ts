/** Shapes of connector health (docs/interface/cards.md#connectors-and-their-health). */
import { Type } from 'typebox'
import { DateTime, described, Enum, Nullable, NullableText, Uuid } from '../../core/schema.ts'

const HEALTH_STATUSES = ['healthy', 'degraded', 'down', 'unknown'] as const
export type HealthStatusName = (typeof HEALTH_STATUSES)[number]

const HealthStatus = Enum('HealthStatus', HEALTH_STATUSES)
const BreakerState = Enum('BreakerState', ['closed', 'open', 'half_open'])

const LastError = Type.Object(
  {
    code: NullableText('Kind of fault, Technical or Timeout; null when it is not known.'),
    message: Type.String({ description: 'Message of the bank or of the connection.' }),
    at: described(DateTime, 'Time at which the fault happened.'),
  },
  { $id: 'LastError' },
)

const whole = (description: string) => Type.Integer({ format: 'int32', description })
const figures = {
  status: described(HealthStatus, 'Condition, judged by the success rate.'),
  success_rate: whole(
    'Successful calls in whole percent; a decline of a card counts as success. 100 while there were no calls.',
  ),
  sample_size: whole('Number of calls that were counted: the last 100 of the last 24 hours of each configuration.'),
  success_count: whole('Number of calls that the bank answered.'),
  failure_count: whole('Number of technical faults and timeouts.'),
  last_transaction_at: described(Nullable(DateTime), 'Time of the latest call; null when there was none.'),
  last_calculated_at: described(DateTime, 'Time at which the figures were worked out.'),
  sparkline: Type.Array(Type.Integer({ format: 'int32' }), {
    description:
      'Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls. At most the last 100 calls of an hour and configuration are counted.',
  }),
  last_error: described(Nullable(LastError), 'Latest fault; null when there was none.'),
}

export const ConfigurationHealth = Type.Object(
  {
    connector_configuration_id: Type.String({
      format: 'uuid',
      description: 'Id of the configuration that the figures are about.',
    }),
    breaker_state: described(BreakerState, 'State of the circuit breaker, which stops calls to a bank that fails.'),
    ...figures,
  },
  { $id: 'ConnectorConfigurationHealth' },
)

const HealthRollup = Type.Object(figures, { $id: 'ConnectorHealthRollup' })

export const ConnectorHealth = Type.Object(
  {
    rollup: described(HealthRollup, 'Figures of all configurations together.'),
    per_configuration: Type.Array(ConfigurationHealth, { description: 'Figures of each configuration, by priority.' }),
  },
  { $id: 'ConnectorHealth' },
)

export const ConnectorHealthRow = Type.Object(
  {
    connector_id: Type.String({ format: 'uuid', description: 'Id of the connector that the figures are about.' }),
    connector_code: Type.String({ description: 'Code of the connector that the figures are about.' }),
    rollup: described(HealthRollup, 'Figures of all configurations together.'),
  },
  { $id: 'ConnectorHealthRow' },
)

export const HealthParams = Type.Object({ id: described(Uuid, 'Id of the connector, as the list shows it.') })
