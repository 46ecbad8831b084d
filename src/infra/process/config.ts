/** Every setting, read once from the environment. One line in SETTINGS is all a new setting needs; the README's table is generated from it. */

import { join } from 'node:path'
import { checkProductionDatabase, type DatabaseAddresses, databaseAddresses } from './database-addresses.ts'
import { KEPT, type KeptMonths, toKeptMonths } from './kept-months.ts'
import type { LogFormat } from './log-target.ts'
import { mailFrom, mailSender, smtpAddress } from './mail-settings.ts'
import { type Ports, portsFrom } from './ports.ts'
import { calledPortFault } from './refused-ports.ts'
import { isForThisMachine, type SandboxSwitch, sandboxSwitch, seedOfSandbox } from './sandbox-switches.ts'
import {
  bool,
  collectorAddress,
  count,
  databaseAddress,
  directAddress,
  InvalidSettingError,
  keptMonths,
  metricsPort,
  networks,
  numberedStatement,
  oneOf,
  optionalText,
  parseTls,
  port,
  processCount,
  proxies,
  redisAddress,
  secretText,
  shardAddresses,
  shardNumbers,
  text,
} from './setting-parsers.ts'

export interface Config extends DatabaseAddresses {
  env: 'sandbox' | 'production'
  role: 'all' | 'api' | 'worker' | 'migrate'
  /** How many processes answer requests; 1 means only this one. */
  processes: number
  dataDir: string
  /** Where banks leave their files. */
  bankFiles: string | undefined
  host: string
  ports: Ports
  /** Public addresses: {base_url}, {transfer_url}, {fraud_url}, {auth_url}, console, bank. */
  urls: Record<keyof Omit<Ports, 'metrics'>, string>
  databaseConnections: number
  /** Names a shard to the engine before the shards; undefined: each is reached at its own address. */
  shardStatement: string | undefined
  /** Shards whose background work this process does; undefined: all. */
  workerShards: readonly number[] | undefined
  /** Address that serves the metrics of this process, and the token it requires. */
  metricsHost: string
  /** The port of the metrics is the first free one from `ports.metrics` on. */
  choosesMetricsPort: boolean
  metricsToken: string | undefined
  /** The store of limits that several processes share; undefined means the database. May contain a password. */
  redisUrl: string | undefined
  /** How long a request waits for a limit stored outside this process. */
  limitAnswerMs: number
  /** PEM files of our own certificate; undefined means plain HTTP, with TLS ending before us. */
  tls: { cert: string; key: string } | undefined
  /** Plain HTTP is accepted (local development); sandbox only. */
  allowHttp: boolean
  /** Webhook targets and banks may be on loopback; sandbox only. */
  allowLocalWebhooks: boolean
  /** The demo users of a sandbox sign in to the console without a password. */
  demoSignIn: boolean
  /** Private networks of banks, as CIDR: the operator's leased lines and VPNs. */
  bankNetworks: string[]
  errorsBase: string
  /** The operator's mail server; may contain a password. */
  smtpUrl: string | undefined
  mailFrom: string
  /** CIDR list of proxies whose forwarding headers are trusted; empty means none. */
  trustedProxies: string[]
  /** `id:base64` pairs, newest first; undefined means a key file. */
  masterKeys: string | undefined
  /** Undefined means `keys.json` in the data folder, in a sandbox only. */
  masterKeysFile: string | undefined
  logLevel: string
  logFormat: LogFormat
  /** Derives the demo realms' secrets, so that they are the same at every first start; for tests in a sandbox only. */
  demoSecretSeed: string | undefined
  /** Collector of spans; undefined means that nothing is traced. May contain a password. */
  otlpUrl: string | undefined
  /** Undefined means stdout. */
  logFile: string | undefined
  /** Months that rows are kept, by table; `bodies` are those of requests and answers. */
  keptMonths: KeptMonths
  /** How long a stopping process keeps serving, so that a load balancer notices first. */
  drainMs: number
}

