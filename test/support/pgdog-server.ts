/** PgDog before two servers or more, each a shard, where the machine has it: PGDOG names its binary. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { parseServerAddress } from '../../src/infra/process/server-address.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

const PATH = process.env.PGDOG || undefined

/** As it says it; undefined where there is none. */
export const pgdogVersion = (): string | undefined =>
  PATH === undefined ? undefined : spawnSync(PATH, ['--version'], { encoding: 'utf8' }).stdout?.trim() || undefined

export interface PgdogServer {
  /** For the user of the servers' addresses. */
  readonly url: string
  pid(): number
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** `urls`: of the shards in their order. `users`: those that it knows, each with its password. */
export const preparePgdog = async (
  urls: readonly string[],
  users: readonly { readonly name: string; readonly password: string }[],
): Promise<PgdogServer> => {
  const folder = makeScratch(`vezne-test-${process.pid}-pgdog-`)
  const port = await freePort()
  const [config, userList] = [join(folder, 'pgdog.toml'), join(folder, 'users.toml')]
  writeFileSync(config, configOf(urls, port, await freePort()))
  writeFileSync(userList, users.map(userOf).join(''), { mode: 0o600 })
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const ended = once(child as ChildProcess, 'exit')
    child?.kill('SIGKILL')
    await ended
  }
  const url = new URL(urls[0] as string)
  url.port = String(port)
  return {
    url: url.href,
    pid: () => child?.pid ?? 0,
    async start() {
      const started = spawn(PATH as string, ['--config', config, '--users', userList], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      let output = ''
      const hear = (chunk: Buffer): void => {
        output += chunk
      }
      for (const stream of [started.stdout, started.stderr]) stream.on('data', hear)
      await until('PgDog listens', async () => {
        if (started.exitCode !== null) throw new Error(`PgDog ended:\n${output}`)
        return /listening/i.test(output)
      })
    },
    kill,
    async stop() {
      if (child?.exitCode === null && child.signalCode === null) await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configOf = (urls: readonly string[], port: number, metricsPort: number): string => `[general]
host = "127.0.0.1"
port = ${port}
workers = 1
default_pool_size = 40
pooler_mode = "transaction"
prepared_statements = "full"
openmetrics_port = ${metricsPort}
${urls.map(shardOf).join('')}`

const shardOf = (url: string, shard: number): string => {
  const [host = '', port = ''] = (parseServerAddress(url).hosts[0] as string).split(':')
  return `[[databases]]
name = "vezne"
host = "${host}"
port = ${port}
database_name = "vezne"
shard = ${shard}
`
}

const userOf = ({ name, password }: { name: string; password: string }): string => `[[users]]
name = "${name}"
database = "vezne"
password = "${password}"
pool_size = 40
`
