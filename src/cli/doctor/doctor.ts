/** `vezne doctor`: looks at everything an operator would, says what is wrong and what to do; running or stopped. */
import { env, stdout } from 'node:process'
import type { Config } from '../../infra/process/config.ts'
import { openLog } from '../../infra/process/log.ts'
import { type OpenHouse, visitHouse } from '../../app/open-runtime.ts'
import { appUrlBeside } from '../../app/open-database-for-cli.ts'
import { isRunning } from '../../infra/database/embedded-server/data-folder-lock.ts'
import { runningUrl } from '../../infra/database/embedded-server/embedded-postgres.ts'
import { CommandFault, type Verb } from '../command.ts'
import { asOwner, masterKeysOf, settings } from '../attach-runtime.ts'
import { clockFindings, noticeFindings, schemaFindings, settingFindings, wallFindings } from './database.ts'
import { type Finding, fail, looked, ok, warn } from './check-result.ts'
import { diskFindings, keyFileFindings, portFindings, tlsFindings } from './host.ts'
import { quotaFindings } from './quota.ts'
import { jobFindings, keyFindings, lateFindings, processFindings, tenantFindings } from './background-work.ts'

export const doctor: Verb = {
  summary: 'look at database, schema, keys, clock, ports, TLS and stuck work; says what to do',
  usage: `doctor                    with the settings of the program; it may be running or not
  --json                  one JSON object instead of lines

Ends with 1 when something has failed; warnings alone end with 0.`,
  async run(words) {
    if (words.some((word) => word !== '--json')) throw new CommandFault('doctor takes --json and nothing else')
    const findings = await examine()
    const worst = findings.some(({ state }) => state === 'fail')
      ? 'fail'
      : findings.some(({ state }) => state === 'warn')
        ? 'warn'
        : 'ok'
    if (words.includes('--json')) stdout.write(`${JSON.stringify({ state: worst, findings }, null, 2)}\n`)
    else for (const finding of findings) stdout.write(lineOf(finding))
    if (worst === 'fail') process.exitCode = 1
  },
}

const CONNECTIONS = 2

const lineOf = ({ check, state, says, todo }: Finding): string =>
  `${state.padEnd(5)}${check.padEnd(16)}${says}\n${todo === undefined ? '' : `${' '.repeat(21)}> ${todo}\n`}`

/** `environment`: the settings of the program it looks at. */
export const examine = async (environment = env): Promise<readonly Finding[]> => {
  let config: Config
  try {
    config = settings(environment)
  } catch (error) {
    return [fail('settings', (error as Error).message, 'correct it; the program refuses to start like this')]
  }
  const isEmbedded = config.databaseUrl === undefined && config.databaseAppUrl === undefined
  const url = config.databaseUrl ?? config.databaseAppUrl ?? (await runningUrl(config.dataDir))
  const here = [
    ok('settings', `${config.env}, role ${config.role}, Node ${process.version}`),
    ...(await looked('ports', () => portFindings(config, isEmbedded && isRunning(config.dataDir)))),
    ...(await looked('tls', async () => tlsFindings(config))),
    ...(await looked('key file', async () => keyFileFindings(config))),
    ...(await looked('disk', async () => diskFindings(config))),
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
  return [...here, ...(await inDatabase(config, url))]
}

const inDatabase = async (config: Config, url: string): Promise<readonly Finding[]> => {
  const owned = await looked('database', () =>
    asOwner(url, async (owner) => {
      const found = await looked('database', () => settingFindings(owner, config))
      const schema = await looked('schema', () => schemaFindings(owner))
      if (schema.some(({ state }) => state === 'fail')) return [...found, ...schema]
      return [
        ...found,
        ...schema,
        ...(await looked('walls', () => wallFindings(owner))),
        ...(await looked('clock', () => clockFindings(owner, config))),
        ...(await looked('notices', () => noticeFindings(owner))),
      ]
    }),
  )
  const isReady = owned.some(({ check, state }) => check === 'schema' && state === 'ok')
  return isReady ? [...owned, ...(await looked('keys', () => asProgram(config, url)))] : owned
}

const asProgram = async (config: Config, ownerUrl: string): Promise<Finding[]> => {
  const kms = masterKeysOf(config, () => undefined) // the key file has a line of its own
  const appUrl = config.databaseAppUrl ?? (await appUrlBeside(ownerUrl, kms))
  const quiet = openLog('error', { write: () => undefined })
  const open = await visitHouse({ ...config, databaseConnections: CONNECTIONS }, quiet, { ownerUrl, appUrl, kms })
  try {
    const findings: Finding[] = []
    const looks: [check: string, look: (house: OpenHouse) => Promise<Finding[]>][] = [
      ['tenants', tenantFindings],
      ['processes', processFindings],
      ['keys', keyFindings],
      ['quotas', quotaFindings],
      ['work', lateFindings],
      ['jobs', jobFindings],
    ]
    for (const [check, look] of looks) findings.push(...(await looked(check, () => look(open))))
    return findings
  } finally {
    await open.close()
  }
}
