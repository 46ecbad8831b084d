/** Doctor checks of the database as its owner: version, settings, schema, tenant isolation, clock, notifications. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SKEW_MAX_MS } from '../../app/running/clock-skew.ts'
import { RESET_CLOCK } from '../../infra/database/database-clock.ts'
import { PooledConnectionError } from '../../infra/database/database-errors.ts'
import { todoBeforeBaseline } from '../../infra/database/migrations/carry-over.ts'
import { appliedMigrations, KNOWN } from '../../infra/database/migrations/migration-files.ts'
import type { ServerClient } from '../../infra/database/server-connection.ts'
import { faultOfVersion, OLDEST_MAJOR } from '../../infra/database/server-version.ts'
import type { Config } from '../../infra/process/config.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

type Owner = Pick<pg.Client, 'query' | 'on' | 'off'>

const SKEW_WARN_MS = 2_000
const HEARD_MS = 2_000

export const checkSettings = async (owner: Owner, config: Config): Promise<CheckResult[]> => {
  const { rows } = await owner.query<Record<string, string>>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_num,
       current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit, current_setting('max_connections')::int as max_connections`,
  )
  const found = rows[0] as Record<string, string>
  const first = faultOfVersion(Number(found.version_num), found.version!)
    ? fail('database', `PostgreSQL ${found.version}`, `${OLDEST_MAJOR} or newer is needed`)
    : ok('database', `PostgreSQL ${found.version} answers`)
  const weak = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => found[name] === 'off')
  const durable =
    weak.length === 0
      ? ok('durability', 'a commit is on the disk when it is answered')
      : fail(
          'durability',
          `${weak.join(', ')} off: a power cut can lose payments the bank has booked`,
          `alter system set ${weak[0]} = on; select pg_reload_conf()`,
        )
  // Jobs, notifications, process registry; in addition to the processes that answer requests there is one that does everything else.
  const needed = (config.databaseConnections + 6) * (config.processes > 1 ? config.processes + 1 : 1)
  const connections =
    Number(found.max_connections) < needed
      ? warn(
          'connections',
          `max_connections is ${found.max_connections}, the program may open ${needed}`,
          'raise max_connections, or lower VEZNE_DATABASE_CONNECTIONS or VEZNE_PROCESSES',
        )
      : ok('connections', `${found.max_connections} allowed, up to ${needed} for this program`)
  return [first, durable, connections]
}

export const checkSchemaVersion = async (owner: Owner): Promise<CheckResult[]> => {
  const done = await appliedMigrations(owner)
  const migrate = 'start the program, or VEZNE_ROLE=migrate npm start: either brings the schema up to date'
  if (done.length === 0) return [fail('schema', 'there is none yet', migrate)]
  const todo = todoBeforeBaseline(done)
  if (todo !== undefined) return [fail('schema', 'it was made before the baseline of migrations', todo)]
  const missing = KNOWN.filter((name) => !done.includes(name))
  const strange = done.filter((name) => !KNOWN.includes(name))
  if (missing.length > 0) return [fail('schema', `these migrations are missing: ${missing.join(', ')}`, migrate)]
  if (strange.length > 0)
    return [
      fail('schema', `the database is ahead of this release: ${strange.join(', ')}`, 'run the release that made it'),
    ]
  return [ok('schema', `${KNOWN.length} migrations, all done`)]
}

export const checkTenantIsolation = async (owner: Owner): Promise<CheckResult[]> => {
  const { rows: open } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  )
  const { rows: strong } = await owner.query<{ name: string }>(
    `select rolname as name from pg_roles where rolname in ('vezne_app', 'vezne_platform') and (rolsuper or rolbypassrls or rolcreaterole)
     union select tableowner from pg_tables where schemaname = 'public' and tableowner in ('vezne_app', 'vezne_platform')`,
  )
  const findings: CheckResult[] = []
  if (open.length > 0)
    findings.push(
      fail(
        'walls',
        `row-level security is not forced on ${open.map(({ name }) => name).join(', ')}`,
        `alter table ${open[0]?.name} enable row level security, force row level security`,
      ),
    )
  if (strong.length > 0)
    findings.push(
      fail(
        'walls',
        `${strong.map(({ name }) => name).join(', ')} may look past row-level security`,
        `alter role ${strong[0]?.name} nosuperuser nobypassrls nocreaterole; it must own no table`,
      ),
    )
  return findings.length > 0
    ? findings
    : [ok('walls', 'row-level security is forced on every table of tenants, and the role is below it')]
}

export const checkClock = async (owner: Owner, config: Config): Promise<CheckResult[]> => {
  const before = Date.now()
  const { rows } = await owner.query<{ now: number; offset_ms: string }>(
    `select extract(epoch from clock_timestamp()) * 1000 as now, (select offset_ms from platform_clock) as offset_ms`,
  )
  const between = (before + Date.now()) / 2
  const skew = Math.round(Math.abs(Number(rows[0]?.now) - between))
  const todo = 'let both machines ask the same time servers (chrony, systemd-timesyncd)'
  const says = `database and this machine are ${skew} ms apart`
  const real =
    skew > SKEW_MAX_MS ? fail('clock', says, todo) : skew > SKEW_WARN_MS ? warn('clock', says, todo) : ok('clock', says)
  const offset = Number(rows[0]?.offset_ms ?? 0)
  if (offset === 0) return [real]
  const moved = `the platform's clock is moved by ${(offset / 3_600_000).toFixed(1)} h`
  return [
    real,
    config.env === 'production'
      ? fail('platform clock', moved, `${RESET_CLOCK}; production runs on real time`)
      : ok('platform clock', moved),
  ]
}

/** Poolers that hand a session from one transaction to the next lose notifications, but return those of the same connection. */
export const checkNotifications = async (
  owner: Owner & Pick<ServerClient, 'requireOwnSession'>,
): Promise<CheckResult[]> => {
  const pooled = await owner.requireOwnSession().then(
    () => false,
    (error: unknown) => error instanceof PooledConnectionError,
  )
  if (pooled)
    return [
      fail(
        'notifications',
        'do not come through: a connection pooler stands before the server',
        'name the server itself in DATABASE_DIRECT_URL',
      ),
    ]
  let isHeard = false
  const hear = (): void => {
    isHeard = true
  }
  owner.on('notification', hear)
  await owner.query('listen vezne_doctor')
  await owner.query(`select pg_notify('vezne_doctor', '')`)
  for (let waited = 0; !isHeard && waited < HEARD_MS; waited += 20) await sleep(20)
  await owner.query('unlisten vezne_doctor')
  owner.off('notification', hear)
  return [
    isHeard
      ? ok('notifications', 'come through')
      : fail(
          'notifications',
          'do not come through: changes reach other processes late',
          'name the server itself in DATABASE_DIRECT_URL',
        ),
  ]
}
