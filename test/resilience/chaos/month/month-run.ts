/** Days by the clock, each with its trade, its kills, the bank's end of day with files that lie, and people who close it; at the end the books of both sides. */
import { setTimeout as sleep } from 'node:timers/promises'
import { computeChecksum } from '../../../../simulators/bank/settlement/profiles.ts'
import { inShell } from '../../../support/shell.ts'
import { type BankOrder, judgeLife, type LifePayment, readLife } from '../life/judge-life.ts'
import { sabotage } from '../life/sabotage.ts'
import { openShops } from '../life/shops.ts'
import type { Story, Told } from '../life/stories.ts'
import { appointSecond } from '../two-people.ts'
import {
  answerChargebacks,
  disputedPayments,
  fetchFile,
  finalize,
  readDiscrepancies,
  resolveRows,
  sendFile,
  surely,
} from './back-office.ts'
import { endBankDay, type Objection, object, type SettledDay } from './bank-day.ts'
import { compareRows, differencesOf, judgeMonth, readMonth } from './judge-month.ts'
import { countBy, type MonthReport } from './month-report.ts'
import { monthStories } from './month-stories.ts'
import { type MonthWorld, openMonth } from './month-world.ts'

export interface MonthOptions {
  seed: number
  days: number
  shops: number
  /** Servers the platform is spread over. Default: 1. */
  shards?: number
  /** How long the shops are open each day, in real time. */
  tradeMs: number
  /** Is told of each day that is over. */
  say?: (line: string) => void
  /** One of the seeded bugs. */
  bug?: string
}

const DAY_MS = 86_400_000
const ISTANBUL_MS = 3 * 3_600_000
const HOUR_MS = 3_600_000
const OPENS_MS = 9 * HOUR_MS
const EVENING_MS = 20 * HOUR_MS
const CLOSES_MS = 23.5 * HOUR_MS
/** After the last late file. */
const NIGHT_MS = DAY_MS + 1.5 * HOUR_MS
const LAST_WORDS_MS = 30_000
const WRITE_OFF = { key: 'reconciliation.write_off_max', value: '20000' }
const ACTS = [
  { kind: 'approved_then_reversed', probability: 0.03 },
  { kind: 'declined_but_charged', probability: 0.03 },
  { kind: 'duplicate_reference', probability: 0.1 },
]

/** What the days leave for the end. */
interface Diary {
  readonly stories: readonly Story[]
  readonly told: Told[]
  readonly objections: Objection[]
  /** Payments on a list of people because the bank did something without a word, with their merchant. */
  readonly listed: Map<string, string>
  readonly lies: string[]
  readonly unexplained: string[]
  readonly missing: string[]
  /** What went wrong with files. */
  readonly notEnded: string[]
  files: number
  byTwo: number
  lastFact: number
}

export const monthRun = async (options: MonthOptions): Promise<MonthReport> => {
  const world = await openMonth(options.seed, options.bug, options.shards)
  const diary: Diary = {
    stories: monthStories(),
    told: [],
    objections: [],
    listed: new Map(),
    lies: [],
    unexplained: [],
    missing: [],
    notEnded: [],
    files: 0,
    byTwo: 0,
    lastFact: 0,
  }
  try {
    const { stand } = world
    await appointSecond(stand.ownerUrl(), stand.tenant)
    await surely(stand, 'POST', '/api/v1/settings', { body: WRITE_OFF })
    const first = Math.ceil(((await world.now()) + ISTANBUL_MS) / DAY_MS) * DAY_MS - ISTANBUL_MS
    for (let day = 0; day < options.days; day++) {
      const started = performance.now()
      const waiting = await live(world, diary, options, first + day * DAY_MS)
      const seconds = ((performance.now() - started) / 1_000).toFixed(0)
      options.say?.(
        `day ${day + 1} of ${options.days}: ${seconds} s, ${diary.files} files so far, still waiting morning, noon and evening: ${waiting}`,
      )
    }
    await world.settle()
    return await judged(world, diary, options)
  } finally {
    await world.end()
  }
}

const live = async (world: MonthWorld, diary: Diary, options: MonthOptions, midnight: number): Promise<number[]> => {
  const { stand, dice, moveTo, settle } = world
  await moveTo(midnight + OPENS_MS)
  const waiting = [await settle()]
  await trade(world, diary, options)
  waiting.push(await settle())
  await moveTo(midnight + EVENING_MS)
  waiting.push(await settle())
  await answerChargebacks(stand, () => dice.draw() < 0.4)
  await moveTo(midnight + CLOSES_MS)
  const ids = await disputedPayments(stand)
  const { statuses } = await readMonth(stand.ownerUrl(), 0, stand.tenant)
  const disputed = new Set(statuses.flatMap(({ id, digits }) => (ids.has(id) ? [digits] : [])))
  await object(world.bank(), dice, diary.objections, {
    answered: (payment) => disputed.has(payment),
    isListed: (payment) => diary.listed.has(payment),
  })
  const { files, last } = await endBankDay(world.bank(), dice, diary.lastFact)
  diary.lastFact = last
  await moveTo(midnight + NIGHT_MS)
  for (const file of files) await close(world, diary, file)
  return waiting
}

