/** `npm run chaos [-- --kills 20] [--clients 48] [--sequences 300] [--seconds 120] [--shards 1 [--moves 0]] [--seed X] [--bugs]`: kills under load and the numbers that must be zero, random sequences against the model, then the full life cycle of payments against the bank simulator (alone: `npm run chaos:life`); --bugs proves that the numbers can be other than zero. */
import { parseArgs } from 'node:util'
import { checkModel } from './check-model.ts'
import { lifeFaults, lifeLines, lifeRun } from './life/life-run.ts'
import { reportLines } from './report-lines.ts'
import { chaosRun, faultsOf, type RunOptions } from './run.ts'
import { SEEDED_BUGS } from './seeded-bugs.ts'
import { openOverShards } from './shards/sharded-program.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    stops: { type: 'string', default: '5' },
    clients: { type: 'string', default: '48' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    sequences: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '120' },
    shards: { type: 'string', default: '1' },
    moves: { type: 'string', default: '0' },
    bugs: { type: 'boolean', default: false },
  },
})
const options: RunOptions = {
  seed: Number(values.seed),
  kills: Number(values.kills),
  databaseStops: Number(values.stops),
  clients: Number(values.clients),
  shards: Number(values.shards),
  moves: Number(values.moves),
  thinkMs: 20,
  loadMs: [1_000, 4_000],
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Each bug is one short run; the random places of the kills may miss a narrow one, so it has three tries. */
const proveOracle = async (): Promise<boolean> => {
  let missed = 0
  for (const bug of Object.keys(SEEDED_BUGS)) {
    let seen: string[] = []
    for (let round = 0; round < 3 && seen.length === 0; round++) {
      const report = await chaosRun({
        ...options,
        seed: options.seed + round,
        kills: 4,
        databaseStops: 0,
        clients: 12,
        bug,
      })
      seen = Object.entries(report.verdict).flatMap(([name, faults]) => (faults.length > 0 ? [name] : []))
    }
    if (seen.length === 0) missed++
    say(`${seen.length === 0 ? 'MISSED' : 'seen  '}  ${bug}: ${seen.join('; ')}`)
  }
  say(`chaos: seed ${options.seed}, ${Object.keys(SEEDED_BUGS).length} seeded bugs, ${missed} missed`)
  return missed === 0
}

const kill = async (): Promise<boolean> => {
  const started = performance.now()
  const report = await chaosRun(options)
  for (const line of reportLines(report)) say(line)
  say(
    `${((performance.now() - started) / 1_000).toFixed(0)} s; again with: npm run chaos -- --seed ${options.seed} --shards ${values.shards}`,
  )
  return faultsOf(report).length === 0
}

const model = async (): Promise<boolean> => {
  const program = await openOverShards(Number(values.shards))
  try {
    await program.start()
    const sequences = Number(values.sequences)
    const stands = program.stands()
    for (const [at, stand] of stands.entries()) {
      const own = { seed: options.seed + at, sequences: Math.ceil(sequences / stands.length) }
      const seen = await checkModel(stand, own)
      say(`model: seed ${own.seed}, ${own.sequences} sequences of ${stand.tenant.slug}, no counter-example`)
      for (const [word, count] of seen) say(`  ${String(count).padStart(5)}  ${word}`)
    }
    return true
  } catch (error) {
    const { message, cause } = error as Error
    say(`model: ${message}${cause instanceof Error ? `\n${cause.stack}` : ''}`)
    return false
  } finally {
    await program.end()
  }
}

const life = async (): Promise<boolean> => {
  const report = await lifeRun({
    seed: options.seed,
    seconds: Number(values.seconds),
    shops: options.clients,
    shards: Number(values.shards),
    platformKills: 4,
    bankKills: 1,
    databaseStops: 1,
    dayEnds: 1,
  })
  for (const line of lifeLines(report)) say(line)
  return lifeFaults(report).length === 0
}

const all = async (): Promise<boolean> => (await kill()) && (await model()) && (await life())

process.exitCode = (await (values.bugs ? proveOracle() : all())) ? 0 : 1
