/** The program as people start it: twice, on a taken port, after kill -9 of everything, with the wrong key; and how it stops. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { runningPostmaster, stopPostmaster } from '../../src/infra/database/embedded-server/postmaster.ts'
import { freePortBase } from '../support/free-ports.ts'
import { SOURCES_MAIN, startProcess, type VezneProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'

let dataDir: string
const running = new Set<VezneProcess>()

before(() => {
  dataDir = makeScratch('vezne-start-')
})
after(async () => {
  for (const vezne of running) vezne.kill('SIGKILL')
  await Promise.all([...running].map(({ exit }) => exit))
  const server = await runningPostmaster(join(dataDir, 'postgres'))
  if (server) await stopPostmaster(server)
  discardFolder(dataDir)
})

const start = async (env: Record<string, string> = {}, from: { main?: string } = {}): Promise<VezneProcess> => {
  const vezne = await startProcess({ VEZNE_DATA_DIR: dataDir, ...env }, from)
  running.add(vezne)
  void vezne.exit.then(() => running.delete(vezne))
  return vezne
}
const isReady = async ({ portBase }: VezneProcess): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${portBase + 10}/health/ready`)).status === 200
const postmasterPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** A statement as the owner of the embedded database. */
const ask = async (statement: string): Promise<unknown[]> => {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number
    password: string
  }
  const client = new pg.Client({ connectionString: `postgres://vezne_owner:${password}@127.0.0.1:${port}/vezne` })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('the first start shows addresses, secrets once, three lines; a second one reports the running program and does not touch it; SIGTERM exits with 0', async () => {
  const asItIs = { main: SOURCES_MAIN }
  const first = await start({}, asItIs)
  await first.ready
  assert.ok(await isReady(first))
  const { tenants } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    tenants: { clients: { admin: { client_secret: string } } }[]
  }
  const secret = tenants[0]!.clients.admin.client_secret
  assert.ok(first.output().includes(`http://127.0.0.1:${first.portBase + 10}`))
  assert.ok(first.output().includes(secret))
  assert.equal(first.output().match(/^(TOKEN=\$\()?curl -s /gm)?.length, 3)
  await ask(`create table marker as select 'kept' as word`)

  const second = await start({ VEZNE_PORT_BASE: String(first.portBase) }, asItIs)
  assert.deepEqual(await second.exit, { code: 1, signal: null })
  assert.match(
    second.output(),
    new RegExp(`^Vezne is already running on .* \\(pid ${first.pid}\\) at http://127.0.0.1:${first.portBase}$`, 'm'),
  )
  assert.ok(await isReady(first))

  // A supervisor signals every process of the program, including the bank: requests in flight still need it.
  process.kill(Number.parseInt(readFileSync(join(dataDir, 'bank/bank.pid'), 'utf8'), 10), 'SIGTERM')
  first.kill('SIGTERM')
  assert.deepEqual(await first.exit, { code: 0, signal: null })
  assert.doesNotMatch(first.output(), /the bank simulator ended/)
  assert.ok(!existsSync(join(dataDir, 'postgres/postmaster.pid')))
  assert.ok(!readFileSync(join(dataDir, 'vezne.log'), 'utf8').includes(secret))
})

test('npm’s shell ends on SIGTERM without forwarding it: the program detects that and stops as on the signal', async () => {
  const shell = await startProcess({ VEZNE_DATA_DIR: dataDir, npm_lifecycle_event: 'start' }, { underShell: true })
  running.add(shell)
  await shell.ready
  shell.kill('SIGTERM')
  await shell.exit
  running.delete(shell)
  assert.match(shell.output(), /^stopped$/m)
  assert.ok(!existsSync(join(dataDir, 'postgres/postmaster.pid')))
})

test('killed with its database server left running, and then with it, it starts again and nothing is lost', async () => {
  const first = await start()
  await first.ready
  const { tenants } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    tenants: { clients: { admin: { client_secret: string } } }[]
  }
  assert.ok(
    !first.output().includes(tenants[0]!.clients.admin.client_secret),
    'secrets are shown at the first start only',
  )
  const server = postmasterPid()
  first.kill('SIGKILL')
  await first.exit

  const second = await start()
  await second.ready
  assert.equal(postmasterPid(), server, 'the server that was left is taken over')
  assert.deepEqual(await ask('select word from marker'), [{ word: 'kept' }])
  process.kill(server, 'SIGKILL')
  second.kill('SIGKILL')
  await second.exit
  assert.ok(existsSync(join(dataDir, 'postgres/postmaster.pid')), 'a stale pid file is there')

  const third = await start()
  await third.ready
  assert.ok(await isReady(third))
  assert.deepEqual(await ask('select word from marker'), [{ word: 'kept' }])
  third.kill('SIGINT')
  assert.deepEqual(await third.exit, { code: 0, signal: null })
})

