/** `npm test [-- part of a path ... | unit]`: one database server for all test files, each file on copies of one migrated and seeded template. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openRuntime } from '../src/app/open-runtime.ts'
import { type EmbeddedServer, startEmbedded } from '../src/infra/database/embedded-server/embedded-postgres.ts'
import { runningPostmaster, stopPostmaster } from '../src/infra/database/embedded-server/postmaster.ts'
import { type Config, loadConfig } from '../src/infra/process/config.ts'
import { buildPrograms } from './runner/build-programs.ts'
import { CHANGED, chooseFiles, needsServer, programsOf, UNIT } from './runner/choose-files.ts'
import { type FileResult, runInLanes } from './runner/lanes.ts'
import { cpuReport, fileReport, runReport } from './runner/report.ts'
import { scan, scanReport } from './security/data-leaks/scan.ts'
import { freePortBase } from './support/free-ports.ts'
import { fewExamplesEnv } from './support/property-examples.ts'
import { makeRunFolder, RUN_ROOTS, scratchEnv } from './support/scratch.ts'
import { FOR_SHARDS } from './support/shard-settings.ts'
import { unmountIn } from './support/small-disk.ts'
import { spentSoFar } from './support/spent.ts'
import { databaseUrl, dumpTables, onServer, type TestServer, testServerEnv } from './support/test-server.ts'
import { chainsReport, verifyChains } from './support/verified-chains.ts'

const PREFIX = 'vezne-test-'
const FILE_MS = Number(process.env.VEZNE_TEST_FILE_MS ?? 300_000)

const main = async (filters: readonly string[]): Promise<number> => {
  const files = chooseFiles(process.cwd(), filters)
  if (files.length === 0) {
    process.stderr.write('no test file matches\n')
    return 1
  }
  const examplesEnv = fewExamplesEnv(filters.some((filter) => filter === UNIT || filter === CHANGED))
  if (!files.some((file) => needsServer(process.cwd(), file))) return runFiles(files, examplesEnv)
  await removeLeftovers()
  const checks = filters.length === 0 ? runChecks() : 0
  const started = performance.now()
  const { folder, data: dataDir, scratch } = makeRunFolder(`${PREFIX}${process.pid}-`)
  const embedded = await startEmbedded({
    dataDir,
    report: () => undefined,
    isThrowaway: true,
    settings: FOR_SHARDS,
  })
  try {
    const [server, programsEnv] = await Promise.all([
      makeTemplate(embedded, dataDir),
      buildPrograms(programsOf(process.cwd(), files), join(folder, 'programs')),
    ])
    process.stdout.write(
      `server, template and programs made in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
    )
    const isWhole = (process.env.VEZNE_TEST_WHOLE ?? (filters.length > 0 ? '0' : '1')) === '1'
    const code = await runFiles(files, {
      ...testServerEnv(server),
      ...scratchEnv(scratch),
      ...programsEnv,
      ...examplesEnv,
      VEZNE_TEST_WHOLE: isWhole ? '1' : '0',
    })
    const checked = await checks
    await verifyRemaining(server, isWhole)
    process.stdout.write(chainsReport(server.seen))
    const atEnd = spentSoFar().cpuMs
    await embedded.stop()
    const serverMs = spentSoFar().cpuMs - atEnd
    const leaks = isWhole ? await scanForLeaks(dataDir, server) : 0
    process.stdout.write(cpuReport(spentSoFar().cpuMs, serverMs))
    if (checked !== 0) process.stdout.write('npm run check failed, see its lines above\n')
    return Math.max(code, leaks, checked)
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Beside the tests, which seldom use all cores; their lines come together when they have ended. Resolves to their exit code. */
const runChecks = async (): Promise<number> => {
  const child = spawn(process.execPath, ['scripts/check.ts', 'beside-tests'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [lines, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  process.stdout.write(lines)
  return code ?? 1
}

/** A run that was killed left its servers behind. */
const removeLeftovers = async (): Promise<void> => {
  for (const root of RUN_ROOTS.filter((each) => existsSync(each)))
    for (const name of readdirSync(root).filter((entry) => entry.startsWith(PREFIX))) {
      if (isAlive(Number(name.slice(PREFIX.length).split('-')[0]))) continue
      const path = join(root, name)
      for (const pgData of globSync('{.,*,scratch/*}/postgres', { cwd: path })) {
        const server = await runningPostmaster(join(path, pgData))
        if (server) await stopPostmaster(server)
      }
      unmountIn(path)
      rmSync(path, { recursive: true, force: true })
    }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const CLOSE_MS = 30_000

/** Started once, it migrates and seeds; then its database is what every test copies. */
const makeTemplate = async (embedded: EmbeddedServer, dataDir: string): Promise<TestServer> => {
  const server = {
    ownerUrl: embedded.ownerUrl,
    template: 'vezne',
    masterKeys: `test:${randomBytes(32).toString('base64')}`,
    dataDir,
    seen: join(dataDir, 'seen'),
  }
  mkdirSync(server.seen)
  await onServer(server, `alter system set wal_keep_size = '1TB'`) // the scan reads all that was ever written
  await onServer(server, 'select pg_reload_conf()')
  const config = loadConfig({
    VEZNE_DATA_DIR: dataDir,
    VEZNE_PORT_BASE: String(await freePortBase()),
    DATABASE_URL: databaseUrl(server, server.template),
    VEZNE_MASTER_KEYS: server.masterKeys,
    VEZNE_LOG_TO: 'file',
  })
  // On a busy machine closing takes its time, and what still ran would make the template a database of its own again.
  await (await (await starter())(config, () => undefined)).close(CLOSE_MS)
  await onServer(server, WITHOUT_LIMITS, server.template)
  await onServer(server, 'delete from database_identity', server.template) // its copies are databases of their own
  return server
}

/** A quick machine reaches what a slow one does not: tests meet the limits of plans where they ask for them (`limits` of test/support/vezne.ts). */
const WITHOUT_LIMITS = `
  update plans set is_unlimited = true;
  update realms set plan_id = (select id from plans where code = 'unlimited') where plan_id is null`

/** The whole program, or when a part of it does not load, the runtime only: migrated, not seeded. */
const starter = async (): Promise<
  (config: Config, report: () => void) => Promise<{ close(deadlineMs: number): Promise<void> }>
> => {
  try {
    return (await import('../src/app/app.ts')).startApp
  } catch (error) {
    process.stderr.write(`the program does not load, so nothing is seeded: ${(error as Error).message}\n`)
    return openRuntime
  }
}

/** Resolves to the exit code. */
const runFiles = async (files: readonly string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const started = performance.now()
  process.stdout.write(`running ${files.length} test files\n`)
  const results: FileResult[] = []
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
  await runInLanes(files, {
    signal: interrupted.signal,
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'vezne-compiled'), ...process.env, ...env },
    fileMs: FILE_MS,
    onResult(result) {
      results.push(result)
      process.stdout.write(fileReport(result))
    },
  })
  process.stdout.write(runReport(results, performance.now() - started))
  return results.every(({ failures }) => failures.length === 0) && !interrupted.signal.aborted ? 0 : 1
}

/** Databases that a test file dropped are verified and dumped by then; these are the template and what a failed file left. */
const verifyRemaining = async (server: TestServer, isWhole: boolean): Promise<void> => {
  for (const { datname } of await onServer<{ datname: string }>(
    server,
    'select datname from pg_database where datallowconn and not datistemplate',
  )) {
    await verifyChains(server, datname)
    if (isWhole) await dumpTables(server, datname)
  }
}

const scanForLeaks = async (dataDir: string, server: TestServer): Promise<number> => {
  const started = performance.now()
  const found = await scan(dataDir, { secrets: [server.masterKeys, new URL(server.ownerUrl).password] })
  process.stdout.write(scanReport(found))
  process.stdout.write(`scanned in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  return found.leaks.length > 0 ? 1 : 0
}

process.exitCode = await main(process.argv.slice(2))
