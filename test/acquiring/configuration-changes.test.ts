/** A change of one process takes effect in another: by its notification, for its tenant only, and also when notifications are lost. */
import assert from 'node:assert/strict'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createRealms, type Realms } from '../../src/access/callers/realms.ts'
import { Database } from '../../src/infra/database/database.ts'
import { type Notifications, openNotifications } from '../../src/infra/database/notifications.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'

/** The notification connection of the second process, which a test can block or cut. */
interface Road {
  url: string
  /** Nothing passes any more, silently. */
  block(isBlocked: boolean): void
  cut(): void
  close(): Promise<void>
}

let road: Road
let notices: Notifications
let db: Database
let realms: Realms
const errors: Error[] = []

const vezne = useVezne()
before(async () => {
  road = await openRoad(vezne.ownerUrl)
  const appUrl = vezne.ownerUrl
  notices = await openNotifications(road.url, (error) => void errors.push(error))
  db = Database.open(appUrl, { connections: 2, onError: (error) => void errors.push(error) })
  realms = createRealms({ db, notifications: notices, config: vezne.config })
})
after(async () => {
  realms.close()
  await notices.close()
  await db.close()
  await road.close()
})

/** Bypasses notifications: publish() is not called. */
const set = (statement: string): Promise<number> =>
  vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute(statement))
const suspend = (status: 'suspended' | 'active'): Promise<number> =>
  set(`update realms set status = '${status}' where tenant_id = '${OTHER}'`)
const isSuspended = async (): Promise<boolean | undefined> => (await realms.realmOfTenant(OTHER))?.isSuspended

test('a realm suspended elsewhere is suspended here; other tenants’ entries stay cached', async () => {
  const demo = await realms.realmBySlug('tenant-demo')
  const clients = await Promise.all([
    realms.clientOf(DEMO, 'cid_test_demo_admin'),
    realms.clientOf(OTHER, 'cid_test_other_admin'),
  ])
  const book = await realms.merchantsOf(DEMO)
  assert.equal(await isSuspended(), false)
  await suspend('suspended')
  await until('heard', async () => (await isSuspended()) === true)
  assert.equal(await realms.realmBySlug('tenant-demo'), demo, 'the very same object')
  assert.equal(await realms.clientOf(DEMO, 'cid_test_demo_admin'), clients[0])
  assert.equal(await realms.merchantsOf(DEMO), book)
  assert.notEqual(await realms.clientOf(OTHER, 'cid_test_other_admin'), clients[1])
  await suspend('active')
  await until('heard', async () => (await isSuspended()) === false)
})

test('the use of a key is not a change; its roles, merchants and plans are', async () => {
  const client = () => realms.clientOf(DEMO, 'cid_test_demo_view')
  const first = await client()
  const book = await realms.merchantsOf(DEMO)
  await set(`update clients set last_used_at = now() where client_id = 'cid_test_demo_view'`)
  await set(`update merchants set name = name where tenant_id = '${DEMO}'`)
  await until('the merchants, told after the key', async () => (await realms.merchantsOf(DEMO)) !== book)
  assert.equal(await client(), first)
  await set(`update clients set roles = '{pos-operator}' where client_id = 'cid_test_demo_view'`)
  await until('the roles', async () => (await client())?.roles[0] === 'pos-operator')
  await set(`update clients set roles = '{pos-viewer}' where client_id = 'cid_test_demo_view'`)
  await set(`update plans set burst = burst + 1 where code = 'sandbox'`)
  const burst = async () => (await realms.realmOfTenant(DEMO))?.plan?.burst
  const [row] = await vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ burst: number }>(`select burst from plans where code = 'sandbox'`),
  )
  await until('the plan', async () => (await burst()) === row?.burst)
})

test('a silently blocked connection: changes are found without any notification', async () => {
  await until('sure', () => notices.freshness.isCurrent())
  road.block(true)
  await until('nothing answers any more', () => !notices.freshness.isCurrent())
  await suspend('suspended')
  await until('read again', async () => (await isSuspended()) === true)
  road.block(false)
  await until('sure again', () => notices.freshness.isCurrent())
  await suspend('active')
  await until('heard again', async () => (await isSuspended()) === false)
})

test('a broken connection: what was missed is read again, and its replacement receives notifications', async () => {
  const before = await realms.realmBySlug('tenant-demo')
  const epoch = notices.freshness.epoch()
  road.cut()
  await until('broken', () => !notices.freshness.isCurrent())
  await suspend('suspended')
  await until('read again', async () => (await isSuspended()) === true)
  await until('made anew', () => notices.freshness.isCurrent())
  assert(notices.freshness.epoch() > epoch)
  assert.notEqual(await realms.realmBySlug('tenant-demo'), before)
  await suspend('active')
  await until('heard by the new one', async () => (await isSuspended()) === false)
  assert(errors.length > 0)
})

test('a realm just created is found at once', async () => {
  assert.equal(await realms.realmBySlug('tenant-new'), null)
  await set(`insert into realms (tenant_id, slug, kind, status, created, last_modified)
    values ('00000000-0000-4000-8000-0000000000aa', 'tenant-new', 'tenant', 'active', now(), now())`)
  assert.equal((await realms.realmBySlug('tenant-new'))?.slug, 'tenant-new')
})

const openRoad = async (target: string): Promise<Road> => {
  const { hostname, port } = new URL(target)
  const pairs = new Set<[Socket, Socket]>()
  let isBlocked = false
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near]] as [Socket, Socket][]) {
      from.on('data', (bytes) => void to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (isBlocked) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  const all = (): Socket[] => [...pairs].flat()
  return {
    url: url.href,
    block(blocked) {
      isBlocked = blocked
      for (const socket of all()) blocked ? socket.pause() : socket.resume()
    },
    cut() {
      for (const socket of all()) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of all()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
