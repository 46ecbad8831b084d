/** The port that serves the metrics of this process to authorized readers. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Config } from '../process/config.ts'
import { type MetricsOfProcess, metricsOfAll, registry } from '../process/metrics.ts'
import { SOCKET_LIMITS } from './http-limits.ts'

/** Serves `GET /metrics` on a port of its own, to callers with the token where one is set; `others`: of processes this one started. */
export const serveMetrics = async (
  { metricsHost, metricsToken, ports }: Config,
  others: () => Promise<MetricsOfProcess[]>,
): Promise<Server> => {
  const server = createServer(SOCKET_LIMITS, (request, response) => {
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

/** Takes constant time. */
const hasToken = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
