/** The proxies of deploy/ before a program that is not ready, and before none: whoever calls is answered a problem document, the program's where there is one. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { certificate } from '../support/certificate.ts'
import { freePortBase } from '../support/free-ports.ts'
import { makeScratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'
import { findProgram } from './deploy/part.ts'

const PROBLEM = '{"type":"about:blank","status":503,"code":"connector_unavailable","dependency":"database"}'

interface Proxy {
  readonly program: string
  /** Writes what it needs into the folder; returns its words. */
  prepare(folder: string, port: number, upstream: number): readonly string[]
  readonly env?: (folder: string, port: number, upstream: number) => NodeJS.ProcessEnv
}

const haproxy: Proxy = {
  program: 'haproxy',
  prepare: () => ['-db', '-f', 'deploy/haproxy.cfg'],
  env: (folder, port, upstream) => ({
    VEZNE_PROXY_BIND: `127.0.0.1:${port}`,
    VEZNE_PROXY_PEM: join(folder, 'both.pem'),
    VEZNE_CARDS_PORT: String(upstream),
  }),
}

const nginx: Proxy = {
  program: 'nginx',
  prepare(folder, port, upstream) {
    const shipped = readFileSync('deploy/nginx.conf', 'utf8')
      .replace('127.0.0.1:4010', `127.0.0.1:${upstream}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/nginx/', `${folder}/`)
      .replaceAll('/var/log/nginx/', `${folder}/`)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${join(folder, each)};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${places.join('\n')}\n${shipped}\n}\n`)
    return ['-g', 'daemon off;', '-c', file, '-e', join(folder, 'error.log')]
  },
}

const ask = (port: number): Promise<{ status: number; type: string; body: string }> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = { port, host: '127.0.0.1', path: '/api/v1/payments', method: 'POST' }
    const sent = request(
      { ...options, headers: { host: 'cards.pay.test' }, rejectUnauthorized: false, agent: false },
      async (answer) => {
        let body = ''
        for await (const chunk of answer) body += chunk
        resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', body })
      },
    )
    sent.once('error', reject)
    sent.end('{}')
  })

const isProblem = ({ status, type, body }: Awaited<ReturnType<typeof ask>>): boolean =>
  status >= 500 && type.startsWith('application/problem+json') && JSON.parse(body).status === status

const unready = async (): Promise<Server> => {
  const server = createServer((_, response) =>
    response.writeHead(503, { 'content-type': 'application/problem+json' }).end(PROBLEM),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const judge = async (proxy: Proxy, say: (line: string) => void): Promise<boolean> => {
  const folder = makeScratch('vezne-proxy-')
  const pair = certificate('cards.pay.test')
  writeFileSync(join(folder, 'both.pem'), `${pair.cert}${pair.key}`)
  writeFileSync(join(folder, 'vezne.crt'), pair.cert)
  writeFileSync(join(folder, 'vezne.key'), pair.key)
  const program = await unready()
  const upstream = (program.address() as AddressInfo).port
  const port = await freePortBase()
  const words = proxy.prepare(folder, port, upstream)
  const env = { ...process.env, ...proxy.env?.(folder, port, upstream) }
  const child = spawn(findProgram(proxy.program)!, words, { stdio: 'ignore', env })
  const gone = new Promise((resolve) => child.once('close', resolve))
  try {
    await until(`${proxy.program} answers the program's own words`, () =>
      ask(port).then(
        ({ body }) => body === PROBLEM,
        () => false,
      ),
    )
    // Long enough for its checks to have found the program not ready.
    const later = Date.now() + 5_000
    let isOwn = true
    while (Date.now() < later) isOwn &&= (await ask(port)).body === PROBLEM
    program.closeAllConnections()
    await new Promise((resolve) => program.close(resolve))
    const without = await ask(port)
    say(
      `${proxy.program}: not ready: ${isOwn ? "the program's problem" : 'not the program answers'}; away: ${without.status} ${without.type}`,
    )
    return isOwn && isProblem(without)
  } finally {
    child.kill('SIGTERM')
    await gone
    program.close()
    rmSync(folder, { recursive: true })
  }
}

export const shippedProxies: Check = async (say) => {
  let isFine = true
  for (const proxy of [haproxy, nginx])
    if (findProgram(proxy.program) === undefined) {
      say(`${proxy.program} is not installed (Debian: apt-get install ${proxy.program})`)
      isFine = false
    } else isFine = (await judge(proxy, say)) && isFine
  return isFine
}
