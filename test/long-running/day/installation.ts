/** An installation as operators have it: two processes that answer requests behind haproxy, two workers, one database elsewhere; upgraded one after the other. */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildUrls } from '../../../src/infra/process/config.ts'
import { portsFrom } from '../../../src/infra/process/ports.ts'
import type { Demo } from '../../support/demo.ts'
import { freePortBase } from '../../support/free-ports.ts'
import { type Balancer, startBalancer } from '../../support/haproxy.ts'
import { SOURCES_MAIN, startProcess, type VezneProcess } from '../../support/process.ts'
import { makeScratch } from '../../support/scratch.ts'
import { discardFolder } from '../../support/seen.ts'

const NAMES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const
const SURFACES = ['cards', 'transfers', 'fraud', 'identity', 'console'] as const
const DRAIN_S = 5 // ten times what the balancer needs to notice, as each of its questions may wait for a processor

export interface Member {
  readonly name: (typeof NAMES)[number]
  readonly dataDir: string
  process: VezneProcess
}

export interface Installation {
  readonly members: readonly Member[]
  /** Addresses of the surfaces at the balancer. */
  readonly urls: Record<string, string>
  readonly demo: Demo
  /** Migrates as the other release does, then replaces the processes one after the other. */
  upgrade(tree?: URL): Promise<void>
  stop(): Promise<void>
}

export interface InstallationSettings {
  readonly databaseUrl: string
  readonly bankUrl: string
  /** Root of the sources it begins with; these when absent. */
  readonly tree: URL | undefined
}

export const openInstallation = async ({ databaseUrl, bankUrl, tree }: InstallationSettings): Promise<Installation> => {
  const urls = urlsAt(await freePortBase())
  const shared: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    VEZNE_BANK_URL: bankUrl,
    VEZNE_LOG_TO: 'file',
    VEZNE_LOG_LEVEL: 'warn',
    VEZNE_DRAIN_S: String(DRAIN_S),
    VEZNE_TRUSTED_PROXIES: '127.0.0.1',
    ...Object.fromEntries(SURFACES.map((name) => [`VEZNE_${name.toUpperCase()}_URL`, urls[name] as string])),
  }
  const start = async (name: string, dataDir: string, base: number, from: URL | undefined): Promise<VezneProcess> => {
    const env = {
      ...shared,
      VEZNE_DATA_DIR: dataDir,
      VEZNE_PORT_BASE: String(base),
      VEZNE_ROLE: name.split('-')[0] as string,
    }
    const started = await startProcess(env, { main: mainOf(from) })
    await started.ready
    return started
  }
  const members: Member[] = []
  let balancer: Balancer | undefined
  const stop = async (): Promise<void> => {
    await balancer?.stop()
    for (const { process, dataDir } of members) {
      process.kill('SIGCONT')
      process.kill('SIGTERM')
      await process.exit
      discardFolder(dataDir)
    }
  }
  try {
    await migrate(shared, tree)
    for (const name of NAMES) {
      const dataDir = makeScratch(`vezne-test-${process.pid}-day-`)
      if (members[0] !== undefined) copyFileSync(demoFile(members[0]), join(dataDir, 'demo.json'))
      members.push({ name, dataDir, process: await start(name, dataDir, await freePortBase(), tree) })
    }
    const answering = members.filter(({ name }) => name.startsWith('api'))
    balancer = await startBalancer(
      SURFACES.map((name) => ({
        name,
        url: urls[name] as string,
        targets: answering.map((member) => urlsAt(member.process.portBase)[name] as string),
      })),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return {
    members,
    urls,
    demo: JSON.parse(readFileSync(demoFile(members[0] as Member), 'utf8')) as Demo,
    async upgrade(to) {
      await migrate(shared, to)
      for (const member of members) {
        const { portBase } = member.process
        member.process.kill('SIGTERM')
        await member.process.exit
        member.process = await start(member.name, member.dataDir, portBase, to)
      }
    },
    stop,
  }
}

const migrate = async (shared: Record<string, string>, tree: URL | undefined): Promise<void> => {
  const dataDir = makeScratch(`vezne-test-${process.pid}-day-`)
  const env = { ...shared, VEZNE_DATA_DIR: dataDir, VEZNE_ROLE: 'migrate', VEZNE_LOG_TO: 'stdout' }
  const migration = await startProcess(env, { main: mainOf(tree) })
  const { code } = await migration.exit
  discardFolder(dataDir)
  if (code !== 0) throw new Error(`the migration failed: ${migration.output()}`)
}

const mainOf = (tree: URL | undefined): string =>
  tree === undefined ? SOURCES_MAIN : fileURLToPath(new URL('src/main.ts', tree))
const demoFile = ({ dataDir }: Pick<Member, 'dataDir'>): string => join(dataDir, 'demo.json')
const urlsAt = (base: number): Record<string, string> => ({
  ...buildUrls('127.0.0.1', portsFrom(base), { allowHttp: true, isTls: false }),
})