test('another master key than the one the database was sealed with: refused in one line, the right one still opens it', async () => {
  const path = join(dataDir, 'keys.json')
  const right = readFileSync(path, 'utf8')
  const { keys } = JSON.parse(right) as { keys: { key: string }[] }
  writeFileSync(path, JSON.stringify({ keys: [{ ...keys[0], key: randomBytes(32).toString('base64') }] }))
  const wrong = await start()
  assert.deepEqual(await wrong.exit, { code: 1, signal: null })
  assert.match(wrong.output(), /^This database was sealed with another master key/m)
  assert.doesNotMatch(wrong.output(), / at .*\.ts:\d/)
  writeFileSync(path, right)
  const vezne = await start()
  await vezne.ready
  vezne.kill('SIGTERM')
  assert.deepEqual(await vezne.exit, { code: 0, signal: null })
})

/** Says when most of the code is loaded. */
const NOTICE = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (url.endsWith('/app/app.ts') && process.stdout.write('loads'), next(url, context)) })`

test('a taken port is named, with how to shift all of them, before most of the code is loaded', async () => {
  const portBase = await freePortBase()
  const taken = createServer().listen(portBase + 20, '127.0.0.1')
  try {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(NOTICE)}`
    const vezne = await start({ VEZNE_PORT_BASE: String(portBase), NODE_OPTIONS })
    assert.deepEqual(await vezne.exit, { code: 1, signal: null })
    assert.match(vezne.output(), new RegExp(`^Port ${portBase + 20} \\(transfers\\) is taken .*VEZNE_PORT_BASE=`, 'm'))
  } finally {
    taken.close()
  }
})

test('a payment in flight at SIGTERM gets its response, then the program exits with 0', async () => {
  const vezne = await start()
  await vezne.ready
  const { tenants } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    tenants: { clients: { m1: { client_id: string; client_secret: string } } }[]
  }
  const token = await fetch(`http://127.0.0.1:${vezne.portBase + 40}/api/v1/auth/tenant-demo/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: tenants[0]!.clients.m1.client_id,
      client_secret: tenants[0]!.clients.m1.client_secret,
    }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  // This card's bank does not respond for three seconds.
  const card = {
    holder_name: 'TEST CARD',
    number: '4242424242424242',
    expire_month: '12',
    expire_year: '2030',
    cvv: '000',
  }
  const answer = fetch(`http://127.0.0.1:${vezne.portBase + 10}/api/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: { amount: 12990, currency: 'TRY' }, installment: 1, card }),
  })
  while ((await ask(`select 1 from payments where status = 'processing'`)).length === 0);
  vezne.kill('SIGTERM')
  assert.equal((await answer).status, 202)
  assert.deepEqual(await vezne.exit, { code: 0, signal: null })
})

const refused: [env: Record<string, string>, says: RegExp][] = [
  [
    { VEZNE_ENV: 'production', VEZNE_ALLOW_HTTP: 'on' },
    /^VEZNE_ALLOW_HTTP: .*refuses to start with a sandbox-only switch on\n$/,
  ],
  [
    { VEZNE_ENV: 'production', VEZNE_ALLOW_LOCAL_WEBHOOKS: 'on' },
    /^VEZNE_ALLOW_LOCAL_WEBHOOKS: .*refuses to start with a sandbox-only switch on\n$/,
  ],
  [{ VEZNE_MASTER_KEYS: 'short:abc' }, /^VEZNE_MASTER_KEYS: each key is id:base64 of 32 bytes/m],
  [{ VEZNE_DATABASE_CONNECTIONS: 'many' }, /^VEZNE_DATABASE_CONNECTIONS: "many" is no whole number from 2 to 500\n$/],
]
for (const [env, says] of refused)
  test(`ends with 2: ${JSON.stringify(env)}`, async () => {
    const vezne = await start(env)
    assert.deepEqual(await vezne.exit, { code: 2, signal: null })
    assert.match(vezne.output(), says)
  })

test('the role migrate brings the schema up to date and ends with 0', async () => {
  const vezne = await start({ VEZNE_ROLE: 'migrate' })
  assert.deepEqual(await vezne.exit, { code: 0, signal: null })
  assert.match(vezne.output(), /the schema is up to date/)
})
