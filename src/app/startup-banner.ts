/** Prints the banner of a started program: its addresses, the demo credentials once, and three lines to paste. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersNobody, type Config, hasConsole } from '../infra/process/config.ts'
import { sampleRequests } from '../start-page/sample-requests.ts'

interface DemoClient {
  client_id: string
  client_secret: string
  roles: string[]
}
/** The part of demo.json that is shown. */
interface Demo {
  tenants: {
    slug: string
    clients: Record<string, DemoClient>
    users?: { email: string; password: string; roles: string[] }[]
  }[]
  platform?: { slug: string; clients: Record<string, DemoClient> }
}

/** What only the start itself tells. */
interface Started {
  readonly isFirstStart: boolean
  readonly metricsUrl: string | undefined
}

export const startupBanner = (config: Config, { isFirstStart, metricsUrl = '' }: Started): string[] => {
  if (config.role === 'worker') return ['', `Vezne works in the background (${config.env}); metrics at ${metricsUrl}`]
  if (answersNobody(config)) return ['', ...UNREACHABLE, '']
  const { urls } = config
  const lines = [
    '',
    `Vezne is ready (${config.env}).`,
    '',
    ...columns([
      ...(hasConsole(config) ? [['console', consoleUrl(config)]] : []),
      ...(hasConsole(config) && config.env === 'sandbox' ? [['start page', urls.console]] : []),
      ['card payments', urls.cards, `${urls.cards}/reference`],
      ['money transfers', urls.transfers, `${urls.transfers}/reference`],
      ['fraud', urls.fraud, `${urls.fraud}/reference`],
      ['identity', urls.identity, `${urls.identity}/reference`],
      ...(config.env === 'sandbox' ? [['bank simulator', urls.bank, `${urls.bank}/control/orders`]] : []),
      ['metrics', metricsUrl],
      ...(config.logFile === undefined ? [] : [['log', config.logFile]]),
    ]),
  ]
  const path = join(config.dataDir, 'demo.json')
  const demo = config.env === 'sandbox' ? demoIn(path) : undefined
  if (demo)
    lines.push(
      '',
      ...(isFirstStart ? credentials(demo, path) : [`Demo credentials: ${path}`]),
      '',
      ...tryIt(config, demo, isFirstStart),
    )
  return [...lines, '']
}

/** Instead of addresses that nobody can use. */
const UNREACHABLE = [
  'Vezne runs and answers every request with 403 https_required: it has no certificate, and trusts no proxy. Set one of the two:',
  '  VEZNE_TRUSTED_PROXIES=<address of the proxy that ends TLS>, such as 127.0.0.1',
  '  VEZNE_TLS_CERT=<file with the chain> and VEZNE_TLS_KEY=<file>, and the program ends TLS itself',
]

/** Uses the host name on loopback, because passkeys and secure cookies need a name. */
const consoleUrl = ({ urls }: Config): string =>
  `${urls.console.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')}/console/`

const demoIn = (path: string): Demo | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Demo
  } catch {
    return undefined // another process of this database seeded it
  }
}

const credentials = (demo: Demo, path: string): string[] => {
  const realms = [...demo.tenants, ...(demo.platform ? [demo.platform] : [])]
  return [
    `Demo credentials (shown once; kept in ${path}):`,
    '',
    ...columns(
      realms.flatMap(({ slug, clients }) =>
        Object.values(clients).map((client) => [slug, client.client_id, client.client_secret, client.roles.join(' ')]),
      ),
    ),
  ]
}

/** Works when pasted, also later, when the secret is no longer shown. */
const tryIt = (config: Config, demo: Demo, isFirstStart: boolean): string[] => {
  const tenant = demo.tenants[0]
  const admin = tenant?.clients.admin
  if (!tenant || !admin) return []
  const client = { slug: tenant.slug, clientId: admin.client_id, secret: admin.client_secret }
  const lines = isFirstStart ? sampleRequests(config, client) : sampleRequests(config)
  return ['Try it: a token, a payment, its trace', ...lines.flatMap(({ line }) => ['', line])]
}

const columns = (rows: string[][]): string[] => {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map(
    (row) => `  ${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ')}`,
  )
}
