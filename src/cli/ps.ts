/** `vezne ps`: the processes of the program that run on this database, whichever machine they are on. */
import { stdout } from 'node:process'
import { listProcesses, type ProcessRow } from '../infra/database/processes/process-list.ts'
import { loadCliConfig, withRuntime } from './attach-runtime.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { readFlag } from './confirm.ts'
import { SHARD_HELP, settingsOfShards } from './shards/each-shard.ts'

export const ps: Verb = {
  summary: 'the processes that run on this database: role, machine, version, state, metrics',
  usage: `ps                        those that run, the newest first
  --all                   those that ended in the last 30 days, too
  --json                  one JSON array
${SHARD_HELP}

working: it gave a sign of life in the last half minute; silent: it lives and gave none, so it is suspended or hangs;
stopped: it ended in good order; died: it ended without notice. Ends with 1 where none runs or one is silent.`,
  async run(words) {
    const all = readFlag(words, '--all')
    const json = readFlag(all.rest, '--json')
    const { options, rest } = parseArguments(json.rest, ['shard'])
    if (rest.length > 0) throw new UsageError('ps takes --all, --json, --shard and nothing else')
    const found: ShownProcess[] = []
    for (const { shard, config } of settingsOfShards(loadCliConfig(), options.shard)) {
      const rows = await withRuntime(({ runtime }) => runtime.db.transaction({ of: [] }, listProcesses), config)
      found.push(...rows.map((row) => toShown(row, shard)))
    }
    const shown = found.filter(({ state }) => all.isSet || isRunning(state))
    if (json.isSet) stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
    else stdout.write(toTable(shown))
    const running = shown.filter(({ state }) => isRunning(state))
    if (running.length === 0 || running.some(({ state }) => state === 'silent')) process.exitCode = 1
  },
}

type State = 'working' | 'silent' | 'stopped' | 'died'

export interface ShownProcess {
  /** Absent where tenants are not spread over shards. */
  readonly shard?: number
  readonly role: string
  readonly pid: number
  readonly host: string
  readonly version: string
  /** Real time, ISO 8601. */
  readonly since: string
  readonly state: State
  /** Null where the metrics are with the process that started this one. */
  readonly metrics: string | null
}

const isRunning = (state: State): boolean => state === 'working' || state === 'silent'

const toShown = (row: ProcessRow, shard: number | undefined): ShownProcess => ({
  ...(shard === undefined ? {} : { shard }),
  role: toRole(row),
  pid: row.pid,
  host: row.host,
  version: row.version,
  since: row.started.toISOString(),
  state: toState(row),
  metrics: row.metrics_url,
})

/** The first of several processes (VEZNE_PROCESSES) answers no requests itself; as `api` it works on nothing else either. */
const toRole = ({ serves_requests, runs_jobs }: ProcessRow): string => {
  if (serves_requests) return runs_jobs ? 'all' : 'api'
  return runs_jobs ? 'worker' : 'parent'
}

const toState = ({ is_stopped, is_living, is_silent }: ProcessRow): State =>
  is_stopped ? 'stopped' : !is_living ? 'died' : is_silent ? 'silent' : 'working'

const HEADS = ['ROLE', 'PID', 'HOST', 'VERSION', 'SINCE', 'STATE', 'METRICS']

const toTable = (shown: readonly ShownProcess[]): string => {
  const isSpread = shown.some(({ shard }) => shard !== undefined)
  const heads = [...(isSpread ? ['SHARD'] : []), ...HEADS]
  const rows = [
    heads,
    ...shown.map(({ shard, role, pid, host, version, since, state, metrics }) => [
      ...(isSpread ? [String(shard)] : []),
      role,
      String(pid),
      host,
      version,
      `${since.slice(0, 19)}Z`,
      state,
      metrics ?? '-',
    ]),
  ]
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
