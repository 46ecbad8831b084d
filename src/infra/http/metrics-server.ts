/**
 * The port that serves this process's metrics to authorized readers, and its health, even in processes that serve no
 * other requests.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Config } from '../process/config.ts'
import { type MetricsOfProcess, metricsOfAll, registry } from '../process/metrics.ts'
import { SOCKET_LIMITS } from './http-limits.ts'

interface Served {
  /** Returns the metrics of processes that this one started. */
  others(): Promise<MetricsOfProcess[]>
  /** Returns what `/health/ready` reports. */
  isReady(): Promise<{ isReady: boolean; report: object }>
}

/** Serves `GET /metrics` to callers with the token, if one is set, and `/health/live` and `/health/ready` to all. */
export const serveMetrics = async (
  { metricsHost, metricsToken, ports }: Config,
  { others, isReady }: Served,
): Promise<Server> => {
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(ports.metrics, metricsHost, resolve)
  })
  return server
}

const sendHealth = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Compares in constant time. */
const hasToken = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
