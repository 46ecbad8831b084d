/** `vezne doctor`: checks everything an operator would, and reports problems with their remedies; works with or without a running program. */
import { env, stdout } from 'node:process'
import { findAppUrl } from '../../app/open-database-for-cli.ts'
import { openForUpkeep } from '../../app/open-for-upkeep.ts'
import { attachRuntime, type OpenRuntime } from '../../app/open-runtime.ts'
import { isRunning } from '../../infra/database/embedded-server/data-folder-lock.ts'
import { runningUrl } from '../../infra/database/embedded-server/embedded-postgres.ts'
import type { Config } from '../../infra/process/config.ts'
import { createLog } from '../../infra/process/log.ts'
import { directUrl } from '../../infra/process/server-address.ts'
import { loadCliConfig, openMasterKeys, withOwner } from '../attach-runtime.ts'
import { UsageError, type Verb } from '../command.ts'
import { settingsOfShards } from '../shards/each-shard.ts'
import { checkJobs, checkKeys, checkOverdueWork, checkProcesses, checkTenants } from './background-work.ts'
import { type CheckResult, fail, ok, runCheck, warn } from './check-result.ts'
import {
  checkClock,
  checkNotifications,
  checkSchemaVersion,
  checkSettings,
  checkTenantIsolation,
} from './database-checks.ts'
import { checkDisk, checkKeyFile, checkPorts, checkTls } from './host.ts'
import { installationSteps } from './installation-steps.ts'
import { checkLedger } from './ledger-checks.ts'
import { checkLists } from './lists.ts'
import { checkPartitions } from './partitions.ts'
import { checkPooler } from './pooler.ts'
import { checkPromotions, checkReplica } from './promotions.ts'
import { checkQuotaCounts } from './quota.ts'
import type { CheckName } from './runbook-pages.ts'
import { checkShards } from './shards.ts'

export const doctor: Verb = {
  summary: 'look at database, schema, keys, clock, ports, TLS and stuck work; says what to do',
  usage: `doctor                    with the settings of the program; it may be running or not
  --json                  one JSON object instead of lines
  --production            the steps of docs/install.md in their order: what is missing, and the next command
  --whole                 compares all counts with what they count, not only what no night has verified yet; may take hours

Ends with 1 when something has failed; warnings alone end with 0.`,
  async run(words) {
    if (words.includes('--production')) return walkInstallation(words)
    if (words.some((word) => word !== '--json' && word !== '--whole'))
      throw new UsageError('doctor takes --json, --whole and nothing else')
    const findings = await examine(env, words.includes('--whole'))
    const worst = findings.some(({ state }) => state === 'fail')
      ? 'fail'
      : findings.some(({ state }) => state === 'warn')
        ? 'warn'
        : 'ok'
    if (words.includes('--json')) stdout.write(`${JSON.stringify({ state: worst, findings }, null, 2)}\n`)
    else for (const finding of findings) stdout.write(formatLine(finding))
    if (worst === 'fail') process.exitCode = 1
  },
}

/** Ends with 1 where a step is missing. */
const walkInstallation = async (words: readonly string[]): Promise<void> => {
  if (words.some((word) => word !== '--json' && word !== '--production'))
    throw new UsageError('doctor --production takes --json and nothing else')
  const steps = await installationSteps(env)
  const next = steps.find(({ state }) => state === 'missing')?.next
  if (words.includes('--json')) stdout.write(`${JSON.stringify({ next: next ?? null, steps }, null, 2)}\n`)
  else {
    for (const { no, title, state, message } of steps)
      stdout.write(`${String(no).padStart(2)}  ${title.padEnd(26)}${state.padEnd(9)}${message}\n`)
    stdout.write(next === undefined ? 'complete; vezne doctor looks at everything else\n' : `next: ${next}\n`)
  }
  if (next !== undefined) process.exitCode = 1
}

const CONNECTIONS = 2

const formatLine = ({ check, state, message, action, page }: CheckResult): string =>
  `${state.padEnd(5)}${`${check} `.padEnd(16)}${message}\n${action === undefined ? '' : `${' '.repeat(21)}> ${action}\n${' '.repeat(21)}> ${page}\n`}`

