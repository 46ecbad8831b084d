/** `npm run checks -- <name> ... [--seed X] [--hours N]`: checks that print figures or need minutes, one at a time; without a name the list. */
import { parseArgs } from 'node:util'
import { alerts } from './alerts.ts'
import { atLength } from './at-length.ts'
import { behindHaproxy } from './behind-haproxy.ts'
import type { Check } from './check.ts'
import { checkoutPages } from './checkout-pages.ts'
import { closedBlocks } from './closed-blocks/closed-blocks.ts'
import { consolePages } from './console-pages.ts'
import { day } from './day/day.ts'
import { deploy } from './deploy.ts'
import { dumpAndRestore } from './dump-and-restore.ts'
import { failover } from './failover.ts'
import { generators } from './generators.ts'
import { hostileReceivers } from './hostile-receivers.ts'
import { killedSenders } from './killed-senders.ts'
import { largeBodies } from './large-bodies.ts'
import { limitsAway } from './limits-away.ts'
import { clientTiming, forgottenTiming, loginTiming } from './login-timing.ts'
import { patroni } from './patroni.ts'
import { pgbouncer } from './pgbouncer.ts'
import { pythonSdk } from './python-sdk/python-sdk.ts'
import { redisLimitsCheck } from './redis-limits.ts'
import { restoreCheck } from './restore.ts'
import { rotatedKeys } from './rotated-keys.ts'
import { rotatedSecrets } from './rotated-secrets.ts'
import { rotatedSigningKeys } from './rotated-signing-keys.ts'
import { runtimes } from './runtimes/runtimes.ts'
import { schemathesis } from './schemathesis/schemathesis.ts'
import { shards } from './shards.ts'
import { sharedLimitsCheck } from './shared-limits.ts'
import { shippedProxies } from './shipped-proxies.ts'
import { slowConnections } from './slow-connections.ts'
import { spoofedAddresses } from './spoofed-addresses.ts'
import { stalls } from './stalls.ts'

