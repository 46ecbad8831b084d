/** An installation to break: two database servers, a bank, processes of every role, and a shop that pays all the time. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openProgram, type Program } from '../../resilience/chaos/program.ts'
import { type BankProcess, startBank } from '../../support/bank.ts'
import { certificate } from '../../support/certificate.ts'
import { CARDS, paymentBody } from '../../support/payments.ts'
import { startProcess, type VezneProcess } from '../../support/process.ts'
import { makeScratch } from '../../support/scratch.ts'
import { type ServerPair, startServerPair } from '../../support/server-pair.ts'
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts'

const DAY_MS = 86_400_000
const PAUSE_MS = 300 // between two payments of the shop
const DISK_MB = 64

export interface Installation {
  readonly pair: ServerPair
  readonly program: Program
  readonly bank: BankProcess
  readonly disk: SmallDisk
  /** What the bank's files are put into. */
  readonly files: string
  api(): VezneProcess
  worker(): VezneProcess
  /** Answers requests, over TLS, with its data on the small disk. */
  spare(): VezneProcess
  startSpare(): Promise<void>
  /** Another process beside these, which answers requests. */
  startOther(env: Record<string, string>): Promise<VezneProcess>
  certify(days: number): void
  /** Warnings and errors that were logged since it was asked last, by event. */
  troubles(): Map<string, number>
  /** As the owner, without triggers. */
  own<Row>(sql: string): Promise<Row[]>
  /** The card and the configuration of the next payments. */
  payBy(change: { card?: keyof typeof CARDS; configuration?: string }): void
  call(method: string, path: string, body?: unknown): Promise<number>
  end(): Promise<void>
}

export const metricsPortOf = ({ portBase }: VezneProcess): number => portBase + 90

export const startInstallation = async (): Promise<Installation> => {
  const disk = mountSmallDisk(DISK_MB)
  if (disk === undefined) throw new Error('this system mounts no small disk for us: run it as root')
  const pair = await startServerPair()
  const bank = await startBank()
  const files = makeScratch('vezne-alerts-files-')
  const settings = {
    DATABASE_URL: pair.primary.url,
    VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    VEZNE_BANK_URL: bank.url,
    VEZNE_BANK_FILES: files,
    VEZNE_DATABASE_CONNECTIONS: '8',
  }
  const program = await openProgram({ ...settings, VEZNE_ROLE: 'all' })
  const certify = (days: number): void => {
    const made = certificate('pay.test', { notAfter: new Date(Date.now() + days * DAY_MS) })
    writeFileSync(join(files, '..', `${disk.path.split('/').at(-1)}.cert`), made.cert)
    writeFileSync(join(files, '..', `${disk.path.split('/').at(-1)}.key`), made.key, { mode: 0o600 })
  }
  const [cert, key] = ['cert', 'key'].map((kind) => join(files, '..', `${disk.path.split('/').at(-1)}.${kind}`))
  certify(90)
  // The first one makes schema and demo; then the work is divided.
  const first = await program.start()
  first.kill('SIGTERM')
  await first.exit
  const shared = { ...settings, VEZNE_IDENTITY_URL: program.urls.identity!, VEZNE_LOG_TO: 'file' }
  const beside = async (env: Record<string, string>): Promise<VezneProcess> => {
    const started = await startProcess({ ...shared, VEZNE_DATA_DIR: program.dataDir, ...env })
    await started.ready
    return started
  }
  // The role that sees the sessions of others, as docs/metrics.md says.
  await pair.primary.run('grant pg_read_all_stats to vezne_app')
  const api = await beside({ VEZNE_ROLE: 'api', VEZNE_PORT_BASE: String(new URL(program.urls.console!).port) })
  const worker = await beside({ VEZNE_ROLE: 'worker' })
  const openSpare = () =>
    beside({ VEZNE_ROLE: 'api', VEZNE_DATA_DIR: disk.path, VEZNE_TLS_CERT: cert!, VEZNE_TLS_KEY: key! })
  let spare = await openSpare()
  const shop = openShop(program)
  return {
    pair,
    program,
    bank,
    disk,
    files,
    api: () => api,
    worker: () => worker,
    spare: () => spare,
    async startSpare() {
      spare = await openSpare()
    },
    startOther: (env) => beside({ VEZNE_ROLE: 'api', ...env }),
    certify,
    troubles: readTroubles(join(program.dataDir, 'vezne.log')),
    own: (sql) => pair.primary.run(`set session_replication_role = replica`, sql),
    payBy: shop.payBy,
    call: shop.call,
    async end() {
      await shop.stop()
      for (const each of [spare, worker, api]) {
        each.kill('SIGCONT')
        each.kill('SIGTERM')
        await each.exit
      }
      await program.end()
      await bank.stop()
      await pair.stop()
      disk.remove()
      for (const path of [cert!, key!, files]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Reads on where it ended. */
const readTroubles = (path: string) => {
  let from = 0
  return (): Map<string, number> => {
    const text = readFileSync(path, 'utf8')
    const lines = text.slice(from).split('\n')
    from = text.length - (lines.pop() as string).length
    const found = new Map<string, number>()
    for (const line of lines) {
      const { level, event } = JSON.parse(line) as { level: string; event: string }
      if (level === 'warn' || level === 'error') found.set(event, (found.get(event) ?? 0) + 1)
    }
    return found
  }
}

/** Pays again and again, whatever the answers are. */
const openShop = (program: Program) => {
  let [card, configuration]: [keyof typeof CARDS, string | undefined] = ['success', undefined]
  let isStopped = false
  const call = async (method: string, path: string, body?: unknown): Promise<number> => {
    const token = await program.token('tenant-demo', 'pos')
    const answer = await program.http.request('cards', method, `/api/v1${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
      headers: { 'x-external-merchant-id': 'M-1001' },
    })
    return answer.status
  }
  const pay = () =>
    call(
      'POST',
      '/payments',
      paymentBody({
        card: { number: CARDS[card] },
        ...(configuration === undefined ? {} : { extra_properties: { connector_configuration_id: configuration } }),
      }),
    )
  const loop = (async () => {
    while (!isStopped) {
      // Several at once where a payment waits; the shop does not stop because of one.
      await Promise.race([pay().catch(() => undefined), sleep(PAUSE_MS)])
      await sleep(PAUSE_MS)
    }
  })()
  return {
    call,
    payBy(change: { card?: keyof typeof CARDS; configuration?: string }): void {
      card = change.card ?? 'success'
      configuration = change.configuration
    },
    async stop() {
      isStopped = true
      await loop
    },
  }
}
