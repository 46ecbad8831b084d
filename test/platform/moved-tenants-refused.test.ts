/** Moves that are not made: a tenant stays where its shards differ, or where one of them knows what the other does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCAL_ROWS } from '../../src/app/shards/local-rows.ts'
import { MIGRATION_LOCK } from '../../src/infra/database/migrations/migration-files.ts'
import { newClient, type ServerClient } from '../../src/infra/database/server-connection.ts'
import { copyTenant } from '../../src/infra/database/shards/move/copy-tenant.ts'
import { keepDumpsAway, waitForDumpTurn } from '../../src/infra/database/shards/move/dump-turns.ts'
import { MoveRefusedError } from '../../src/infra/database/shards/move/move-refused.ts'
import { moveTenant } from '../../src/infra/database/shards/move/move-tenant.ts'
import { makeReady } from '../../src/infra/database/shards/move/ready-shards.ts'
import { openMoveCommands } from '../support/tenant-moves.ts'
import { type MadeTenant, makeTenant } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const commands = use(() => openMoveCommands(vezne))
const owners = use(async () => {
  const clients = vezne.shardUrls.map((url) => newClient(url))
  for (const client of clients) await client.connect()
  const [first, second] = clients as [ServerClient, ServerClient]
  return { first, second, stop: async () => void (await Promise.all(clients.map((client) => client.end()))) }
})
const move = ({ id }: MadeTenant) => ({ from: owners.first, to: owners.second, tenantId: id, local: LOCAL_ROWS })

test('a tenant with months in the archive of its server, or between shards of two schemas, is not copied', async () => {
  const tenant = await makeTenant(vezne, { shard: 0 })
  await owners.first.query(`set session_replication_role = replica`)
  await owners.first.query(
    `insert into archived_sums (tenant_id, ends, table_name, currency, rows, amount) values ($1, now(), 'payments', 'TRY', 1, 1)`,
    [tenant.id],
  )
  await assert.rejects(copyTenant(move(tenant)), MoveRefusedError)
  await owners.first.query('delete from archived_sums where tenant_id = $1', [tenant.id])
  await owners.first.query(`reset session_replication_role`)
  await owners.second.query('alter table merchants add column newer text')
  await assert.rejects(copyTenant(move(tenant)), MoveRefusedError)
  await owners.second.query('alter table merchants drop column newer')

  await owners.second.query(`insert into schema_migrations (name, run_on) values ('9999_rows', now())`)
  await assert.rejects(copyTenant(move(tenant)), /migrations/)
  await owners.second.query(`delete from schema_migrations where name = '9999_rows'`)
  const migrating = newClient(vezne.shardUrls[1] as string)
  await migrating.connect()
  await migrating.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  await assert.rejects(copyTenant(move(tenant)), /a migration is under way/)
  await migrating.end()
})

const RESTORES: [from: string | null, to: string | null, refused: RegExp | undefined][] = [
  ['null, null, null', null, /was restored/],
  [`clock_timestamp(), 'A', clock_timestamp() + interval '1 day'`, null, /was restored/],
  [`clock_timestamp(), 'A', clock_timestamp() - interval '30 days'`, null, /was restored/],
  [`clock_timestamp(), 'A', clock_timestamp() - interval '32 days'`, null, undefined],
  [`clock_timestamp(), 'A', null`, null, undefined],
  [null, 'null, null, null', /closed/],
  [null, `clock_timestamp(), 'A', clock_timestamp() + interval '1 day'`, undefined],
]
test('a tenant does not leave a shard that knows of a loss, nor go to one that is closed', async () => {
  const tenant = await makeTenant(vezne, { shard: 0 })
  for (const [from, to, refused] of RESTORES)
    try {
      for (const [owner, values] of [
        [owners.first, from],
        [owners.second, to],
      ] as const) {
        await owner.query('begin')
        if (values !== null)
          await owner.query(
            `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until, finished, finished_by, asks_banks_until)
              values ('older_state', 'x', 1, 1, clock_timestamp() - interval '1 hour', clock_timestamp(), ${values})`,
          )
      }
      if (refused === undefined) await makeReady(move(tenant))
      else await assert.rejects(makeReady(move(tenant)), refused, `${from}; ${to}`)
    } finally {
      for (const owner of [owners.first, owners.second]) await owner.query('rollback')
    }
})

test('a backup and a move take turns on a shard', async () => {
  const { slug } = await makeTenant(vezne, { shard: 0 })
  const moving = newClient(vezne.shardUrls[1] as string)
  await moving.connect()
  assert.ok(await keepDumpsAway([moving]))
  let isTaken = false
  const said: string[] = []
  const turn = waitForDumpTurn(owners.second, (line) => said.push(line)).then(() => {
    isTaken = true
  })
  await until('the operator is informed', () => said.length > 0)
  const { rows } = await moving.query<{ pid: number }>('select pg_backend_pid() as pid')
  assert.match(
    said.join(),
    new RegExp(`^waiting for the move of a tenant or another backup: session ${rows[0]!.pid} of `),
  )
  assert.equal(isTaken, false)
  await moving.end()
  await turn
  await assert.rejects(
    commands.run(slug, (rig) => moveTenant(rig, 1)),
    /a backup of one of the shards is being made/,
  )
  assert.equal((await commands.find(slug)).step, null)
  await owners.second.query('select pg_advisory_unlock_all()')
  await commands.run(slug, (rig) => moveTenant(rig, 1))
  assert.equal((await commands.find(slug)).shard, 1)
})
