/** An address with several hosts: writes go to the primary, follow it to another host, and a server that was replaced stores nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Database } from '../../src/infra/database/database.ts'
import { GroupCommit } from '../../src/infra/database/group-commit.ts'
import { openNotifications } from '../../src/infra/database/notifications.ts'
import { type PairedServer, startServerPair } from '../support/server-pair.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const pair = use(startServerPair)
let open: Database[] = []
before(async () => {
  await pair.primary.run('create table written (at_port int, text text)')
  await until('the standby has the table', () =>
    texts(pair.standby).then(
      () => true,
      () => false,
    ),
  )
})
after(async () => {
  for (const db of open) await db.close()
})

const openOn = (...servers: PairedServer[]): Database => {
  const db = Database.open(pair.urlOf(...servers), { connections: 4, onError: () => undefined })
  open = [...open, db]
  return db
}
const write = async (db: Database, text: string): Promise<number> => {
  const [row] = await db.transaction({ of: [] }, (tx) =>
    tx.query<{ at_port: number }>('insert into written select inet_server_port(), $1 returning at_port', [text]),
  )
  return row!.at_port
}
const texts = async (server: PairedServer): Promise<string[]> =>
  (await server.run<{ text: string }>('select text from written order by text')).map(({ text }) => text)

test('a primary demoted without closing a connection, then promoted beside: nothing is stored on the old one', async () => {
  const { primary, standby } = pair
  const db = openOn(standby, primary)
  assert.equal(await write(db, '1 before'), primary.port)
  await until('the standby has it', async () => (await texts(standby)).length === 1)
  const heard: string[] = []
  const notices = await openNotifications(pair.urlOf(primary, standby), () => undefined)
  notices.subscribe('clock', (text) => void heard.push(text))
  const kept = new GroupCommit<string, number>({
    write: (jobs) => Promise.all(jobs.map((job) => write(db, job))),
    keyOf: (job) => job,
    persistMs: 5_000,
  })
  try {
    await primary.run('alter system set default_transaction_read_only = on', 'select pg_reload_conf()')
    await until('the connections are told', () =>
      write(db, 'no').then(
        () => false,
        ({ code }) => code === '25006',
      ),
    )
    const waiting = kept.submit('2 during')
    await standby.run('select pg_promote()')
    assert.equal(await waiting, standby.port, 'a write that may wait is stored by the new primary')
    assert.equal(await write(db, '3 after'), standby.port)
    await until('notifications are those of the new primary', async () => {
      await standby.run(`select pg_notify('vezne', 'other|clock|7')`)
      return heard.includes('7') && notices.freshness.isCurrent()
    })

    await primary.run('set default_transaction_read_only = off', 'alter system reset default_transaction_read_only')
    await primary.run('select pg_reload_conf()')
    const fresh = openOn(primary, standby)
    assert.equal(await write(fresh, '4 split'), standby.port, 'of two that take writes, the one promoted last')
    assert.deepEqual(
      (await texts(primary)).filter((text) => text !== 'no'),
      ['1 before'],
    )
  } finally {
    await notices.close()
  }
})

test('no host takes writes: told as a read-only database; none answers: as one that cannot be reached', async () => {
  const { primary, standby } = pair
  const db = openOn(standby, primary)
  assert.equal(await write(db, '5'), standby.port)
  await standby.stop()
  await primary.run('alter system set default_transaction_read_only = on', 'select pg_reload_conf()')
  await assert.rejects(write(db, '6'))
  await assert.rejects(write(db, '6'), { code: '25006' })
  await primary.stop()
  await assert.rejects(write(db, '6'), { code: 'ECONNREFUSED' })
})
