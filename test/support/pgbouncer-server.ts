/** PgBouncer in transaction mode before a server, where the machine has one: VEZNE_PGBOUNCER, or `pgbouncer` in the path. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

const PATH = process.env.VEZNE_PGBOUNCER ?? 'pgbouncer'

/** Such as "1.24"; undefined where there is none. */
export const pgbouncerVersion = (): string | undefined =>
  /PgBouncer (\d+\.\d+)/.exec(spawnSync(PATH, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]

export const startPgbouncer = async (url: string, sessions: number) => {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const folder = makeScratch(`vezne-test-${process.pid}-pgbouncer-`)
  const port = await freePort()
  const users = join(folder, 'users')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${username}
auth_query = select usename, passwd from pg_shadow where usename = $1
auth_dbname = postgres
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
max_prepared_statements = 200
`,
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot)
    for (const [path, mode] of [
      [folder, 0o755],
      [users, 0o644],
      [settings, 0o644],
    ] as const)
      chmodSync(path, mode)
  const child = spawn(PATH, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const gone = new Promise((resolve) => child.once('close', resolve))
  await until('PgBouncer listens', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${output}`)
    return /process up/.test(output)
  })
  const road = new URL(url)
  road.port = String(port)
  return {
    url: road.href,
    async stop() {
      child.kill('SIGTERM')
      child.kill('SIGINT')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
