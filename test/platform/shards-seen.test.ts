/** What an operator sees of tenants on two databases: the doctor names a shard that does not follow, or has other rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/cli/doctor/check-result.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { statementsOn } from '../support/on-shards.ts'
import { makeTenant } from '../support/tenants.ts'
import { testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'
import { runVezne, runVezneWell } from '../support/vezne-command.ts'

const vezne = useVezne({ shards: 2 })

const settings = (): Record<string, string> => ({
  VEZNE_DATA_DIR: vezne.dataDir,
  DATABASE_URL: vezne.ownerUrl,
  VEZNE_SHARDS: vezne.config.shards.join(' '),
  VEZNE_MASTER_KEYS: testServer().masterKeys,
  VEZNE_PORT_BASE: String(vezne.config.ports.console),
})
const findAll = async (check: string, change: Record<string, string> = {}): Promise<CheckResult[]> =>
  (await examine({ ...settings(), ...change })).filter((each) => each.check === check)
const onShard = statementsOn(vezne)
const says = async (message: RegExp, state: CheckResult['state'], change?: Record<string, string>): Promise<void> => {
  const found = await findAll('shards', change)
  assert.ok(
    found.some((each) => each.state === state && message.test(each.message)),
    JSON.stringify(found),
  )
}

test('each shard is looked at, and the second one follows the first', async () => {
  await makeTenant(vezne, { shard: 1 })
  const findings = await examine(settings())
  for (const shard of ['shard 0', 'shard 1'])
    for (const check of ['database', 'schema', 'walls', 'tenants', 'workers', 'keys', 'partitions', 'ledger'])
      assert.ok(
        findings.some((each) => each.check === check && each.message.startsWith(shard) && each.state === 'ok'),
        `${shard} ${check}: ${JSON.stringify(findings.filter((each) => each.check === check))}`,
      )
  await says(/shard 1 follows the first and has the same rows/, 'ok')
  await says(/shards 0 and 1 are databases of one server/, 'warn')
})

test('a shard with other rows of the platform is named with its table', async () => {
  await onShard(
    1,
    'set session_replication_role = replica',
    `insert into plans select (jsonb_populate_record(p, '{"id": "00000000-0000-4000-8000-0000000000ff", "code": "strange", "is_default": false}')).* from plans p limit 1`,
  )
  await says(/shard 1 has other rows than the first in plans$/, 'fail')
  await onShard(1, 'set session_replication_role = replica', "delete from plans where code = 'strange'")
  await says(/has the same rows/, 'ok')
})

test('a subscription that is disabled is a failure, and the place in the log is kept', async () => {
  await onShard(1, 'alter subscription vezne_shard_1 disable')
  await says(/the subscription of shard 1 is disabled/, 'fail')
  await onShard(1, 'alter subscription vezne_shard_1 enable')
  await until('it follows again', async () => (await findAll('shards')).every(({ state }) => state !== 'fail'))
})

test('a shard that is away is a failure of its own, and the others are looked at', async () => {
  const [first] = vezne.config.shards as [string]
  const away = { VEZNE_SHARDS: `${first} postgres://127.0.0.1:1/none` }
  const found = await findAll('database', away)
  assert.ok(
    found.some(({ state, message }) => state === 'ok' && message.startsWith('shard 0')),
    JSON.stringify(found),
  )
  assert.ok(
    found.some(({ state, message }) => state === 'fail' && message.startsWith('shard 1')),
    JSON.stringify(found),
  )
})

const run = (...words: string[]) => runVezne(settings(), ...words)
const runWell = (...words: string[]) => runVezneWell(settings(), ...words)

test('commands look at each shard in turn, or at the one that is named', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  const shown = JSON.parse(await runWell('ps', '--json')) as { shard: number }[]
  assert.deepEqual([...new Set(shown.map(({ shard }) => shard))].sort(), [0, 1])
  assert.match(await runWell('ps', '--shard', '1'), /^SHARD +ROLE/)

  const whole = await runWell('audit', 'verify')
  assert.match(whole, new RegExp(`^${tenant.slug} .*whole$`, 'm'))
  assert.match(whole, /^master .*whole$/m)
  assert.doesNotMatch(await runWell('audit', 'verify', '--shard', '0'), new RegExp(tenant.slug))
  assert.match(await runWell('audit', 'verify', '--tenant', tenant.slug), /entries of 1 chains/)
  assert.match(await runWell('ledger', 'verify'), new RegExp(`^${tenant.slug} .*even$`, 'm'))
  assert.match(await runWell('archive', 'list'), /^shard 0$[\s\S]*^shard 1$/m)
  assert.match(await runWell('restore', 'status'), /^shard 0\nopen$[\s\S]*^shard 1\nopen$/m)

  const unknown = await run('ps', '--shard', '2')
  assert.deepEqual([unknown.code, unknown.err], [2, 'the shards are 0 to 1\n'])
  const unnamed = await run('restore', 'finish', '--by', 'Ayşe Yılmaz', '--yes')
  assert.deepEqual([unnamed.code, unnamed.err], [2, 'say on which shard: --shard <number>\n'])
})

test('a backup is known on its shard, and audited in the chain of the platform', async () => {
  const unnamed = await run('backup', 'note', 'repo')
  assert.deepEqual([unnamed.code, unnamed.err], [2, 'say on which shard: --shard <number>\n'])
  const [, id] = /noted as ([^;]+);/.exec(await runWell('backup', 'note', 'repo', '--shard', '1')) as unknown as [
    string,
    string,
  ]
  assert.match(await runWell('backup', 'list'), new RegExp(`^shard 0\nno backup is known\nshard 1\n${id} .* repo `))
  await runWell('backup', 'forget', id)
  assert.match(await runWell('backup', 'list', '--shard', '1'), /no backup is known/)
  assert.deepEqual(await onShard(0, `select operation from audit_log where target_id = '${id}' order by seq`), [
    { operation: 'vezne backup make' },
    { operation: 'vezne backup forget' },
  ])
})
