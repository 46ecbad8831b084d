/** A real Prometheus with the rules of the repository: asked every second, waiting seconds where the rules say minutes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERTS, type Alert, alertsFile } from '../../../deploy/monitoring/alerts.ts'
import { freePort } from '../../../src/infra/process/free-ports.ts'
import { until } from '../../support/until.ts'

export interface Firing {
  readonly name: string
  readonly runbook: string
}

export interface Prometheus {
  /** The ports that are asked from now on. */
  watch(ports: readonly number[]): void
  firing(): Promise<Firing[]>
  /** Why it refuses a query; undefined: it answers. */
  refusal(query: string): Promise<string | undefined>
  stop(): Promise<void>
}

/** What is missing here to run the check; undefined: nothing. */
export const missingPrograms = (): string | undefined => {
  const missing = ['prometheus', 'promtool'].filter((name) => spawnSync(name, ['--version']).status !== 0)
  return missing.length === 0 ? undefined : `${missing.join(' and ')}: apt-get install prometheus`
}

const WINDOW = '20s'
const FOR = '2s'

/** The rules are those of the file but for how long they look back and wait; an hour and half a minute of age are seconds. */
const quickened = (alert: Alert): Alert => ({
  ...alert,
  for: alert.for === '0m' ? '0m' : FOR,
  expr: alert.expr
    .replaceAll(/\[\d+[mh]\]/g, `[${alert.expr.includes('min_over_time') ? '3s' : WINDOW}]`)
    .replace('> 3600', '> 5')
    .replace('replication_lag_seconds) > 30', 'replication_lag_seconds) > 5'),
})

export const startPrometheus = async (folder: string): Promise<Prometheus> => {
  const [targets, rules, config] = ['targets.json', 'rules.yaml', 'prometheus.yaml'].map((name) => join(folder, name))
  mkdirSync(join(folder, 'data'))
  writeFileSync(targets!, '[]')
  writeFileSync(rules!, alertsFile(ALERTS.map(quickened)))
  writeFileSync(config!, configOf(targets!, rules!))
  checked(config!)
  const port = await freePort()
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  await until('Prometheus answers', async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok === true)
  return {
    watch(ports) {
      writeFileSync(targets!, JSON.stringify([{ targets: ports.map((each) => `127.0.0.1:${each}`) }]))
    },
    async firing() {
      const answer = (await (await fetch(`${url}/api/v1/alerts`)).json()) as AlertsAnswer
      return answer.data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels, annotations }) => ({ name: labels.alertname, runbook: annotations.runbook }))
    },
    async refusal(query) {
      const answer = (await (
        await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`)
      ).json()) as QueryAnswer
      return answer.status === 'success' ? undefined : answer.error
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface AlertsAnswer {
  data: { alerts: { state: string; labels: { alertname: string }; annotations: { runbook: string } }[] }
}

interface QueryAnswer {
  status: string
  error?: string
}

const configOf = (targets: string, rules: string): string => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [${rules}]
scrape_configs:
  - job_name: vezne
    file_sd_configs: [{ files: [${targets}], refresh_interval: 1s }]
`

const checked = (config: string): void => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`promtool refuses the rules: ${stdout}${stderr}`)
}
