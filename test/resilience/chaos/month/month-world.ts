/** The program and the bank of a month with one clock, what strikes them, and the end of everything that waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../src/infra/process/free-ports.ts'
import { type BankProcess, startBank } from '../../../support/bank.ts'
import { type Dice, openDice } from '../dice.ts'
import { watchChaosErrors } from '../expected-errors.ts'
import { openLife } from '../life/judge-life.ts'
import { asOwner } from '../platform-records.ts'
import type { Program, Stand } from '../program.ts'
import { openOverShards } from '../shards/sharded-program.ts'
import { strikeDatabase } from '../strike-database.ts'
import { sayNotBooked } from '../two-people.ts'

export interface MonthWorld {
  readonly program: Program
  /** Its tenant is the one on the last shard: a bank's file is of one tenant only. */
  readonly stand: Stand
  readonly dice: Dice
  bank(): BankProcess
  /** What was struck, in order. */
  readonly strikes: string[]
  now(): Promise<number>
  /** Both clocks; never back. */
  moveTo(ms: number): Promise<void>
  /** The clock goes on until no payment, operation or installment waits; how many still do when it went on for hours. */
  settle(): Promise<number>
  /** Kills one of the three, or none, and waits until the platform stands again. */
  strikeOne(): Promise<void>
  /** By chance the program is killed meanwhile: `work` repeats what it does. */
  struck<T>(chance: number, work: () => Promise<T>): Promise<T>
  end(): Promise<void>
}

const STEP_S = 150
const STEPS_MAX = 120 // five hours by the clock
const LOOK_MS = 150
const TRIES_MAX = 200
const KILLED_WITHIN_MS = 250

export const openMonth = async (seed: number, bug: string | undefined, shards = 1): Promise<MonthWorld> => {
  const dice = openDice(seed)
  const bankSettings = { port: await freePort(), seed: String(seed) }
  let bank = await startBank(bankSettings)
  const folder = bank.dataDir
  const program = await openOverShards(shards, { VEZNE_BANK_URL: bank.url })
  const plan = bug === undefined ? {} : { bug }
  const strikes: string[] = []
  const errors = watchChaosErrors(program, { bug, isDatabaseStruck: () => strikes.includes('database') })
  await program.start(plan)
  const restart = async (): Promise<void> => {
    await program.kill()
    await program.start(plan)
  }
  const stand = program.stands().at(-1)!
  const now = async (): Promise<number> => Date.parse(await bank.control.now())
  return {
    program,
    stand,
    dice,
    bank: () => bank,
    strikes,
    now,
    async moveTo(ms) {
      const seconds = Math.ceil((ms - (await now())) / 1_000)
      if (seconds > 0) await again(() => program.moveClock(seconds))
    },
    async settle() {
      const left = async () =>
        (await openLife(stand.ownerUrl(), stand.tenant)) + (await dueInstallments(stand, await now()))
      for (let step = 0; step < STEPS_MAX; step++) {
        errors.check()
        if ((await left()) === 0) return 0
        await sayNotBooked(stand).catch(() => undefined)
        await program.moveClock(STEP_S).catch(() => undefined)
        await sleep(LOOK_MS)
      }
      return left()
    },
    async strikeOne() {
      const draw = dice.draw()
      if (draw < 0.3) await restart()
      else if (draw < 0.4) {
        await bank.kill()
        bank = await startBank({ ...bankSettings, dataDir: folder })
      } else if (draw < 0.45) strikeDatabase(program, dice)
      else return
      strikes.push(draw < 0.3 ? 'platform' : draw < 0.4 ? 'bank' : 'database')
      await errors.until('the platform stands again', () => isReady(program), 30_000)
    },
    async struck(chance, work) {
      if (dice.draw() >= chance) return work()
      strikes.push('platform while people worked')
      const [result] = await Promise.all([work(), sleep(dice.between(0, KILLED_WITHIN_MS)).then(restart)])
      return result
    },
    async end() {
      await program.end()
      await bank.stop()
    },
  }
}

const isReady = async (program: Program): Promise<boolean> => {
  const answer = await program.http.request('cards', 'GET', '/health/ready').catch(() => undefined)
  return answer?.status === 200
}

const again = async (work: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries++)
    try {
      return void (await work())
    } catch (error) {
      if (tries === TRIES_MAX) throw error
      await sleep(LOOK_MS)
    }
}

/** Those that wait for their next try, too. */
const dueInstallments = ({ ownerUrl, tenant }: Stand, nowMs: number): Promise<number> =>
  asOwner(ownerUrl(), async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from recurring_installments i join realms r on r.tenant_id = i.tenant_id
       where r.slug = $2 and i.status = 'pending' and i.due_date <= $1`,
      [new Date(nowMs), tenant.slug],
    )
    return rows[0].n
  })
