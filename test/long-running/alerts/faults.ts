/** One fault of a running installation for each alert, and how it is taken away. It is in one piece because it is the list of what was tried. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Agent, request } from 'undici'
import { withCredentials } from '../../../src/infra/process/server-address.ts'
import { LATENESS_MS } from '../../support/backups.ts'
import type { VezneProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { type Installation, metricsPortOf } from './installation.ts'

export interface Fault {
  /** In words, for the table. */
  readonly what: string
  readonly alerts: readonly string[]
  /** Returns what takes it away. */
  plant(place: Installation, watch: (ports: readonly number[]) => void): Promise<() => Promise<unknown>>
}

/** A machine whose clock is ahead. */
const aheadBy = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const now = Date.now.bind(Date); const Real = Date; globalThis.Date = class extends Real { constructor(...of) { of.length ? super(...of) : super(now() + ${ms}) } static now() { return now() + ${ms} } }`,
  )}`

const later = (undo: () => unknown) => async () => undo()
const portsOf = (place: Installation): number[] => [place.api(), place.worker(), place.spare()].map(metricsPortOf)

const held = (process: () => VezneProcess): (() => Promise<unknown>) => {
  process().kill('SIGSTOP')
  return later(() => process().kill('SIGCONT'))
}

/** Runs statements on a connection that stays; ending it undoes what is not committed. */
const holding = async (url: string, ...statements: string[]): Promise<() => Promise<unknown>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  return () => client.end()
}

/** Requests that do not end before `undo` is called. */
const asking = (count: number, ask: () => Promise<unknown>): (() => Promise<void>) => {
  let isOver = false
  const lanes = Array.from({ length: count }, async () => {
    while (!isOver) await ask().catch(() => sleep(50))
  })
  return async () => {
    isOver = true
    await Promise.all(lanes)
  }
}

const revoked =
  (rights: string, table: string) =>
  async ({ own }: Installation): Promise<() => Promise<unknown>> => {
    await own(`revoke ${rights} on ${table} from vezne_app, vezne_platform`)
    return () => own(`grant ${rights} on ${table} to vezne_app, vezne_platform`)
  }

const DIRECTORY = fileURLToPath(new URL('../../..', import.meta.url))
const command = (place: Installation, ...words: string[]): void => {
  const { program, pair } = place
  const ran = spawnSync(process.execPath, ['src/cli/vezne.ts', ...words], {
    cwd: DIRECTORY,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: pair.primary.url,
      VEZNE_DATA_DIR: program.dataDir,
      VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    },
  })
  if (ran.status !== 0) throw new Error(`vezne ${words.join(' ')}: ${ran.stderr}`)
}

const CARD_NUMBER = '4546711234567894'
const HOUR_OLD = `now() - interval '1 hour'`

