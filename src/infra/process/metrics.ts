/** Prometheus metrics of this process. Each is described in metric-list.ts. */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { findBuckets, listLabels, METRICS, type MetricName, type Metrics } from './metric-list.ts'

export const registry = new Registry()

/** Names of the metrics of this type. */
type NamesOf<Type> = { [N in MetricName]: Metrics[N]['type'] extends Type ? N : never }[MetricName]
type LabelsOf<N extends MetricName> = Metrics[N] extends { labels: infer L } ? keyof L & string : never

const DEFAULT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] // seconds

export const counter = <N extends NamesOf<'counter'>>(name: N): Counter<LabelsOf<N>> =>
  new Counter({ ...optionsOf(name), registers: [registry] })

/** `collect` sets it whenever it is read. */
export const gauge = <N extends NamesOf<'gauge'>>(
  name: N,
  collect?: (this: Gauge<LabelsOf<N>>) => void,
): Gauge<LabelsOf<N>> =>
  new Gauge({ ...optionsOf(name), registers: [registry], ...(collect === undefined ? {} : { collect }) })

export const histogram = <N extends NamesOf<'histogram'>>(name: N): Histogram<LabelsOf<N>> =>
  new Histogram({ ...optionsOf(name), buckets: findBuckets(name) ?? DEFAULT_BUCKETS, registers: [registry] })

/** A gauge that is missing until it is set: 0 would be believed. */
export const figure = <N extends NamesOf<'gauge'>>(name: N): Gauge<LabelsOf<N>> => {
  const made = gauge(name)
  forget(made)
  return made
}

/** Removes all values. */
export const forget = (each: Pick<Gauge, 'reset' | 'remove'>): void => {
  each.reset()
  each.remove({}) // without labels, the reset has left a 0
}

const optionsOf = <N extends MetricName>(name: N): { name: N; help: string; labelNames: LabelsOf<N>[] } => ({
  name,
  help: METRICS[name].help,
  labelNames: listLabels(name) as LabelsOf<N>[],
})

export type MetricsOfProcess = MetricObjectWithValues<MetricValue<string>>[]

let isCollecting = false

/** Adds what the library counts of every process of Node: memory, processor time, event loop. */
export const collectFiguresOfNode = (): void => {
  if (!isCollecting) collectDefaultMetrics({ register: registry })
  isCollecting = true
}

export const metricsOfThisProcess = (): Promise<MetricsOfProcess> => {
  collectFiguresOfNode()
  return registry.getMetricsAsJSON()
}

/** Returns the text of `/metrics`: sums over this process and those it started. */
export const metricsOfAll = async (others: readonly MetricsOfProcess[]): Promise<string> => {
  const own = await metricsOfThisProcess()
  return (others.length === 0 ? registry : AggregatorRegistry.aggregate([own, ...others])).metrics()
}
