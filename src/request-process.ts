/**
 * One of several processes that answer requests, started by src/app/request-processes.ts. It ends when its parent ends.
 */
import { startApp } from './app/app.ts'
import type { RequestProcessMessage } from './app/request-processes.ts'
import { loadConfig } from './infra/process/config.ts'
import { crash, crashOnFaults } from './infra/process/crash.ts'
import { metricsOfThisProcess } from './infra/process/metrics.ts'

const STOP_MS = 28_000 // the parent waits a little longer

const tell = (message: RequestProcessMessage): void => void process.send?.(message)
crashOnFaults()

const config = loadConfig(process.env)
const app = await startApp(config, () => undefined, { requests: true, rest: false }).catch(crash)
let isStopping = false
process.on('SIGTERM', () => {
  if (isStopping) return
  isStopping = true
  void app.close(STOP_MS - config.drainMs).then(() => process.exit(0), crash)
})
process.on('SIGINT', () => undefined) // from a terminal; the parent decides
process.on('message', () => void metricsOfThisProcess().then((metrics) => tell({ kind: 'metrics', metrics }), crash))
tell({ kind: 'ready' })
