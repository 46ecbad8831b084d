/**
 * Lists counted in blocks against their rows, in one snapshot each, while two programs take payments whose states go on changing, and
 * the programs and two processes that close blocks are killed. At the end one count is made wrong, and has to be seen.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CLOSED_LISTS } from '../../../src/app/closed-lists.ts'
import { openDatabaseForCli } from '../../../src/app/open-database-for-cli.ts'
import type { Database } from '../../../src/infra/database/database.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { findWrongBlocks } from '../../../src/lists/blocks/compare-blocks.ts'
import { PAYMENT_LIST } from '../../../src/payments/queries/payment-list.ts'
import { type Dice, openDice } from '../../resilience/chaos/dice.ts'
import { openShops } from '../../resilience/chaos/life/shops.ts'
import { asOwner } from '../../resilience/chaos/platform-records.ts'
import { openProgram, type Program } from '../../resilience/chaos/program.ts'
import { startBank } from '../../support/bank.ts'
import type { Check } from '../check.ts'
import { findDifference } from './compare.ts'

const RUN_MS = 120_000
const SHOPS = 16
const KILL_EVERY_MS = 2_500
/** One kill in so many is a program's, the others those of who closes. */
const PROGRAM_EVERY = 6
const CLOSERS = 2
const ALL_BLOCKS = 100_000

export const closedBlocks: Check = async (say, seed) => {
  const dice = openDice(seed)
  const bank = await startBank({ seed: String(seed) })
  const first = await openProgram({ VEZNE_BANK_URL: bank.url })
  await first.start()
  const second = await openProgram({
    DATABASE_URL: first.ownerUrl(),
    VEZNE_MASTER_KEYS_FILE: join(first.dataDir, 'keys.json'),
    VEZNE_IDENTITY_URL: first.urls.identity as string, // one platform, so one issuer
    VEZNE_BANK_URL: bank.url,
  })
  const programs = [first, second]
  const { db, close } = await openDatabaseForCli(loadConfig({ VEZNE_DATA_DIR: first.dataDir }))
  try {
    await second.start()
    copyFileSync(join(first.dataDir, 'demo.json'), join(second.dataDir, 'demo.json'))
    const tenantId = first.demo().tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id as string
    const shops = await Promise.all(programs.map((program) => openShops(program, dice, SHOPS)))
    const killing = openKilling(programs, dice, { VEZNE_DATA_DIR: first.dataDir, VEZNE_CHECK_TENANT: tenantId })
    const until = performance.now() + RUN_MS
    const differences = await compareUntil(until, db, tenantId, dice)
    const { kills, closed } = await killing.stop()
    await Promise.all(shops.map((shop) => shop.close()))
    const { compared, found } = differences
    say(`${compared} comparisons while ${closed} blocks were closed or folded; kills: ${kills}`)
    for (const difference of found.slice(0, 3)) say(`  ${difference}`)
    const wrong = (await wrongBlocks(db, tenantId)).length
    await plantError(first.ownerUrl(), tenantId)
    const planted = (await findWrongBlocks(db, PAYMENT_LIST, tenantId, ALL_BLOCKS)).length
    say(`${found.length} differences, ${wrong} wrong blocks at the end; a planted error: ${planted} blocks seen wrong`)
    return found.length === 0 && wrong === 0 && planted > 0 && compared > 0 && closed > 0
  } finally {
    await close()
    await second.end()
    await first.end()
    await bank.stop()
  }
}

const compareUntil = async (end: number, db: Database, tenantId: string, dice: Dice) => {
  const found: string[] = []
  let compared = 0
  while (performance.now() < end)
    for (const list of CLOSED_LISTS) {
      const difference = await findDifference(db, list, tenantId, dice)
      compared++
      if (difference !== null) found.push(difference)
    }
  return { compared, found }
}

const openKilling = (programs: readonly Program[], dice: Dice, env: Record<string, string>) => {
  let [isOver, closed] = [false, 0]
  const kills = { programs: 0, closers: 0 }
  const startCloser = (): ChildProcess => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('closer.ts', import.meta.url))], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.on('data', (lines: Buffer) => {
      for (const line of lines.toString().trim().split('\n')) closed += Number(line)
    })
    return child
  }
  const closers = Array.from({ length: CLOSERS }, startCloser)
  const work = async (): Promise<void> => {
    for (let n = 1; !isOver; n++) {
      await sleep(KILL_EVERY_MS * dice.between(0.5, 1.5))
      if (n % PROGRAM_EVERY === 0) {
        const program = programs[(n / PROGRAM_EVERY) % programs.length] as Program
        await program.kill()
        await program.start()
        kills.programs++
      } else {
        closers[n % CLOSERS]?.kill('SIGKILL')
        closers[n % CLOSERS] = startCloser()
        kills.closers++
      }
    }
  }
  const working = work()
  return {
    async stop() {
      isOver = true
      await working
      for (const closer of closers) closer.kill('SIGKILL')
      return { kills: `${kills.programs} of programs, ${kills.closers} of who closes`, closed }
    },
  }
}

const wrongBlocks = async (db: Database, tenantId: string) =>
  (await Promise.all(CLOSED_LISTS.map((list) => findWrongBlocks(db, list, tenantId, ALL_BLOCKS)))).flat()

const plantError = (ownerUrl: string, tenantId: string): Promise<unknown> =>
  asOwner(ownerUrl, (owner) =>
    owner.query(
      `update closed_blocks set counts[1] = counts[1] + 1 where (tenant_id, list, scope, level, first_id) in
         (select tenant_id, list, scope, level, first_id from closed_blocks where tenant_id = $1 and list = 'payments' and level = 0 limit 1)`,
      [tenantId],
    ),
  )
