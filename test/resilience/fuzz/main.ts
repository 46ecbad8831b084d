/** `npm run fuzz [-- --per-operation 10000] [--seconds S] [--seed X] [--surface cards,...]`: the long run, on a separate service. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startApp } from '../../../src/app/app.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import type { Demo } from '../../support/demo.ts'
import { freePortBase } from '../../support/free-ports.ts'
import { makeScratch } from '../../support/scratch.ts'
import { fuzz } from './fuzz.ts'
import { asLoadTenant, liftPlatformLimits } from './load-tenant.ts'
import { reportLines } from './report.ts'

const { values } = parseArgs({
  options: {
    'per-operation': { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '86400' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    surface: { type: 'string', default: 'cards,transfers,fraud,identity' },
  },
})

const dataDir = makeScratch('vezne-fuzz-')
const config = loadConfig({
  VEZNE_DATA_DIR: dataDir,
  VEZNE_PORT_BASE: String(await freePortBase()),
  VEZNE_LOG_TO: 'file',
})
const app = await startApp(config, (line) => process.stderr.write(`${line}\n`))
try {
  await liftPlatformLimits(app.runtime)
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  const report = await fuzz({
    urls: config.urls,
    surfaces: values.surface.split(','),
    ...asLoadTenant(config.urls, demo),
    seed: Number(values.seed),
    perOperation: Number(values['per-operation']),
    seconds: Number(values.seconds),
  })
  process.stdout.write(`${reportLines(report).join('\n')}\n`)
  process.exitCode = report.failures.length === 0 ? 0 : 1
} finally {
  await app.close(5_000)
  rmSync(dataDir, { recursive: true, force: true })
}
