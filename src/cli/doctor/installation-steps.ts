/**
 * `vezne doctor --production`: the steps of docs/install.md in their order, each with what is missing and the next command. A step that needs
 * an earlier one waits for it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAppUrl } from '../../app/open-database-for-cli.ts'
import { attachRuntime } from '../../app/open-runtime.ts'
import { listProcesses, type ProcessRow } from '../../infra/database/processes/process-list.ts'
import { requireServerVersion } from '../../infra/database/server-version.ts'
import { type Config, loadConfig, refusesAllRequests } from '../../infra/process/config.ts'
import { createLog } from '../../infra/process/log.ts'
import { directUrl } from '../../infra/process/server-address.ts'
import { openMasterKeys, withOwner } from '../attach-runtime.ts'
import { checkSchemaVersion } from './database-checks.ts'
import { checkKeyFile } from './host.ts'
import { type Live, readLive } from './installed-data.ts'
import { answersAt, takesConnections } from './reached-addresses.ts'

export interface Step {
  /** Number of the step in docs/install.md. */
  readonly no: number
  readonly title: string
  readonly state: 'done' | 'missing' | 'waits'
  readonly message: string
  /** The next command, or where to read it. */
  readonly next?: string
}

const KEY_FILE = '/etc/vezne/keys.json'
const CONNECTIONS = 2
const done = (no: number, title: string, message: string): Step => ({ no, title, state: 'done', message })
const missing = (no: number, title: string, message: string, next: string): Step => ({
  no,
  title,
  state: 'missing',
  message,
  next,
})
const page = (no: number): string => `step ${no} of docs/install.md`

const TITLES: Readonly<Record<number, string>> = {
  3: 'database and roles',
  4: 'schema',
  5: 'api, first administrator',
  6: 'worker',
  7: 'proxy and TLS',
  8: 'mail',
  9: 'tenant and people',
  10: 'bank',
  11: 'going live',
}

export const installationSteps = async (env: NodeJS.ProcessEnv): Promise<readonly Step[]> => {
  const steps: Step[] = []
  try {
    for await (const step of walk({ ...env, VEZNE_ENV: 'production' })) {
      steps.push(step)
      if (step.state === 'missing' && step.no < 5) break
    }
  } catch (error) {
    const at = (steps.at(-1)?.no ?? 2) + 1
    steps.push(missing(at, TITLES[at]!, (error as Error).message.split('\n')[0]!, page(at)))
  }
  const last = steps.at(-1)!.no
  const waiting = Object.keys(TITLES)
    .map(Number)
    .filter((no) => no > last)
  return [
    ...steps,
    ...waiting.map((no): Step => ({ no, title: TITLES[no]!, state: 'waits', message: `for step ${last}` })),
  ]
}

async function* walk(env: NodeJS.ProcessEnv): AsyncGenerator<Step> {
  const file = env.VEZNE_MASTER_KEYS_FILE?.trim() || KEY_FILE
  if (!env.VEZNE_MASTER_KEYS && !existsSync(file))
    return yield missing(
      2,
      'master keys',
      `there is no ${file}`,
      `vezne keys make ${file}; for a database that exists its own file`,
    )
  yield done(2, 'master keys', env.VEZNE_MASTER_KEYS ? 'in VEZNE_MASTER_KEYS' : file)
  const config = loadConfig(env)
  const fault = checkKeyFile(config).find(({ state }) => state === 'fail')
  if (fault) return yield missing(2, 'master keys', fault.message, fault.action ?? page(2))
  const url = directUrl((config.databaseAppUrl ?? config.databaseUrl)!, config)
  let schema: Awaited<ReturnType<typeof checkSchemaVersion>>[number] | undefined
  try {
    schema = await withOwner(url, async (client) => {
      await requireServerVersion(client)
      return (await checkSchemaVersion(client))[0]
    })
  } catch (error) {
    // The role of the program is made with the schema.
    const isNoRole = /password authentication failed|does not exist/.test((error as Error).message)
    if (!isNoRole) throw error
    yield done(3, TITLES[3]!, 'the server answers; the role of the program is made with the schema')
    return yield missing(4, TITLES[4]!, 'the role of DATABASE_APP_URL is not there, or has another password', MIGRATE)
  }
  yield done(3, TITLES[3]!, 'the server answers, and is new enough')
  if (schema?.state !== 'ok') return yield missing(4, TITLES[4]!, schema?.message ?? 'unknown', MIGRATE)
  yield done(4, TITLES[4]!, schema.message)
  yield* inDatabase(config)
}

