/** `npm run chaos:life [-- --seconds 300] [--shops 200] [--seeds 1] [--seed X]`: the full life cycle of payments against the bank simulator, under faults and kills. */
import { parseArgs } from 'node:util'
import { SEEDED_LIFE_BUGS } from '../seeded-bugs.ts'
import { lifeFaults, lifeLines, lifeRun } from './life-run.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    shops: { type: 'string', default: '200' },
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'platform-kills': { type: 'string', default: '4' },
    'bank-kills': { type: 'string', default: '2' },
    'database-stops': { type: 'string', default: '1' },
    'day-ends': { type: 'string', default: '2' },
    bug: { type: 'string' },
  },
})

const first = Number(values.seed)
if (values.bug !== undefined && SEEDED_LIFE_BUGS[values.bug] === undefined)
  throw new Error(`--bug takes one of: ${Object.keys(SEEDED_LIFE_BUGS).join('; ')}`)
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const report = await lifeRun({
    seed,
    seconds: Number(values.seconds),
    shops: Number(values.shops),
    platformKills: Number(values['platform-kills']),
    bankKills: Number(values['bank-kills']),
    databaseStops: Number(values['database-stops']),
    dayEnds: Number(values['day-ends']),
    ...(values.bug === undefined ? {} : { bug: values.bug }),
  })
  for (const line of lifeLines(report)) process.stdout.write(`${line}\n`)
  if (lifeFaults(report).length > 0) process.exitCode = 1
}
