/** Settings: defaults, what production refuses, and the one-line error of a bad value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig, SETTINGS } from '../../src/infra/process/config.ts'
import { InvalidSettingError } from '../../src/infra/process/setting-parsers.ts'

test('an empty environment is a sandbox on the usual ports', () => {
  const config = loadConfig({})
  assert.equal(config.env, 'sandbox')
  assert.equal(config.role, 'all')
  assert.equal(config.urls.cards, 'http://127.0.0.1:4010')
  assert.equal(config.urls.identity, 'http://127.0.0.1:4040')
  assert.equal(config.ports.metrics, 4090)
  assert.ok(!config.choosesMetricsPort && loadConfig({ VEZNE_METRICS_PORT: 'auto' }).choosesMetricsPort)
  assert.equal(config.errorsBase, 'http://127.0.0.1:4000/errors')
  assert.ok(config.allowHttp && config.allowLocalWebhooks)
  assert.equal(config.databaseUrl, undefined)
})

test('production returns HTTPS addresses, drains, logs to stdout, and has the sandbox switches off', () => {
  const config = loadConfig({ VEZNE_ENV: 'production', DATABASE_APP_URL: 'postgres://acts@db/vezne' })
  assert.equal(config.urls.cards, 'https://127.0.0.1:4010')
  assert.equal(config.drainMs, 5_000)
  assert.equal(config.logFile, undefined)
  assert.ok(!config.allowHttp && !config.allowLocalWebhooks)
})

test('ports shift together, addresses follow host and port or are given', () => {
  const config = loadConfig({
    VEZNE_PORT_BASE: '5000',
    VEZNE_HOST: '0.0.0.0',
    VEZNE_CARDS_URL: 'https://pay.example.com/',
  })
  assert.equal(config.ports.fraud, 5030)
  assert.equal(config.urls.fraud, 'http://127.0.0.1:5030')
  assert.equal(config.urls.cards, 'https://pay.example.com')
})

const refused: [env: Record<string, string>, says: RegExp][] = [
  [
    { VEZNE_ENV: 'production', VEZNE_ALLOW_HTTP: 'on' },
    /^VEZNE_ALLOW_HTTP: .*refuses to start with a sandbox-only switch on/,
  ],
  [
    { VEZNE_ENV: 'production', VEZNE_ALLOW_LOCAL_WEBHOOKS: 'yes' },
    /^VEZNE_ALLOW_LOCAL_WEBHOOKS: .*refuses to start with a sandbox-only switch on/,
  ],
  [{ VEZNE_ENV: 'production' }, /^DATABASE_URL: .*refuses to start without a PostgreSQL of its own/],
  [
    { VEZNE_ENV: 'production', DATABASE_URL: 'postgres://db' },
    /^DATABASE_APP_URL: in production VEZNE_ROLE=all acts as/,
  ],
  [
    { VEZNE_ENV: 'production', VEZNE_ROLE: 'migrate', DATABASE_APP_URL: 'postgres://db' },
    /^DATABASE_URL: .*DATABASE_URL for VEZNE_ROLE=migrate/,
  ],
  [{ DATABASE_DIRECT_URL: 'postgres://db/vezne' }, /^DATABASE_DIRECT_URL: it stands beside DATABASE_URL/],
  [
    { DATABASE_URL: 'postgres://a', DATABASE_DIRECT_URL: 'postgres://me:hush@db/vezne' },
    /^DATABASE_DIRECT_URL: it names hosts and database alone, such as/,
  ],
  [{ VEZNE_SHARDS: 'postgres://a/vezne postgres://b/vezne' }, /^VEZNE_SHARDS: it stands beside DATABASE_URL/],
  [
    { DATABASE_URL: 'postgres://a', VEZNE_SHARDS: 'postgres://a/vezne postgres://me:hush@b/vezne' },
    /^VEZNE_SHARDS: it names hosts and database alone, such as/,
  ],
  [
    { DATABASE_URL: 'postgres://a', VEZNE_SHARDS: 'postgres://a/vezne postgres://a/vezne' },
    /^VEZNE_SHARDS: an address stands in it twice/,
  ],
  [
    { DATABASE_URL: 'postgres://a', DATABASE_DIRECT_URL: 'postgres://a/vezne', VEZNE_SHARDS: 'postgres://a/vezne' },
    /^VEZNE_SHARDS: it stands in place of DATABASE_DIRECT_URL/,
  ],
  [{ VEZNE_SHARD_STATEMENT: 'set shard' }, /^VEZNE_SHARD_STATEMENT: it has one % where the number stands/],
  [{ VEZNE_WORKER_SHARDS: '0,first' }, /^VEZNE_WORKER_SHARDS: "first" is no whole number from 0 to 32767/],
  [{ VEZNE_METRICS_PORT: 'any' }, /^VEZNE_METRICS_PORT: "any" is no whole number from 1 to 65535/],
  [{ VEZNE_METRICS_TOKEN: 'short' }, /^VEZNE_METRICS_TOKEN: it is shorter than 16 characters/],
  [{ VEZNE_ENV: 'live' }, /^VEZNE_ENV: "live" is none of sandbox, production/],
  [{ VEZNE_ROLE: 'boss' }, /^VEZNE_ROLE: "boss" is none of all, api, worker, migrate/],
  [{ VEZNE_PORT_BASE: '65500' }, /^VEZNE_PORT_BASE: 65500 leaves no room/],
  [{ VEZNE_PORT_BASE: '10200' }, /^VEZNE_PORT_BASE: port 10250 \(bank\) belongs to another service .* works: 10300$/],
  [{ VEZNE_PORT_BASE: '8500' }, /^VEZNE_PORT_BASE: port 8500 \(console\) .* works: 8700$/],
  [{ VEZNE_PORT_BASE: '4000.5' }, /^VEZNE_PORT_BASE: "4000.5" is no whole number/],
  [{ VEZNE_DATABASE_CONNECTIONS: '1' }, /^VEZNE_DATABASE_CONNECTIONS: "1" is no whole number from 2 to 500/],
  [{ VEZNE_ALLOW_HTTP: 'maybe' }, /^VEZNE_ALLOW_HTTP: "maybe" is neither on nor off/],
  [{ VEZNE_TRUSTED_PROXIES: '10.0.0.0/8,all' }, /^VEZNE_TRUSTED_PROXIES: "all" is neither an address nor a CIDR range/],
  [{ VEZNE_BANK_NETWORKS: '10.0.0.5' }, /^VEZNE_BANK_NETWORKS: "10.0.0.5" is no network in CIDR form/],
  [{ VEZNE_BANK_NETWORKS: '10.1.0.0/16, 126.0.0.0/7' }, /^VEZNE_BANK_NETWORKS: .* contains addresses of 127.0.0.0\/8/],
  [{ VEZNE_BANK_NETWORKS: '169.254.169.254/32' }, /^VEZNE_BANK_NETWORKS: .* contains addresses of 169.254.0.0\/16/],
  [{ VEZNE_BANK_NETWORKS: '::1/128' }, /^VEZNE_BANK_NETWORKS: .* contains addresses of ::\/8/],
  [{ VEZNE_BANK_NETWORKS: '0.0.0.0/0' }, /^VEZNE_BANK_NETWORKS: .* contains addresses of/],
  [{ VEZNE_CARDS_URL: 'pay.example.com' }, /^VEZNE_CARDS_URL: "pay.example.com" is no http or https address/],
  [{ VEZNE_LOG_LEVEL: 'loud' }, /^VEZNE_LOG_LEVEL: "loud" is none of/],
]
for (const [env, says] of refused)
  test(`refused in one line: ${JSON.stringify(env)}`, () => {
    assert.throws(
      () => loadConfig(env),
      (error) => error instanceof InvalidSettingError && says.test(error.message) && !error.message.includes('\n'),
    )
  })

test('every setting of the table is read', () => {
  for (const name of Object.keys(SETTINGS)) {
    const seen = new Set<string>()
    const env = new Proxy({}, { get: (_, key) => void seen.add(String(key)) })
    loadConfig(env)
    assert.ok(seen.has(name), name)
  }
})
