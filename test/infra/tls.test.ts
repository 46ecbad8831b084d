/** TLS of the program itself: every surface and the start page, certificates changed while connections are open, broken ones refused. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { openTls } from '../../src/infra/http/tls.ts'
import { createLog } from '../../src/infra/process/log.ts'
import { certificate, type Identity } from '../support/certificate.ts'
import { sendRaw } from '../support/raw-http.ts'
import { makeScratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const NAME = 'pay.test'
const authority = certificate('test authority', { isAuthority: true })
const DAY_MS = 86_400_000
let folder: string
let files: { cert: string; key: string }
let vezne: Vezne

const write = ({ cert, key }: Pick<Identity, 'cert' | 'key'>): void => {
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
}
const issue = (facts: object = {}): Identity => certificate(NAME, { issuer: authority, ...facts })

before(async () => {
  folder = makeScratch('vezne-tls-')
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  write(issue())
  vezne = await startVezne({
    env: { VEZNE_TLS_CERT: files.cert, VEZNE_TLS_KEY: files.key, VEZNE_ALLOW_HTTP: 'off' },
    connect: { ca: authority.cert, servername: NAME },
  })
})
after(async () => {
  await vezne.stop()
  rmSync(folder, { recursive: true })
})

const dial = async (url: string, options: ConnectionOptions = {}): Promise<TLSSocket> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), servername: NAME, ca: authority.cert, ...options })
  await once(socket, 'secureConnect')
  return socket
}
const serialOf = (socket: TLSSocket): string => socket.getPeerCertificate().serialNumber
const serial = async (url: string): Promise<string> => {
  const socket = await dial(url)
  const shown = serialOf(socket)
  socket.destroy()
  return shown
}
const ask = async (socket: TLSSocket): Promise<string> => {
  socket.write('GET /health/live HTTP/1.1\r\nHost: pay.test\r\n\r\n')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString().slice(0, 12)
}
const logged = (event: string): number => {
  const lines = readFileSync(join(vezne.dataDir, 'vezne.log'), 'utf8').split('\n')
  return lines.filter((line) => line.includes(`"event":"${event}"`)).length
}
const reloaded = async (event: 'tls.reloaded' | 'tls.kept', change: () => void): Promise<void> => {
  const before = logged(event)
  change()
  process.kill(process.pid, 'SIGHUP')
  await until(event, async () => logged(event) > before)
}

test('every surface and the start page speak TLS 1.2 or newer, HTTP/1.1, under an https address', async () => {
  for (const name of ['cards', 'transfers', 'fraud', 'identity', 'console'] as const) {
    const url = vezne.urls[name]
    assert.match(url, /^https:/)
    const modern = await dial(url, { ALPNProtocols: ['h2', 'http/1.1'] })
    assert.equal(modern.alpnProtocol, 'http/1.1')
    assert.equal(modern.getProtocol(), 'TLSv1.3')
    modern.destroy()
    const older = await dial(url, { maxVersion: 'TLSv1.2' })
    assert.equal(older.getProtocol(), 'TLSv1.2')
    older.destroy()
    await assert.rejects(dial(url, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }))
  }
  const answer = await vezne.request('cards', 'GET', '/api/v1/payments/x', { token: await vezne.token('admin') })
  assert.equal(answer.status, 404)
})

test('plain HTTP to a TLS port: 403 https_required, and nothing of the request is handled', async () => {
  const plain = await sendRaw(
    vezne.urls.cards.replace('https', 'http'),
    'GET /api/v1/payments HTTP/1.1\r\nHost: x\r\n\r\n',
  )
  assert.deepEqual(plain.statuses, [403])
  assert.match(plain.text, /"code":"https_required"/)
  assert.ok(plain.isClosed)
})

test('a new certificate serves new connections; open ones continue', async () => {
  const { cards, console: page } = vezne.urls
  const open = await dial(cards)
  assert.equal(await ask(open), 'HTTP/1.1 200')
  const before = serialOf(open)
  await reloaded('tls.reloaded', () => write(issue()))
  assert.notEqual(await serial(cards), before)
  assert.equal(await serial(cards), await serial(page))
  assert.equal(await ask(open), 'HTTP/1.1 200')
  assert.equal(serialOf(open), before)
  open.destroy()
})

test('changed files are enough: no signal is needed', async () => {
  const before = await serial(vezne.urls.cards)
  write(issue())
  await until('the new certificate', async () => (await serial(vezne.urls.cards)) !== before)
})

test('a broken new pair is reported and changes nothing', async () => {
  const before = await serial(vezne.urls.cards)
  const broken: [name: string, change: () => void][] = [
    ['no PEM', () => writeFileSync(files.cert, 'no certificate')],
    ['the key of another one', () => write({ cert: issue().cert, key: issue().key })],
    [
      'run out',
      () => write(issue({ notBefore: new Date(Date.now() - 2 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) })),
    ],
    [
      'not yet valid',
      () => write(issue({ notBefore: new Date(Date.now() + DAY_MS), notAfter: new Date(Date.now() + 2 * DAY_MS) })),
    ],
    ['gone', () => rmSync(files.key)],
  ]
  for (const [name, change] of broken) {
    await reloaded('tls.kept', change)
    assert.equal(await serial(vezne.urls.cards), before, name)
  }
  await reloaded('tls.reloaded', () => write(issue()))
  assert.notEqual(await serial(vezne.urls.cards), before)
})

test('startup: a broken pair is a setting error, one that expires soon a warning', () => {
  let said = ''
  const log = createLog('info', { write: (line) => (said += line) })
  const opened = openTls({ tls: files }, log)
  opened?.close()
  assert.match(said, /"event":"tls.expires"/)
  writeFileSync(files.key, 'broken')
  assert.throws(() => openTls({ tls: files }, log), /^SettingFault|VEZNE_TLS_CERT: /)
  assert.equal(openTls({ tls: undefined }, log), undefined)
})
