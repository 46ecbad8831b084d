/** Health of banks (docs/interface/cards.md#connectors-and-their-health): figures of configurations, and of a connector as their sum. */

import type { BreakerState } from '../../connectors/call/circuit-breakers.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { StoredConfiguration } from '../configurations/configuration-store.ts'
import type { Connectors } from '../tenant-banks/connectors-module.ts'
import { toConfiguration } from '../tenant-banks/tenant-banks.ts'
import type { HealthStatusName } from './health-schemas.ts'
import { HOURS, type HourOfCalls, type Sample, selectHours, selectSamples } from './health-store.ts'

export type BreakerStates = Pick<Connectors, 'breakerState'>

/** The counts of one configuration, or of several together. */
interface Counted {
  sample: Omit<Sample, 'configuration_id'>
  hours: readonly HourOfCalls[]
}
interface CountedConfiguration extends Counted {
  row: StoredConfiguration
  breaker: BreakerState
}

export const countCalls = async (
  tx: Tx,
  services: BreakerStates,
  tenantId: string,
  rows: readonly StoredConfiguration[],
  nowMs: number,
): Promise<CountedConfiguration[]> => {
  const ids = rows.map((row) => row.id)
  const samples = await selectSamples(tx, tenantId, ids, nowMs)
  const hours = await selectHours(tx, tenantId, ids, nowMs)
  return rows.map((row) => ({
    row,
    breaker: services.breakerState(toConfiguration(row, {})),
    sample: samples.find(({ configuration_id }) => configuration_id === row.id) ?? NO_CALLS,
    hours: hours.filter(({ configuration_id }) => configuration_id === row.id),
  }))
}

const NO_CALLS: Counted['sample'] = {
  sample_size: 0,
  failure_count: 0,
  last_at: null,
  error_category: null,
  error_message: null,
  error_at: null,
}

export const configurationHealth = (counted: CountedConfiguration, nowMs: number) => ({
  connector_configuration_id: counted.row.id,
  breaker_state: counted.breaker,
  ...figuresOf(counted, toStatus(counted), nowMs),
})

/** The connector is down when all its active configurations are, and degraded as soon as one is. */
export const healthRollup = (counted: readonly CountedConfiguration[], nowMs: number) => {
  const sum: Counted = {
    sample: counted.map(({ sample }) => sample).reduce(together, NO_CALLS),
    hours: counted.flatMap(({ hours }) => hours),
  }
  const active = counted.filter(({ row }) => row.is_active)
  const down = active.filter((each) => toStatus(each) === 'down')
  const status = byRate(sum.sample)
  const isWorse = down.length > 0 && status !== 'down'
  return figuresOf(sum, isWorse ? (down.length === active.length ? 'down' : 'degraded') : status, nowMs)
}

const together = (one: Counted['sample'], other: Counted['sample']): Counted['sample'] => {
  const { error_category, error_message, error_at } = isLater(other.error_at, one.error_at) ? other : one
  return {
    sample_size: one.sample_size + other.sample_size,
    failure_count: one.failure_count + other.failure_count,
    last_at: isLater(other.last_at, one.last_at) ? other.last_at : one.last_at,
    error_category,
    error_message,
    error_at,
  }
}
const isLater = (one: Date | null, other: Date | null): boolean => (one?.getTime() ?? 0) > (other?.getTime() ?? 0)

const SAMPLE_MIN = 5
const HEALTHY_PERCENT = 95
const DEGRADED_PERCENT = 70

const toStatus = ({ breaker, sample }: CountedConfiguration): HealthStatusName =>
  breaker === 'open' ? 'down' : byRate(sample)

const byRate = ({ sample_size, failure_count }: Counted['sample']): HealthStatusName => {
  if (sample_size < SAMPLE_MIN) return 'unknown'
  const rate = percent(sample_size, failure_count)
  return rate >= HEALTHY_PERCENT ? 'healthy' : rate >= DEGRADED_PERCENT ? 'degraded' : 'down'
}

/** Rounded down, so that 100 means that nothing failed. */
const percent = (calls: number, failures: number): number =>
  calls === 0 ? 100 : Math.floor(((calls - failures) * 100) / calls)

const figuresOf = ({ sample, hours }: Counted, status: HealthStatusName, nowMs: number) => ({
  status,
  success_rate: percent(sample.sample_size, sample.failure_count),
  sample_size: sample.sample_size,
  success_count: sample.sample_size - sample.failure_count,
  failure_count: sample.failure_count,
  last_transaction_at: isoTimeOrNull(sample.last_at),
  last_calculated_at: isoTime(nowMs),
  sparkline: Array.from({ length: HOURS }, (_, at) => {
    const inside = hours.filter(({ hour }) => hour === at)
    return percent(addUp(inside, 'calls'), addUp(inside, 'failures'))
  }),
  last_error:
    sample.error_at === null
      ? null
      : { code: sample.error_category, message: sample.error_message ?? '', at: isoTime(sample.error_at) },
})

const addUp = (hours: readonly HourOfCalls[], member: 'calls' | 'failures'): number =>
  hours.reduce((sum, hour) => sum + hour[member], 0)