/** Every setting: how its text is parsed, its default (as a user would write it) and its meaning. */
// biome-ignore format: one setting per line reads as the table it is
export const SETTINGS = {
  VEZNE_ENV: { form: oneOf('sandbox', 'production'), fallback: 'sandbox', meaning: 'Which environment this is; `production` refuses sandbox-only switches' },
  VEZNE_ROLE: { form: oneOf('all', 'api', 'worker', 'migrate'), fallback: 'all', meaning: 'What this process does: answer requests (`api`), deliver and inquire (`worker`), both, or only bring the schema up to date' },
  VEZNE_PROCESSES: { form: processCount, fallback: '1', meaning: 'How many processes answer requests behind the same ports, `auto`: one per core. With more than one they are started beside the one that does the rest' },
  VEZNE_DATA_DIR: { form: text, fallback: '.vezne', meaning: 'Folder of the embedded database, the master keys of a sandbox, the log and `demo.json`' },
  VEZNE_HOST: { form: text, fallback: '127.0.0.1', meaning: 'Address to listen on' },
  VEZNE_PORT_BASE: { form: port, fallback: '4000', meaning: 'First port: start page +0, cards +10, transfers +20, fraud +30, identity +40, bank +50, metrics +90' },
  DATABASE_URL: { form: databaseAddress, fallback: '', meaning: 'PostgreSQL 15 or newer, as the owner of the schema, with any number of hosts (host1:5432,host2:5432); empty: the embedded server. In production for the role `migrate` alone' },
  DATABASE_APP_URL: { form: databaseAddress, fallback: '', meaning: 'The same database as the role the program acts as; production needs it. `migrate` makes the role where it may' },
  DATABASE_DIRECT_URL: { form: directAddress, fallback: '', meaning: 'The server itself, without user and password, where the other addresses go through a pooler: for notifications, the register of processes, jobs and migrations' },
  DATABASE_READ_URL: { form: directAddress, fallback: '', meaning: 'Standbys of the same database, without user and password, that lists and tests of rules are read from: one or several (db2:5432,db3:5432), also the primary among them; it answers where no standby can' },
  VEZNE_SHARDS: { form: shardAddresses, fallback: '', meaning: 'Servers that tenants are spread over, without user and password, separated by blanks; the place of each, from 0, is its number and never changes (postgres://a1:5432,a2:5432/vezne postgres://b1:5432/vezne). Stands in place of DATABASE_DIRECT_URL; empty: one database' },
  VEZNE_SHARD_STATEMENT: { form: numberedStatement, fallback: '', meaning: 'Statement that names a shard to the engine at DATABASE_URL and DATABASE_APP_URL, `%` for its number, such as set "pgdog.shard" to % (PgDog); empty: there is none, and each shard is reached at its own address' },
  VEZNE_WORKER_SHARDS: { form: shardNumbers, fallback: '', meaning: 'Numbers of the shards whose background work this process does, separated by commas; empty: all' },
  DATABASE_BACKUP_URL: { form: databaseAddress, fallback: '', meaning: 'The same database as the role of `vezne backup role`, for `vezne backup make` alone' },
  VEZNE_METRICS_PORT: { form: metricsPort, fallback: 'first port + 90', meaning: 'Port of `/metrics` and `/health` of this process: each process of a machine has its own. `auto`: the first free one from first port + 90 to + 99; `vezne ps` tells it' },
  VEZNE_METRICS_HOST: { form: text, fallback: '127.0.0.1', meaning: 'Address on which `/metrics` of this process listens' },
  VEZNE_METRICS_TOKEN: { form: secretText(16), fallback: '', meaning: 'Bearer token that `/metrics` asks for, 16 characters or more; empty: none' },
  VEZNE_DATABASE_CONNECTIONS: { form: count(2, 500), fallback: '16', meaning: 'Largest number of database connections of one process' },
  REDIS_URL: { form: redisAddress, fallback: '', meaning: 'Redis or Valkey that keeps the rate limits all processes share, such as redis://10.0.0.5:6379; empty: the database, or memory where one process does everything' },
  VEZNE_MASTER_KEYS: { form: optionalText, fallback: '', meaning: 'Master keys as `id:base64` of 32 bytes, newest first, separated by commas; empty: from a file' },
  VEZNE_MASTER_KEYS_FILE: { form: optionalText, fallback: '`keys.json` in the data folder in the sandbox, else none', meaning: 'File of the master keys, made by `vezne keys make`; production needs this or VEZNE_MASTER_KEYS' },
  VEZNE_TLS_CERT: { form: optionalText, fallback: '', meaning: 'PEM file of the certificate with its chain: the program itself speaks TLS on all surfaces and the start page; read again when it changes, and on SIGHUP' },
  VEZNE_TLS_KEY: { form: optionalText, fallback: '', meaning: 'PEM file of the certificate\'s private key' },
  VEZNE_ALLOW_HTTP: { form: bool, fallback: 'on in the sandbox, else off', meaning: 'Answer plain HTTP; sandbox only' },
  VEZNE_ALLOW_LOCAL_WEBHOOKS: { form: bool, fallback: 'on in the sandbox, else off', meaning: 'Webhook, callback and bank addresses may be on loopback; sandbox only' },
  VEZNE_BANK_NETWORKS: { form: networks, fallback: '', meaning: 'Private networks in which banks may be called (VPN, leased line), as CIDR such as 10.20.0.0/16, separated by commas' },
  VEZNE_TRUSTED_PROXIES: { form: proxies, fallback: '', meaning: 'Addresses or CIDR ranges of proxies whose forwarding headers count, separated by commas' },
  VEZNE_CARDS_URL: { form: optionalText, fallback: 'from host and port', meaning: 'Public address of card payments' },
  VEZNE_TRANSFERS_URL: { form: optionalText, fallback: 'from host and port', meaning: 'Public address of money transfers' },
  VEZNE_FRAUD_URL: { form: optionalText, fallback: 'from host and port', meaning: 'Public address of fraud' },
  VEZNE_IDENTITY_URL: { form: optionalText, fallback: 'from host and port', meaning: 'Public address of identity; issuer of the access tokens' },
  VEZNE_CONSOLE_URL: { form: optionalText, fallback: 'from host and port', meaning: 'Public address of the start page and the console' },
  VEZNE_DEMO_SIGN_IN: { form: bool, fallback: 'on in a sandbox on loopback without another name or a proxy, else off', meaning: 'The console lets anybody who comes from this machine in as one of the demo people, by one click; sandbox only' },
  VEZNE_BANK_URL: { form: optionalText, fallback: 'from host and port', meaning: 'Address of the bank simulator' },
  VEZNE_BANK_FILES: { form: optionalText, fallback: '', meaning: 'Folder in which banks leave their files of a day, a subfolder a tenant (its slug): workers take them every minute, into `done/` or `refused/`; empty: none' },
  VEZNE_SMTP_URL: { form: smtpAddress, fallback: '', meaning: 'Mail server, such as smtps://user:password@mail.example or smtp://mail.example:587 (STARTTLS, in production required); empty: files in `mail/` of the data folder in the sandbox, no mail in production' },
  VEZNE_MAIL_FROM: { form: mailSender, fallback: '', meaning: 'Sender of mails, such as Vezne <vezne@pay.example>; VEZNE_SMTP_URL needs it' },
  VEZNE_ERRORS_BASE: { form: optionalText, fallback: 'start page + /errors', meaning: 'What the `type` of a problem document begins with' },
  VEZNE_DRAIN_S: { form: count(0, 8), fallback: '0 in the sandbox, else 5', meaning: 'Seconds a stopping process goes on serving, so that a load balancer notices first' },
  VEZNE_KEEP_EVENTS_MONTHS: keptMonths(KEPT.events, 'Months after which the events of a payment or transfer are dropped; deliveries are gone after 30 days'),
  VEZNE_KEEP_JOURNAL_MONTHS: keptMonths(KEPT.journal, 'Months after which journal entries are dropped'),
  VEZNE_KEEP_PAYMENTS_MONTHS: keptMonths(KEPT.payments, 'Months after which payments with their captures, voids and refunds are dropped'),
  VEZNE_KEEP_REQUEST_LOGS_MONTHS: keptMonths(KEPT.api_request_logs, 'Months after which the log of calls to banks is dropped'),
  VEZNE_KEEP_CHECKS_MONTHS: keptMonths(KEPT.fraud_checks, 'Months after which fraud checks are dropped'),
  VEZNE_KEEP_TRANSFERS_MONTHS: keptMonths(KEPT.transfers, 'Months after which transfers are dropped'),
  VEZNE_KEEP_AUDIT_MONTHS: keptMonths(KEPT.audit_log, 'Months after which entries are cut off the beginning of the audit log'),
  VEZNE_KEEP_SESSIONS_MONTHS: keptMonths(KEPT.checkout_sessions, 'Months after which checkout sessions that have ended are dropped'),
  VEZNE_KEEP_BODIES_MONTHS: keptMonths(KEPT.bodies, 'Months after which a month is rewritten, full and without the bodies of requests and answers'),
  VEZNE_LOG_TO: { form: oneOf('file', 'stdout'), fallback: 'file in the sandbox with the embedded server, else stdout', meaning: '`vezne.log` in the data folder, or standard output' },
  VEZNE_DEMO_SECRET_SEED: { form: optionalText, fallback: '', meaning: 'Text the demo secrets are made from, for tests; empty: random ones. Sandbox only' },
  VEZNE_LOG_FORMAT: { form: oneOf('json', 'text'), fallback: 'json', meaning: 'A line of the log: one object of JSON for programs, or text for people (docs/logs.md)' },
  VEZNE_OTLP_URL: { form: collectorAddress, fallback: '', meaning: 'Collector that takes spans by OTLP over HTTP, such as http://127.0.0.1:4318 (they go to /v1/traces there; docs/tracing.md); empty: nothing is traced' },
  VEZNE_LOG_LEVEL: { form: oneOf('debug', 'info', 'warn', 'error'), fallback: 'info', meaning: 'Least severe entries that are logged' },
} as const