const CHECKS: Record<string, [what: string, check: Check]> = {
  'killed-senders': ['10,000 deliveries, three in ten refused, senders killed twenty times', killedSenders],
  'rotated-secrets': ['a rotation in the middle of two thousand deliveries', rotatedSecrets],
  'rotated-keys': ['100,000 sealed cards to new keys under load, killed twice in the middle', rotatedKeys],
  'hostile-receivers': ['subscribers that never end, with the true deadline', hostileReceivers],
  interleavings: [
    '1,000 interleavings of transactions and senders',
    atLength('test/resilience/outbox-interleavings', { VEZNE_INTERLEAVINGS: '1000' }),
  ],
  'tenant-context': [
    '8 tenants x 50,000 requests over shared connections, with errors, time-outs, aborts and killed backends',
    atLength('test/security/isolation/tenant-context', {
      VEZNE_CONTEXT_REQUESTS: '50000',
      VEZNE_TEST_FILE_MS: '3600000',
    }),
  ],
  isolation: [
    'D1: every id of another tenant or merchant at every position, every wrong token with every role',
    atLength('test/security/isolation', { VEZNE_ISOLATION_WHOLE: '1', VEZNE_TEST_FILE_MS: '3600000' }),
  ],
  'shipped-proxies': [
    'deploy/haproxy.cfg and nginx.conf before a program that is not ready, and before none',
    shippedProxies,
  ],
  'behind-haproxy': ['haproxy and the program read 29 odd requests alike', behindHaproxy],
  'spoofed-addresses': [
    'an allow-list and 200 ways to write another address, direct and through haproxy',
    spoofedAddresses,
  ],
  'slow-connections': ['thousands of slow connections beside normal requests', slowConnections],
  'shared-limits': ['four processes, three surfaces, three times the limit of one organization', sharedLimitsCheck],
  'redis-limits': ['two processes with Redis: 10,000 requests, and Redis stopped in the middle', redisLimitsCheck],
  'restored-keys': [
    '500 payments with their captures, voids and refunds, and 50 transfers, lost with the database and repeated: nothing twice',
    atLength('test/resilience/restored-payments', { VEZNE_RESTORED_WHOLE: '1', VEZNE_TEST_FILE_MS: '3600000' }),
  ],
  pgbouncer: [
    'a process behind PgBouncer in transaction mode: payments, suspension, kill -9 (needs PgBouncer 1.21)',
    pgbouncer,
  ],
  shards: [
    'two servers, without and behind PgDog: payments of tenants of both, a shard and PgDog killed under load (PGDOG names its binary)',
    shards,
  ],
  kills: [
    'the program dies at every place of every kind of work; `npm test` tries those that differ most',
    atLength('test/resilience', { VEZNE_KILLS_WHOLE: '1', VEZNE_TEST_FILE_MS: '3600000' }),
  ],
  'thirteen-months': [
    'fourteen months by the clock, every upkeep killed at each of its steps: books, audit chains, totals, archive',
    atLength('test/resilience/thirteen-months', {
      VEZNE_MONTHLY_SALES: '30',
      VEZNE_KILL_STRIDE: '1',
      VEZNE_TEST_FILE_MS: '3600000',
    }),
  ],
  'closed-blocks': [
    'lists against their rows while payments change, blocks close and everybody is killed; a planted error is seen',
    closedBlocks,
  ],
  day: [
    'two hours (`--hours N`) at a tenth of capacity with an upgrade, a fail-over, a backup, a silent bank and the end of a month in them (needs haproxy)',
    day,
  ],
  failover: ['the primary killed under load, its synchronous standby promoted, one address for both', failover],
  patroni: ['a Patroni cluster under load: primary killed, switched over and cut off, a standby lost', patroni],
  alerts: [
    'every alert provoked by a fault of a running installation, seen by a real Prometheus, and cleared (needs prometheus)',
    alerts,
  ],
  'limits-away': ['the limit store locked or stopped for 20 s', limitsAway],
  'checkout-pages': [
    'the hosted payment page in a browser: every state, axe-core, weight, pictures, 3D Secure at two banks (needs the package registry once)',
    checkoutPages,
  ],
  console: [
    'the console in a browser: every screen, language, theme and width by axe and the policy, weights, pictures of docs/console; days of five people; every role on every screen',
    consolePages,
  ],
  stalls: ['how long a hostile body keeps the program from everything else', stalls],
  'login-timing': ['wrong passwords take as long for existing users as for unknown names', loginTiming],
  'forgotten-timing': [
    'asking for a new password takes as long for existing users as for unknown names',
    forgottenTiming,
  ],
  'sign-in-timing': ['a wrong client secret takes as long for a client there is as for an unknown one', clientTiming],
  'rotated-signing-keys': [
    'three changes of the signing key under load, an old key after its time, ten thousand unknown key ids',
    rotatedSigningKeys,
  ],
  'two-releases': [
    'ten minutes of load on two releases of one database, with the migrations of this tree in between',
    atLength('test/resilience/two-releases', {
      VEZNE_TWO_RELEASES_S: '200',
      VEZNE_TWO_RELEASES_REQUESTS: '60',
      VEZNE_TEST_FILE_MS: '3600000',
    }),
  ],
  schemathesis: ['schemathesis over the four OpenAPI documents, default checks (needs Python)', schemathesis],
  generators: [
    'clients made by openapi-typescript, hey-api, openapi-python-client and openapi-generator (TypeScript, Java, Python) compile, pay and refund',
    generators,
  ],
  'python-sdk': ['the Python client as it is packaged: its recipe, and lost answers (needs Python)', pythonSdk],
  runtimes: ['the packed SDK in Deno, Bun and a worker: paid, declined, refunded, verified', runtimes],
  'dump-and-restore': ['pg_dump as the role of backups, restored beside; an empty dump is refused', dumpAndRestore],
  restore: [
    'a backup restored beside, and a lost disk brought back to a minute by pgBackRest: recognized, closed, opened (needs PostgreSQL and pgBackRest of the distribution)',
    restoreCheck,
  ],
  deploy: [
    'what is delivered: packed, tried by npx, the Debian package set up by docs/install.md on PostgreSQL 15, proxies, image, chart (as root, with network)',
    deploy,
  ],
  'large-bodies': ['memory while a hundred bodies of 1 MiB come in at once', largeBodies],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hours: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const run = async (name: string): Promise<boolean> => {
  const [what, check] = CHECKS[name] as [string, Check]
  say(`${name} (${what})`)
  const started = performance.now()
  const isFine = await check((line) => say(`  ${line}`), Number(values.seed), Number(values.hours))
  say(`${isFine ? 'ok  ' : 'FAIL'} ${name}, ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  return isFine
}

const unknown = positionals.filter((name) => !(name in CHECKS))
if (positionals.length === 0 || unknown.length > 0) {
  for (const name of unknown) say(`there is no check ${name}`)
  for (const [name, [what]] of Object.entries(CHECKS)) say(`${name.padEnd(20)} ${what}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
}
for (const name of unknown.length > 0 ? [] : positionals) if (!(await run(name))) process.exitCode = 1
