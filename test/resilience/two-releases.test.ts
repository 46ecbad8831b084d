/** The previous release serves payments while this tree's migrations run, and works beside this tree afterwards. */
import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { KNOWN } from '../../src/infra/database/migrations/migration-files.ts'
import { openBrowser } from '../support/console.ts'
import { type LockWaits, watchLocks } from '../support/lock-waits.ts'
import { expandFurther } from '../support/next-migrations.ts'
import { CARDS } from '../support/payments.ts'
import { type PreviousRelease, unpackPreviousRelease } from '../support/previous-release.ts'
import { startProcess } from '../support/process.ts'
import { makeDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { openDice } from './chaos/dice.ts'
import { judgeOrders } from './chaos/judge-orders.ts'
import { asOwner, openPayments } from './chaos/platform-records.ts'
import { openProgram, type Program } from './chaos/program.ts'
import { makeSlowCards, SLOW_APPROVAL } from './chaos/slow-cards.ts'
import { startSwarm } from './chaos/swarm.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { asLoadTenant } from './fuzz/load-tenant.ts'

const SEED = Number(process.env.VEZNE_CHECK_SEED ?? 20261122)
/** Load before, during and after the migration, each; the long run takes minutes. */
const LOAD_MS = 1_000 * Number(process.env.VEZNE_TWO_RELEASES_S ?? 0.7)
const PER_OPERATION = Number(process.env.VEZNE_TWO_RELEASES_REQUESTS ?? 3)
/** Cards whose payment completes by itself, and none of an unavailable bank: every 5xx is the program's own. */
const DECK = [CARDS.success, CARDS.success, CARDS.success, SLOW_APPROVAL, CARDS.declined]
const LOAD = { clients: 4, thinkMs: 60, deck: DECK, stopsAtNothing: true }
const PAYMENTS_MIN = 30

test(`two releases on one database, seed ${SEED}`, async (t) => {
  const release = await unpackPreviousRelease()
  const database = await makeDatabase('empty')
  const settings = {
    DATABASE_URL: database.url,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_DATABASE_CONNECTIONS: '8',
  }
  const old = await openProgram(settings, release.tree)
  const next = await openProgram({ ...settings, VEZNE_IDENTITY_URL: old.urls.identity! })
  const dice = openDice(SEED)
  let locks: LockWaits | undefined
  try {
    await old.start()
    copyFileSync(join(old.dataDir, 'demo.json'), join(next.dataDir, 'demo.json'))
    await liftLimits(database.url)
    await makeSlowCards(old)
    const before = startSwarm(old, dice, { ...LOAD, name: 'before' })
    await sleep(LOAD_MS)

    locks = await watchLocks(database.url)
    const migration = await startProcess({ ...settings, VEZNE_ROLE: 'migrate', VEZNE_LOG_TO: 'stdout' })
    assert.deepEqual(await migration.exit, { code: 0, signal: null }, migration.output())
    t.diagnostic(`${release.commit.slice(0, 7)} and then: ${migration.output().trim().split('\n').join('; ')}`)
    if (addsNothingTo(release)) t.diagnostic(`and then: ${(await expandFurther(database.url)).join(', ')}`)
    await sleep(LOAD_MS)

    await next.start()
    const beside = startSwarm(next, dice, { ...LOAD, name: 'beside' })
    await sleep(LOAD_MS)
    await Promise.all([before.finish(), beside.finish()])
    for (const [program, swarm] of [
      [old, before],
      [next, beside],
    ] as const)
      assert.equal(swarm.unanswered(), 0, failuresOf(program))
    await until('every payment is final', async () => (await openPayments(database.url)) === 0)
    t.diagnostic(`longest wait for a lock: ${Math.round(await locks.stop())} ms`)

    const orders = [...before.orders, ...beside.orders]
    const ledgers = [old.ledger, next.ledger]
    assert.deepEqual(serverErrors(orders), [])
    // What the one has written the other reads, and repeats of its keys find it.
    const { books, faults } = await judgeOrders(next, orders, ledgers)
    assert.deepEqual(faults, [])
    t.diagnostic(`${before.orders.length} payments at the one, ${beside.orders.length} at the other`)
    assert.ok(books.payments.length >= PAYMENTS_MIN, `only ${books.payments.length} payments`)

    for (const [here, there] of [
      [old, next],
      [next, old],
    ] as const)
      assert.deepEqual(await sessionAtBoth(here, there), [200, 200, 200, 200, 204, 401])
    assert.deepEqual(
      await everyOperation(old, PER_OPERATION),
      [],
      'operations of the previous release on the new schema',
    )
    assert.deepEqual(await everyOperation(next, 1), [], 'operations of this tree on rows of both')
  } finally {
    await locks?.stop()
    await next.end()
    await old.end()
    await database.drop()
    release.remove()
  }
})

/** Begun at the one, used at the other, at both after a minute has passed, ended at the other. */
const sessionAtBoth = async (here: Program, there: Program): Promise<number[]> => {
  const [browser, other] = [openBrowser(here.http), openBrowser(there.http)]
  const statuses = [(await browser.signIn('cashier')).status]
  other.cookie = browser.cookie
  const use = async (of: typeof browser) => statuses.push((await of.call('GET', 'cards/transactions')).status)
  await use(other)
  await here.moveClock(120)
  await use(other)
  await use(browser)
  statuses.push((await other.call('DELETE', 'session')).status)
  await use(browser)
  return statuses
}

const addsNothingTo = ({ tree }: PreviousRelease): boolean =>
  readdirSync(new URL('migrations/', tree)).length === KNOWN.length

/** Its log of the requests it could not answer. */
const failuresOf = ({ dataDir }: Program): string =>
  readFileSync(join(dataDir, 'vezne.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('request.failed'))
    .slice(0, 3)
    .join('\n')

const serverErrors = (
  orders: readonly { key: string; told: readonly { status: number; text: string }[] }[],
): string[] =>
  orders.flatMap(({ key, told }) =>
    told.filter(({ status }) => status >= 500).map(({ status, text }) => `${key}: ${status} ${text}`),
  )

/** Requests to all operations of its own documents. An unavailable bank is no schema fault. */
const everyOperation = async (program: Program, perOperation: number): Promise<string[]> => {
  const faults: string[] = []
  await fuzz({
    urls: program.urls,
    surfaces: ['cards', 'transfers', 'fraud', 'identity'],
    ...asLoadTenant(program.urls as never, program.demo()),
    seed: SEED,
    perOperation,
    seconds: 600,
    onAnswer({ method, path }, { status, text }) {
      if (status >= 500 && status !== 502 && status !== 503) faults.push(`${method} ${path}: ${status} ${text}`)
    },
  })
  return faults
}

/** The realm master has no plan: as much as a tenant with none may do is too little here. */
const liftLimits = (url: string): Promise<void> =>
  asOwner(url, async (owner) => {
    await owner.query(
      `update realms set plan_id = (select id from plans where is_unlimited limit 1) where slug = 'master'`,
    )
  })