type Name = keyof typeof SETTINGS
type ValueOf<N extends Name> = ReturnType<(typeof SETTINGS)[N]['form']>

export const loadConfig = (env: NodeJS.ProcessEnv): Config => {
  const written = (name: Name): string | undefined => env[name]?.trim() || undefined
  /** Returns the parsed value, or the table's default. */
  const value = <N extends Name>(name: N, fallback: string = SETTINGS[name].fallback): ValueOf<N> =>
    SETTINGS[name].form(written(name) ?? fallback, name) as ValueOf<N>

  const isSandbox = value('VEZNE_ENV') === 'sandbox'
  const demoSecretSeed = seedOfSandbox(value('VEZNE_DEMO_SECRET_SEED'), isSandbox)
  const isTriedOut = isSandbox && value('DATABASE_URL') === undefined // nothing is configured: a user tries the program out at a terminal
  const sandboxOnly = (name: SandboxSwitch, standard = isSandbox): boolean =>
    sandboxSwitch(name, value(name, standard ? 'on' : 'off'), isSandbox)
  const allowHttp = sandboxOnly('VEZNE_ALLOW_HTTP')
  const allowLocalWebhooks = sandboxOnly('VEZNE_ALLOW_LOCAL_WEBHOOKS')
  const host = value('VEZNE_HOST')
  const proxies = value('VEZNE_TRUSTED_PROXIES')
  const metrics = value('VEZNE_METRICS_PORT', '')
  const ports = portsFrom(value('VEZNE_PORT_BASE'), metrics === 'auto' ? undefined : metrics)
  const tls = parseTls(value('VEZNE_TLS_CERT'), value('VEZNE_TLS_KEY'))
  const urls = buildUrls(host, ports, { allowHttp, isTls: tls !== undefined }, written)

  const portFault = calledPortFault(ports, urls)
  if (isSandbox && portFault !== undefined) throw new InvalidSettingError('VEZNE_PORT_BASE', portFault)
  const databases = databaseAddresses(value, value('VEZNE_SHARDS'))
  if (!isSandbox) checkProductionDatabase(value('VEZNE_ROLE'), databases)

  return {
    env: value('VEZNE_ENV'),
    role: value('VEZNE_ROLE'),
    processes: ['worker', 'migrate'].includes(value('VEZNE_ROLE')) ? 1 : value('VEZNE_PROCESSES'),
    dataDir: value('VEZNE_DATA_DIR'),
    bankFiles: written('VEZNE_BANK_FILES'),
    host,
    ports,
    urls,
    ...databases,
    shardStatement: value('VEZNE_SHARD_STATEMENT'),
    workerShards: value('VEZNE_WORKER_SHARDS'),
    metricsHost: value('VEZNE_METRICS_HOST'),
    choosesMetricsPort: metrics === 'auto',
    metricsToken: value('VEZNE_METRICS_TOKEN'),
    databaseConnections: value('VEZNE_DATABASE_CONNECTIONS'),
    redisUrl: value('REDIS_URL'),
    limitAnswerMs: 150, // measured decisions take about one millisecond; tests on a busy machine wait longer
    tls,
    allowHttp,
    allowLocalWebhooks,
    demoSignIn: sandboxOnly('VEZNE_DEMO_SIGN_IN', isSandbox && isForThisMachine(host, urls.console, proxies)),
    bankNetworks: value('VEZNE_BANK_NETWORKS'),
    smtpUrl: value('VEZNE_SMTP_URL'),
    mailFrom: mailFrom(value('VEZNE_SMTP_URL'), value('VEZNE_MAIL_FROM'), urls.console),
    errorsBase: withoutSlash(written('VEZNE_ERRORS_BASE') ?? `${urls.console}/errors`),
    trustedProxies: proxies,
    masterKeys: value('VEZNE_MASTER_KEYS'),
    masterKeysFile: value('VEZNE_MASTER_KEYS_FILE', ''),
    logLevel: value('VEZNE_LOG_LEVEL'),
    logFormat: value('VEZNE_LOG_FORMAT'),
    otlpUrl: value('VEZNE_OTLP_URL'),
    demoSecretSeed,
    logFile:
      value('VEZNE_LOG_TO', isTriedOut ? 'file' : 'stdout') === 'file'
        ? join(value('VEZNE_DATA_DIR'), 'vezne.log')
        : undefined,
    keptMonths: toKeptMonths(value),
    drainMs: value('VEZNE_DRAIN_S', isSandbox ? '0' : '5') * 1_000,
  }
}

