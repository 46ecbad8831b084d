/** Prometheus metrics of this process. */
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

export const registry = new Registry()

export const counter = <L extends string = never>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
): Counter<L> => new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })

export const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> =>
  new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })

/** Buckets in seconds. */
export const histogram = <L extends string = never>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
  buckets: number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
): Histogram<L> => new Histogram({ name, help, labelNames: [...labelNames], buckets, registers: [registry] })

export type MetricsOfProcess = MetricObjectWithValues<MetricValue<string>>[]

let isCollecting = false

export const metricsOfThisProcess = (): Promise<MetricsOfProcess> => {
  if (!isCollecting) collectDefaultMetrics({ register: registry })
  isCollecting = true
  return registry.getMetricsAsJSON()
}

/** Returns the text of `/metrics`: sums over this process and those it started. */
export const metricsOfAll = async (others: readonly MetricsOfProcess[]): Promise<string> => {
  const own = await metricsOfThisProcess()
  return (others.length === 0 ? registry : AggregatorRegistry.aggregate([own, ...others])).metrics()
}
