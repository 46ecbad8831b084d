/**
 * The port that serves this process's metrics to authorized readers, and its health, even in processes that serve no
 * other requests.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../process/config.ts'
import { type MetricsOfProcess, metricsOfAll, registry } from '../process/metrics.ts'
import { METRICS_PORTS } from '../process/ports.ts'
import { SOCKET_LIMITS } from './http-limits.ts'

interface Served {
  /** Returns the metrics of processes that this one started. */
  others(): Promise<MetricsOfProcess[]>
  /** Returns what `/health/ready` reports. */
  isReady(): Promise<{ isReady: boolean; report: object }>
}

export interface MetricsServer {
  /** Address of the metrics. */
  readonly url: string
  close(): void
}

/** Serves `GET /metrics` to callers with the token, if one is set, and `/health/live` and `/health/ready` to all. */
export const serveMetrics = async (config: Config, { others, isReady }: Served): Promise<MetricsServer> => {
  const { metricsHost, metricsToken } = config
  const server = createServer(SOCKET_LIMITS, (request, response) => {
    if (request.url === '/health/live') return sendHealth(response, 200, { status: 'healthy' })
    if (request.url === '/health/ready')
      return void isReady().then(
        ({ isReady, report }) => sendHealth(response, isReady ? 200 : 503, report),
        () => sendHealth(response, 503, { status: 'unhealthy' }),
      )
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (metricsToken !== undefined && !hasToken(request, metricsToken))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    void others()
      .then(metricsOfAll)
      .then(
        (body) => void response.writeHead(200, { 'content-type': registry.contentType }).end(body),
        () => void response.writeHead(500).end(),
      )
  })
  await listen(server, config)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${port}/metrics`,
    close: () => void server.close(),
  }
}

/** Listens at the port of the metrics; a process that chooses its own goes on to the next where one is taken. */
const listen = async (server: Server, { ports, metricsHost, choosesMetricsPort }: Config): Promise<void> => {
  const last = ports.metrics + (choosesMetricsPort ? METRICS_PORTS - 1 : 0)
  for (let port = ports.metrics; ; port++)
    try {
      return await listenAt(server, port, metricsHost)
    } catch (error) {
      if (port === last || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
}

const listenAt = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const sendHealth = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Compares in constant time. */
const hasToken = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