export const FAULTS: readonly Fault[] = [
  {
    what: 'the worker is stopped by SIGSTOP, with a job and a mail due for an hour',
    alerts: ['VezneNoWorker', 'VezneWorkerSilent', 'VezneWorkLate', 'VezneProcessDown'],
    async plant(place) {
      const goOn = held(place.worker)
      await place.own(`select graphile_worker.add_job('nobody', run_at => ${HOUR_OLD}, job_key => 'planted')`)
      return async () => {
        await goOn()
        await place.own(`select graphile_worker.remove_job('planted')`)
      }
    },
  },
  {
    what: 'a process is killed by SIGKILL, and started again',
    alerts: ['VezneProcessDown'],
    async plant(place, watch) {
      place.spare().kill('SIGKILL')
      await place.spare().exit
      return async () => {
        await place.startSpare()
        watch(portsOf(place))
      }
    },
  },
  {
    what: 'a machine whose clock is ten seconds ahead',
    alerts: ['VezneClockSkew'],
    async plant(place, watch) {
      const other = await place.startOther({ NODE_OPTIONS: aheadBy(10_000) })
      watch([...portsOf(place), metricsPortOf(other)])
      return async () => {
        other.kill('SIGTERM')
        await other.exit
        watch(portsOf(place))
      }
    },
  },
  {
    what: 'a process has a second shard that is away and never followed, and a tenant was on its way there an hour ago',
    alerts: ['VezneShardAway', 'VezneShardBehind', 'VezneTenantMoveOpen'],
    async plant(place, watch) {
      await place.own(
        `insert into tenant_shards (id, slug, shard, version, move_step, other_shard, step_since)
          values (gen_random_uuid(), 'tenant-moving', 0, 1, 'draining', 1, now() - interval '1 hour')`,
      )
      const first = withCredentials(place.pair.primary.url, { user: '', password: '' })
      const other = await place.startOther({ VEZNE_SHARDS: `${first} postgres://127.0.0.1:1/none` })
      watch([...portsOf(place), metricsPortOf(other)])
      return async () => {
        await place.own(`delete from tenant_shards where slug = 'tenant-moving'`)
        other.kill('SIGTERM')
        await other.exit
        watch(portsOf(place))
      }
    },
  },
  {
    what: 'the disk of a data folder is full, and its process logs on',
    alerts: ['VezneDiskFull', 'VezneLogDropped'],
    async plant(place) {
      place.disk.fill()
      const url = `https://127.0.0.1:${place.spare().portBase + 40}/nowhere`
      const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
      const end = asking(4, async () => (await request(url, { dispatcher })).body.dump())
      return async () => {
        await end()
        await dispatcher.close()
        place.disk.makeRoom()
      }
    },
  },
  {
    what: 'a file of a bank has a card number as its name',
    alerts: ['VezneCardNumberMasked'],
    async plant({ files }) {
      const folder = join(files, 'tenant-demo')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${CARD_NUMBER}.csv`), 'nonsense\n')
      return later(() => rmSync(folder, { recursive: true, force: true }))
    },
  },
  {
    what: 'a certificate that ends in five days takes the place of the other',
    alerts: ['VezneCertificateExpires'],
    async plant({ certify }) {
      certify(5)
      return later(() => certify(90))
    },
  },
  {
    what: 'an API key ends in three days',
    alerts: ['VezneSecretExpires'],
    async plant({ own }) {
      const key = `client_id = (select min(client_id) from clients where is_active and expires_at is null)`
      const [{ id }] = (await own<{ id: string }>(
        `update clients set expires_at = now() + interval '3 days' where ${key} returning id`,
      )) as [{ id: string }]
      return () => own(`update clients set expires_at = null where id = '${id}'`)
    },
  },
  {
    what: 'the database refuses connections',
    alerts: ['VezneDatabaseAway', 'VezneRequestErrors'],
    async plant({ pair }) {
      const url = pair.primary.url.replace(/\/vezne$/, '/postgres')
      const run = async (...statements: string[]): Promise<void> => {
        const end = await holding(url, ...statements)
        await end()
      }
      await run(
        'alter database vezne allow_connections false',
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'vezne'`,
      )
      return () => run('alter database vezne allow_connections true')
    },
  },
  {
    what: 'a transaction locks the payments, while forty callers ask',
    alerts: ['VezneDatabasePoolFull', 'VezneRequestsSlow', 'VezneDatabaseTransactionOld'],
    async plant({ pair, call }) {
      const unlock = await holding(pair.primary.url, 'begin', 'lock table payments in access exclusive mode')
      const end = asking(40, async () => {
        await call('GET', `/payments/${crypto.randomUUID()}`)
        await sleep(1_000) // within the limit of calls: refusals are quick
      })
      return async () => {
        await unlock()
        await end()
      }
    },
  },
  {
    what: 'another program takes the connections of the server',
    alerts: ['VezneDatabaseConnectionsHigh'],
    async plant({ pair }) {
      const [found] = await pair.primary.run<{ most: number; used: number }>(
        `select current_setting('max_connections')::int as most, (select sum(numbackends)::int from pg_stat_database) as used`,
      )
      const wanted = Math.ceil(found!.most * 0.9) - found!.used
      const ends = await Promise.all(Array.from({ length: wanted }, () => holding(pair.primary.url)))
      return () => Promise.all(ends.map((end) => end()))
    },
  },
  {
    what: 'the receiver of the standby is stopped by SIGSTOP',
    alerts: ['VezneReplicationLag'],
    async plant({ pair }) {
      const [found] = await pair.standby.run<{ pid: number }>('select pid from pg_stat_wal_receiver')
      process.kill(found!.pid, 'SIGSTOP')
      return later(() => process.kill(found!.pid, 'SIGCONT'))
    },
  },
  {
    what: 'the last backup that is known is 27 hours old; a newer one is noted',
    alerts: ['VezneBackupLate'],
    async plant(place) {
      await place.own(
        `insert into backups (made, made_by, place, master_key_ids, schema_version) values (now() - interval '27 hours', 'check', 'elsewhere', '{}', '0033')`,
      )
      return later(() => command(place, 'backup', 'note', 'elsewhere', '--keep', '1'))
    },
  },
  {
    what: 'a promotion is recorded that lost acknowledged writes; a person accepts it',
    alerts: ['VezneDatabaseClosed'],
    async plant(place) {
      await place.own(
        `insert into promotions (system, timeline, position, kept_to, lost_to)
         select system_identifier::text, timeline_id, '0/1', '0/1', '0/2' from pg_control_system(), pg_control_checkpoint()
         on conflict (system, timeline) do update set lost_to = '0/2', kept_to = '0/1', accepted = null, accepted_by = null, reconciled_until = null`,
      )
      return later(async () => {
        await place.own(`update platform_clock set offset_ms = offset_ms + ${LATENESS_MS}`) // no bank books anything lost any more
        const until = `${new Date().toISOString().slice(0, 19)}Z`
        command(place, 'database', 'accept-promotion', '--reconciled-until', until, '--yes')
      })
    },
  },
  {
    what: 'the table of limits is locked',
    alerts: ['VezneLimitsAlone'],
    plant: ({ pair }) =>
      holding(pair.primary.url, 'begin', 'lock table limit_buckets, limit_windows in access exclusive mode'),
  },
  {
    what: 'the program lost its right to write the audit log, and somebody is denied',
    alerts: ['VezneAuditDenialsLost'],
    async plant(place) {
      const give = await revoked('insert', 'audit_log')(place)
      const end = asking(1, async () => {
        await place.call('DELETE', `/connectors/${crypto.randomUUID()}`)
        await sleep(500)
      })
      return async () => {
        await end()
        await give()
      }
    },
  },
  {
    what: 'the program lost its right to read fraud alerts',
    alerts: ['VezneSweepFails'],
    plant: revoked('select', 'fraud_alerts'),
  },
  {
    what: 'a job fails at its only try',
    alerts: ['VezneJobsFailed'],
    async plant(place) {
      const give = await revoked('select', 'verified_bounds')(place)
      await place.own(
        `select graphile_worker.add_job('compare-quota-counts', max_attempts => 1, job_key => 'planted-failure')`,
      )
      return async () => {
        await give()
        await place.own(`delete from graphile_worker._private_jobs where key = 'planted-failure'`)
      }
    },
  },
  {
    what: 'a bank hangs (SIGSTOP) while a shop pays through it',
    alerts: ['VezneBankSilent', 'VezneBankSlow'],
    async plant({ bank, payBy }) {
      payBy({ configuration: 'NESTPAY-DEMO' })
      await sleep(3_000)
      process.kill(bank.pid, 'SIGSTOP')
      return later(() => {
        process.kill(bank.pid, 'SIGCONT')
        payBy({})
      })
    },
  },
  {
    what: 'a bank declines what a shop sends',
    alerts: ['VezneApprovalRateLow'],
    async plant({ payBy }) {
      payBy({ card: 'declined' })
      return later(() => payBy({}))
    },
  },
  {
    what: 'a payment waits for two people to say how it ended',
    alerts: ['VezneUnresolvedOperations'],
    async plant({ own }) {
      await own(
        `insert into unresolved_operations (tenant_id, id, payment_id, merchant_id, kind, why, amount, currency, configuration_id, connector_code, reference, since)
         select tenant_id, id, id, merchant_id, 'sale', 'no_answer', amount, currency, configuration_id, connector_code, 'planted', now() from payments limit 1`,
      )
      return () => own(`delete from unresolved_operations where reference = 'planted'`)
    },
  },
  {
    what: 'the balance of a source account is changed in the database, and the bank is asked twice',
    alerts: ['VezneLedgerDiffers', 'VezneLedgerDiffersFromBank'],
    async plant({ own, program }) {
      const at = '(select account_id from source_balances where checked_at is not null order by 1 limit 1)'
      const ids = await own<{ id: string }>(
        `update source_balances set available = available + 5 where account_id = ${at} returning account_id as id`,
      )
      const ask = async (): Promise<void> => {
        for (const _ of [1, 2]) {
          await program.moveClock(6 * 60)
          await sleep(3_000)
        }
      }
      await ask()
      return async () => {
        await own(`update source_balances set available = available - 5 where account_id = '${ids[0]!.id}'`)
        await ask()
      }
    },
  },
  {
    what: 'a subscriber refuses connections, and has done so for six days',
    alerts: ['VezneDeliveriesFail', 'VezneSubscriptionDisabled'],
    async plant({ own }) {
      const before = await own<{ id: string; url: string }>(
        `select id, url from webhook_subscriptions where is_active and not is_deleted and surface = 'cards'`,
      )
      await own(
        `update webhook_subscriptions set url = 'http://127.0.0.1:9/away', max_retry_count = 0, failing_since = now() - interval '6 days'
          where is_active and not is_deleted and surface = 'cards'`,
      )
      await until(
        'it is switched off',
        async () => {
          const rows = await own(`select from webhook_subscriptions where url like '%/away' and is_active`)
          return rows.length === 0
        },
        60_000,
      )
      return async () => {
        for (const { id, url } of before)
          await own(
            `update webhook_subscriptions set url = '${url}', is_active = true, activation = activation + 1, failing_since = null, dead_count = 0 where id = '${id}'`,
          )
      }
    },
  },
]
