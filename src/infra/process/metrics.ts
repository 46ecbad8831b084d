/** Prometheus metrics of this process. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

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
