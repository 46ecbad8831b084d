/** Prometheus figures of this process, and the port that shows them. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { SOCKET_LIMITS } from '../http/http-limits.ts'
import type { Config } from './config.ts'

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

/** Answers `GET /metrics` on a port of its own, to whoever has the token where one is set. */
export const serveMetrics = async ({ metricsHost, metricsToken, ports }: Config): Promise<Server> => {
  if (!isCollecting) collectDefaultMetrics({ register: registry })
  isCollecting = true
  const server = createServer(SOCKET_LIMITS, (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (metricsToken !== undefined && !hasToken(request, metricsToken))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    registry.metrics().then(
      (body) => void response.writeHead(200, { 'content-type': registry.contentType }).end(body),
      () => void response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(ports.metrics, metricsHost, resolve)
  })
  return server
}

/** As long for a wrong one as for the right one. */
const hasToken = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