/** `environment` has the settings of the program it checks. `isWhole` repeats comparisons of data that was verified before. */
export const examine = async (environment = env, isWhole = false): Promise<readonly CheckResult[]> => {
  let config: Config
  try {
    config = loadCliConfig(environment)
  } catch (error) {
    return [fail('settings', (error as Error).message, 'correct it; the program refuses to start like this')]
  }
  const isEmbedded = config.databaseUrl === undefined && config.databaseAppUrl === undefined
  const named = config.databaseUrl ?? config.databaseAppUrl
  const url = named === undefined ? await runningUrl(config.dataDir) : directUrl(named, config)
  const here = [
    ok('settings', `${config.env}, role ${config.role}, Node ${process.version}`),
    ...(await runCheck('ports', () => checkPorts(config, isEmbedded && isRunning(config.dataDir)))),
    ...(await runCheck('tls', async () => checkTls(config))),
    ...(await runCheck('key file', async () => checkKeyFile(config))),
    ...(await runCheck('disk', async () => checkDisk(config))),
  ]
  if (url === undefined)
    return [
      ...here,
      warn(
        'database',
        `the embedded server of ${config.dataDir} is stopped, and so is the program`,
        'npm start; then ask again for the rest',
      ),
    ]
  const found = [...here]
  for (const { shard, config: own } of settingsOfShards(config))
    for (const each of await inDatabase(own, directUrl(url, own), isWhole))
      found.push(shard === undefined ? each : { ...each, message: `shard ${shard}: ${each.message}` })
  return [...found, ...(await runCheck('shards', () => checkShards(config, url)))]
}

const inDatabase = async (config: Config, url: string, isWhole: boolean): Promise<readonly CheckResult[]> => {
  const owned = await runCheck('database', () =>
    withOwner(url, async (owner) => {
      const found = await runCheck('database', () => checkSettings(owner, config))
      const schema = await runCheck('schema', () => checkSchemaVersion(owner))
      if (schema.some(({ state }) => state === 'fail')) return [...found, ...schema]
      return [
        ...found,
        ...schema,
        ...(await runCheck('walls', () => checkTenantIsolation(owner))),
        ...(await runCheck('clock', () => checkClock(owner, config))),
        ...(await runCheck('notifications', () => checkNotifications(owner))),
      ]
    }),
  )
  const isReady = owned.some(({ check, state }) => check === 'schema' && state === 'ok')
  return isReady ? [...owned, ...(await runCheck('keys', () => asProgram(config, url, isWhole)))] : owned
}

const asProgram = async (config: Config, ownerUrl: string, isWhole: boolean): Promise<CheckResult[]> => {
  const kms = openMasterKeys(config, () => undefined) // the key file has a separate line
  const appUrl = await findAppUrl(config, ownerUrl, kms)
  const quiet = createLog('error', { write: () => undefined })
  const attached = await attachRuntime({ ...config, databaseConnections: CONNECTIONS }, quiet, {
    ownerUrl,
    appUrl,
    kms,
  })
  // A comparison of all rows takes longer than any request waits.
  const patient = isWhole ? openForUpkeep(appUrl, quiet) : undefined
  const open = patient === undefined ? attached : { ...attached, runtime: { ...attached.runtime, db: patient } }
  try {
    const findings: CheckResult[] = []
    const looks: [check: CheckName, look: (runtime: OpenRuntime) => Promise<CheckResult[]>][] = [
      ['pooler', checkPooler],
      ['promotion', checkPromotions],
      ['replica', checkReplica],
      ['tenants', checkTenants],
      ['processes', checkProcesses],
      ['keys', checkKeys],
      ['quotas', (runtime) => checkQuotaCounts(runtime, isWhole)],
      ['partitions', checkPartitions],
      ['lists', (runtime) => checkLists(runtime, isWhole)],
      ['ledger', (runtime) => checkLedger(runtime, isWhole)],
      ['work', checkOverdueWork],
      ['jobs', checkJobs],
    ]
    for (const [check, look] of looks) findings.push(...(await runCheck(check, () => look(open))))
    return findings
  } finally {
    await patient?.close()
    await attached.close()
  }
}