/** Returns where each surface is reached unless a setting says otherwise. */
export const buildUrls = (
  host: string,
  ports: Ports,
  { allowHttp, isTls }: { allowHttp: boolean; isTls: boolean },
  written: (name: Name) => string | undefined = () => undefined,
): Config['urls'] => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const address = (name: Name, port: number, isPlain = allowHttp && !isTls): string => {
    const given = written(name)
    if (given === undefined) return `${isPlain ? 'http' : 'https'}://${reachable}:${port}`
    if (!URL.canParse(given) || !/^https?:\/\//i.test(given))
      throw new InvalidSettingError(name, `"${given}" is no http or https address`)
    return withoutSlash(given)
  }
  return {
    console: address('VEZNE_CONSOLE_URL', ports.console),
    cards: address('VEZNE_CARDS_URL', ports.cards),
    transfers: address('VEZNE_TRANSFERS_URL', ports.transfers),
    fraud: address('VEZNE_FRAUD_URL', ports.fraud),
    identity: address('VEZNE_IDENTITY_URL', ports.identity),
    bank: address('VEZNE_BANK_URL', ports.bank, allowHttp),
  }
}

/** Returns whether every request is answered 403: plain HTTP is refused, and nothing ends TLS. */
export const refusesAllRequests = ({ role, allowHttp, tls, trustedProxies }: Config): boolean =>
  (role === 'all' || role === 'api') && !allowHttp && tls === undefined && trustedProxies.length === 0

/** Returns whether this process serves pages for people: the console, and in a sandbox the start page. */
export const hasConsole = ({ role }: Pick<Config, 'role'>): boolean => role === 'all' || role === 'api'

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