const MIGRATE = 'systemctl enable --now vezne-migrate (VEZNE_ROLE=migrate with the DATABASE_URL of the owner)'

async function* inDatabase(config: Config): AsyncGenerator<Step> {
  const kms = openMasterKeys(config, () => undefined)
  const appUrl = await findAppUrl(config, '', kms)
  const quiet = createLog('error', { write: () => undefined })
  const open = await attachRuntime({ ...config, databaseConnections: CONNECTIONS }, quiet, { appUrl, kms })
  try {
    const { runtime } = open
    const living = (await runtime.db.transaction({ of: [] }, listProcesses)).filter(
      ({ is_living, is_silent }) => is_living && !is_silent,
    )
    const live = await readLive(runtime)
    yield apiStep(config, living, live)
    yield workerStep(living)
    yield await proxyStep(config)
    yield await mailStep(config)
    yield* tenantSteps(live)
  } finally {
    await open.close()
  }
}

const apiStep = ({ dataDir }: Config, living: readonly ProcessRow[], { platformKeyUsed }: Live): Step => {
  if (!living.some(({ serves_requests, runs_jobs }) => serves_requests || !runs_jobs))
    return missing(
      5,
      TITLES[5]!,
      'no process answers requests',
      'systemctl enable --now vezne-api; its log: journalctl -u vezne-api',
    )
  const file = join(dataDir, 'first-key.env')
  if (existsSync(file))
    return missing(
      5,
      TITLES[5]!,
      `the platform's first key is still in ${file}`,
      `copy it to a safe place, then rm ${file}`,
    )
  if (!platformKeyUsed)
    return missing(
      5,
      TITLES[5]!,
      'no key of the platform was ever used',
      'vezne platform make, if the first one is lost',
    )
  return done(5, TITLES[5]!, 'it runs, and the platform has been administered')
}

const workerStep = (living: readonly ProcessRow[]): Step => {
  const workers = living.filter(({ runs_jobs }) => runs_jobs).length
  return workers > 0
    ? done(6, TITLES[6]!, `${workers} at work`)
    : missing(
        6,
        TITLES[6]!,
        'none runs: nothing is delivered, inquired, mailed or kept up',
        'systemctl enable --now vezne-worker; its log: journalctl -u vezne-worker',
      )
}

const proxyStep = async (config: Config): Promise<Step> => {
  if (refusesAllRequests({ ...config, role: 'api' }))
    return missing(
      7,
      TITLES[7]!,
      'every request is answered 403: no certificate, and no trusted proxy',
      'VEZNE_TRUSTED_PROXIES in /etc/vezne/vezne.env, then systemctl restart vezne-api',
    )
  for (const url of [config.urls.identity, config.urls.cards]) {
    const fault = await answersAt(`${url}/health/ready`)
    if (fault !== null) return missing(7, TITLES[7]!, `${url}/health/ready: ${fault}`, page(7))
  }
  return done(7, TITLES[7]!, `${config.urls.identity} and ${config.urls.cards} answer`)
}

const mailStep = async ({ smtpUrl }: Config): Promise<Step> => {
  if (smtpUrl === undefined)
    return missing(8, TITLES[8]!, 'VEZNE_SMTP_URL is not set: no invitations, no forgotten passwords', page(8))
  const { hostname, port, protocol } = new URL(smtpUrl)
  const fault = await takesConnections(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587))
  return fault === null
    ? done(8, TITLES[8]!, `${hostname} answers`)
    : missing(
        8,
        TITLES[8]!,
        `${hostname}: ${fault}`,
        'correct VEZNE_SMTP_URL, then systemctl restart vezne-api vezne-worker',
      )
}

function* tenantSteps({ tenants, people, banks, payments }: Live): Generator<Step> {
  if (tenants === 0)
    yield missing(9, TITLES[9]!, 'there is no tenant', "vezne tenant create --name '...' --email ... --allowed-ips ...")
  else if (people < 2)
    yield missing(9, TITLES[9]!, `no tenant has two confirmed people (${people})`, `${page(9)}, or the console`)
  else yield done(9, TITLES[9]!, `${tenants} tenants, ${people} confirmed people in one`)
  yield banks > 0
    ? done(10, TITLES[10]!, `${banks} confirmed configurations take payments`)
    : missing(10, TITLES[10]!, 'no confirmed configuration of a bank takes payments', `${page(10)}, or the console`)
  yield payments > 0
    ? done(11, TITLES[11]!, 'a payment was completed')
    : missing(11, TITLES[11]!, 'no payment was completed yet', `${page(11)}, then vezne doctor`)
}