const trade = async (world: MonthWorld, diary: Diary, { shops, tradeMs }: MonthOptions): Promise<void> => {
  const { stand, dice, bank } = world
  const open = await openShops(stand, dice, shops, diary.stories)
  let isOpen = true
  const saboteur = sabotage(bank, dice, () => isOpen)
  const match = { operation: 'sale' }
  await bank().control.arm(...ACTS.map((act) => ({ ...act, match, seed: String(dice.draw()) })))
  await sleep(tradeMs / 2)
  await world.strikeOne()
  await sleep(tradeMs / 2)
  isOpen = false
  await Promise.race([Promise.all([open.close(), saboteur]), sleep(LAST_WORDS_MS, undefined, { ref: false })])
  diary.told.push(...open.told)
  await bank().control.disarm()
}

/** The file of a merchant's day is sent, its rows compared with what the bank lied about, resolved, and finalized. */
const close = async (world: MonthWorld, diary: Diary, file: SettledDay): Promise<void> => {
  const { stand, struck } = world
  const say = (what: string): string => `${file.merchant} of ${file.day}: ${what}`
  const id = await take(world, file)
  if (!('id' in id)) return void diary.notEnded.push(say(id.problem))
  const rows = await readDiscrepancies(stand, id.id)
  const { unexplained, missing } = compareRows(rows, file, await readMonth(stand.ownerUrl(), 0, stand.tenant))
  diary.unexplained.push(...unexplained.map(say))
  diary.missing.push(...missing.map(say))
  diary.files++
  diary.lies.push(...file.lies.map(({ lie }) => lie), ...file.acts.map(({ fault }) => fault))
  diary.lies.push(...(file.isLate ? ['day_file_late'] : []), ...(file.hasWrongChecksum ? ['bad_checksum'] : []))
  for (const { payment, merchant } of file.acts) diary.listed.set(payment, merchant)
  diary.byTwo += await struck(0.1, () => resolveRows(stand, id.id, rows))
  const status = await struck(0.2, () => finalize(stand, id.id))
  if (status !== 'completed') diary.notEnded.push(say(`its reconciliation is ${status}`))
}

const take = async (world: MonthWorld, file: SettledDay): Promise<{ id: string } | { problem: string }> => {
  const fetched = await fetchFile(world.bank(), file)
  if (fetched === undefined) return { problem: 'there is no file' }
  const { bytes, sha256 } = fetched
  if (file.hasWrongChecksum) {
    const refused = await sendFile(world.stand, bytes, sha256)
    if (refused.status !== 422) return { problem: `with a wrong checksum ${refused.status} ${refused.text}` }
  }
  const taken = await world.struck(0.2, () => sendFile(world.stand, bytes, computeChecksum(bytes)))
  const id: string | undefined = taken.body?.reconciliation_id
  return taken.status > 201 || id === undefined ? { problem: `${taken.status} ${taken.text}` } : { id }
}

/** As an operator verifies; what differs from the bank and is on a list of people is explained. */
const ledgerFaults = async (
  world: MonthWorld,
  listed: ReadonlyMap<string, string>,
  payments: readonly LifePayment[],
): Promise<string[]> => {
  const digits = new Map(payments.map(({ id, order_digits }) => [id, order_digits]))
  const command = `"${process.execPath}" src/cli/vezne.ts ledger verify --bank ${world.bank().url}`
  const { out, err } = await inShell(command, world.program.env)
  if (!/^the ledger is even$|^[0-9]+ differences$/m.test(out)) return [`it ended: ${err}`]
  const isListed = (line: string): boolean =>
    listed.has(digits.get(/^ {2}the bank's books: payment ([0-9a-f-]{36})/.exec(line)?.[1] ?? '') ?? '')
  return out.split('\n').filter((line) => line.startsWith('  ') && !isListed(line))
}

const judged = async (world: MonthWorld, diary: Diary, { seed, days }: MonthOptions): Promise<MonthReport> => {
  const { stand } = world
  const { control } = world.bank()
  const life = await readLife(stand.ownerUrl(), '', stand.tenant)
  const month = await readMonth(stand.ownerUrl(), await world.now(), stand.tenant)
  const { orders } = (await control.orders()) as { orders: BankOrder[] }
  const { balances, sum } = await control.balances()
  const { objections, listed } = diary
  return {
    seed,
    days,
    payments: life.payments.filter(({ parent_id }) => parent_id === null).length,
    installments: month.installments.filter(({ status }) => status === 'completed').length,
    chargebacks: countBy(month.chargebacks.map(({ status }) => status)),
    files: diary.files,
    lies: countBy(diary.lies),
    byTwo: diary.byTwo,
    strikes: countBy(world.strikes),
    verdict: {
      ...judgeLife(life, orders, diary.told, new Set(listed.keys())),
      ...judgeMonth(
        month,
        { orders, balances, objections },
        {
          payments: listed,
          sums: differencesOf(listed, life.payments, orders),
        },
      ),
      'rows on a list that no lie explains': diary.unexplained,
      'lies that are on no list': diary.missing,
      'files and reconciliations that did not end': diary.notEnded,
      'what `vezne ledger verify` finds': await ledgerFaults(world, listed, life.payments),
      "the bank's books do not balance": sum === 0 ? [] : [`their sum is ${sum}`],
    },
  }
}
