/** `npm run chaos:life [-- --days 30] [--seconds 60] [--shops 200] [--seeds 1] [--shards 1] [--seed X]`: a month by the clock with the bank's lying files and the people who close its days, then a busy minute of payments; both under faults and kills, against the bank simulator. Either is left out with 0. */
import { parseArgs } from 'node:util'
import { monthFaults, monthLines } from '../month/month-report.ts'
import { monthRun } from '../month/month-run.ts'
import { SEEDED_LIFE_BUGS, SEEDED_MONTH_BUGS } from '../seeded-bugs.ts'
import { lifeFaults, lifeLines, lifeRun } from './life-run.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
    shops: { type: 'string', default: '200' },
    seeds: { type: 'string', default: '1' },
    shards: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'platform-kills': { type: 'string', default: '4' },
    'bank-kills': { type: 'string', default: '2' },
    'database-stops': { type: 'string', default: '1' },
    'day-ends': { type: 'string', default: '2' },
    bug: { type: 'string' },
  },
})
const MONTH_SHOPS = 10
const TRADE_MS = 2_000

const BUGS = { ...SEEDED_LIFE_BUGS, ...SEEDED_MONTH_BUGS }
const first = Number(values.seed)
if (values.bug !== undefined && BUGS[values.bug] === undefined)
  throw new Error(`--bug takes one of: ${Object.keys(BUGS).join('; ')}`)
const bug = values.bug === undefined ? {} : { bug: values.bug }
const shards = Number(values.shards)
const say = (lines: readonly string[], faults: readonly string[]): void => {
  for (const line of lines) process.stdout.write(`${line}\n`)
  if (faults.length > 0) process.exitCode = 1
}

for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const started = performance.now()
  if (Number(values.days) > 0) {
    const report = await monthRun({
      seed,
      days: Number(values.days),
      shards,
      shops: MONTH_SHOPS,
      tradeMs: TRADE_MS,
      say: (line) => say([line], []),
      ...bug,
    })
    say(monthLines(report), monthFaults(report))
  }
  if (Number(values.seconds) > 0) {
    const report = await lifeRun({
      seed,
      seconds: Number(values.seconds),
      shops: Number(values.shops),
      shards,
      platformKills: Number(values['platform-kills']),
      bankKills: Number(values['bank-kills']),
      databaseStops: Number(values['database-stops']),
      dayEnds: Number(values['day-ends']),
      ...bug,
    })
    say(lifeLines(report), lifeFaults(report))
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  process.stdout.write(
    `${seconds} s; again with: npm run chaos:life -- --seed ${seed}${shards === 1 ? '' : ` --shards ${shards}`}\n`,
  )
}
