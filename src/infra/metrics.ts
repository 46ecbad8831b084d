/** Prometheus figures of this process, and the port that shows them. */
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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

let isCollecting = false

/** Answers `GET /metrics` on a port of its own. */
export const serveMetrics = async (host: string, port: number): Promise<Server> => {
  if (!isCollecting) collectDefaultMetrics({ register: registry })
  isCollecting = true
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (body) => void response.writeHead(200, { 'content-type': registry.contentType }).end(body),
      () => void response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
