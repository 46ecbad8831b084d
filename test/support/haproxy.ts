/** haproxy before the program, where it is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePortBase } from './free-ports.ts'
import { sendRaw } from './raw-http.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0

const PROBE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

/** What deploy/haproxy.cfg says of every request. */
const shippedDefaults = (): string => /^defaults\n(?: .*\n)+/m.exec(readFileSync('deploy/haproxy.cfg', 'utf8'))![0]

/** `target` is where it passes requests on to, by the defaults that are shipped. */
export const startHaproxy = async (target: string) => {
  const folder = makeScratch('vezne-haproxy-')
  const port = await freePortBase()
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `${shippedDefaults()}
frontend in
  bind 127.0.0.1:${port}
  default_backend out
backend out
  server one ${new URL(target).host}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

const answering = (url: string): Promise<void> =>
  until('haproxy answers', () =>
    sendRaw(url, PROBE).then(
      ({ statuses }) => statuses.length > 0,
      () => false,
    ),
  )

export interface Balancer {
  stop(): Promise<void>
}

/**
 * One address a surface for several processes, each asked twice a second whether it is ready. Where none is, any that is there answers all the same: what a
 * caller is told of a database that is away is the program's word, not the proxy's.
 */
export const startBalancer = async (
  surfaces: readonly { readonly name: string; readonly url: string; readonly targets: readonly string[] }[],
): Promise<Balancer> => {
  const folder = makeScratch('vezne-haproxy-')
  const servers = (targets: readonly string[], check: string): string =>
    targets.map((target, at) => `  server s${at} ${new URL(target).host}${check}\n`).join('')
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 70s
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure
  timeout check 5s
  default-server inter 500ms fall 1 rise 1
${surfaces
  .map(
    ({ name, url, targets }) => `frontend ${name}
  bind ${new URL(url).host}
  use_backend ${name}-any if { nbsrv(${name}-ready) eq 0 }
  default_backend ${name}-ready
backend ${name}-ready
  option httpchk GET /health/ready
${servers(targets, ' check')}backend ${name}-any
${servers(targets, '')}`,
  )
  .join('')}`,
  )
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('close', resolve))
  await Promise.all(surfaces.map(({ url }) => answering(url)))
  return {
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}
