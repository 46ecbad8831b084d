/** A redis-server of the test's own, where the machine has one: no data folder, no persistence. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'

/** Undefined where none is installed. */
export const redisProgram = ((): string | undefined => {
  const found = spawnSync('which', ['redis-server', 'valkey-server'], { encoding: 'utf8' }).stdout ?? ''
  return found.split('\n')[0]?.trim() || undefined
})()

export interface RedisServer {
  readonly url: string
  readonly child: ChildProcess
  /** SIGKILL, and waits until it is gone. */
  stop(): Promise<void>
}

export const startRedis = async (port?: number): Promise<RedisServer> => {
  const at = port ?? (await freePort())
  const child = spawn(
    redisProgram as string,
    ['--port', String(at), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => /Ready to accept connections/.test(String(chunk)) && resolve())
    child.once('exit', () => reject(new Error('redis-server ended at once')))
  })
  return {
    url: `redis://127.0.0.1:${at}`,
    child,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
