/** A database, a copy of it as a backup makes one, and the program on the one or the other beside one bank. */
import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { askBanks } from '../../src/cli/backup/ask-after-restore.ts'
import { describeRestores, finishRestore } from '../../src/cli/restore.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { type BankProcess, startBank } from './bank.ts'
import { makeScratch } from './scratch.ts'
import { databaseUrl, makeDatabase, onServer, type TestServer, testServer } from './test-server.ts'
import { until } from './until.ts'
import { startVezne, type Vezne } from './vezne.ts'

/** Of an operator, on connections of their own. */
export interface Commands {
  /** What the banks have of the lost time, as lines. */
  ask(): Promise<string[]>
  status(): Promise<string>
  open(): Promise<void>
}

export interface Backups {
  readonly bank: BankProcess
  /** The program on the database, for the time of `work`. */
  live<T>(work: (vezne: Vezne) => Promise<T>): Promise<T>
  /** No program may run meanwhile. */
  backUp(): Promise<void>
  /** The program on what was backed up, closed as a restored database is. */
  restored<T>(work: (vezne: Vezne, commands: Commands) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** More than any bank takes to book. */
export const LATENESS_MS = 120_000

/** From then on no bank books what left before a restored database was met. */
export const passLateness = async (server: TestServer, name: string): Promise<void> => {
  await onServer(server, `update platform_clock set offset_ms = offset_ms + ${LATENESS_MS}`, name)
}

export const openBackups = async (): Promise<Backups> => {
  const server = testServer()
  const original = await makeDatabase()
  const bank = await startBank()
  // One installation: what it remembers of its database outlives the loss.
  const dataDir = makeScratch('vezne-backups-')
  copyFileSync(join(server.dataDir, 'demo.json'), join(dataDir, 'demo.json'))
  const copy = `t_${process.pid}_backup_${randomBytes(4).toString('hex')}`
  const url = databaseUrl(server, copy)
  const settings = {
    DATABASE_URL: url,
    VEZNE_MASTER_KEYS: server.masterKeys,
    VEZNE_LOG_TO: 'file',
    VEZNE_BANK_URL: bank.url,
  }
  const run = async <T>(on: string, work: (vezne: Vezne) => Promise<T>): Promise<T> => {
    const vezne = await startVezne({
      reach: async () => on,
      env: { VEZNE_BANK_URL: bank.url },
      config: { dataDir },
    })
    try {
      return await work(vezne)
    } finally {
      await vezne.stop()
    }
  }
  return {
    bank,
    live: (work) => run(original.url, work),
    async backUp() {
      await onServer(server, `create database ${copy} template ${original.name} strategy file_copy`)
    },
    restored: (work) =>
      run(url, (vezne) =>
        work(vezne, {
          ask: () => withRuntime(({ runtime }) => askBanks(runtime), loadConfig(settings)),
          status: async () =>
            (await withRuntime(({ runtime }) => describeRestores(runtime), loadConfig(settings))).join('\n'),
          async open() {
            await passLateness(server, copy)
            await withRuntime(({ runtime }) => finishRestore(runtime, 'Ayşe Yılmaz'), loadConfig(settings))
            await until('it is open', () => vezne.runtime.restores.closed() === null)
          },
        }),
      ),
    async stop() {
      await bank.stop()
      await original.drop()
      await onServer(server, `drop database if exists ${copy} with (force)`)
    },
  }
}
