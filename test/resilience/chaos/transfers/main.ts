/** `npm run chaos:transfers [-- --seconds 120] [--crews 24] [--seeds 1] [--shards 1] [--seed X] [--bugs]`: transfers against the bank on the wire, under faults and kills; --bugs proves that the numbers can be other than zero. */
import { parseArgs } from 'node:util'
import { SEEDED_TRANSFER_BUGS } from '../seeded-bugs.ts'
import { transferFaults, transferLines, transferRun } from './transfers-run.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    crews: { type: 'string', default: '24' },
    seeds: { type: 'string', default: '1' },
    shards: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'platform-kills': { type: 'string', default: '4' },
    'bank-kills': { type: 'string', default: '2' },
    'database-stops': { type: 'string', default: '1' },
    bugs: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed)
const options = {
  seconds: Number(values.seconds),
  crews: Number(values.crews),
  shards: Number(values.shards),
  platformKills: Number(values['platform-kills']),
  bankKills: Number(values['bank-kills']),
  databaseStops: Number(values['database-stops']),
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (values.bugs)
  for (const bug of Object.keys(SEEDED_TRANSFER_BUGS)) {
    const report = await transferRun({ ...options, seed: first, bug })
    const seen = Object.entries(report.verdict).flatMap(([name, faults]) => (faults.length > 0 ? [name] : []))
    if (seen.length === 0) process.exitCode = 1
    say(`${seen.length === 0 ? 'MISSED' : 'seen  '}  ${bug}: ${seen.join('; ')}`)
  }
else
  for (let seed = first; seed < first + Number(values.seeds); seed++) {
    const report = await transferRun({ ...options, seed })
    for (const line of transferLines(report)) say(line)
    if (transferFaults(report).length > 0) process.exitCode = 1
  }
