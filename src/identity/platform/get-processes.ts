/** GET /api/v1/platform/processes: which processes of the program run on this database, and which of them died. */
import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { DateTime, described, Enum, Nullable } from '../../core/schema.ts'
import { FIRST_SHARD } from '../../infra/database/database.ts'
import { listProcesses, type ProcessRow } from '../../infra/database/processes/process-list.ts'

const RunningProcess = Type.Object(
  {
    process_no: Type.Integer({ format: 'int32', description: 'Number of the process on this database, counted up.' }),
    status: described(
      Enum('ProcessStatus', ['running', 'stopped', 'died']),
      'Status of the process. `running`: its session with the database is alive; `stopped`: it ended in good order; `died`: its session ended without notice.',
    ),
    host: Type.String({ description: 'Name of the machine that the process runs on.' }),
    pid: Type.Integer({ format: 'int32', description: 'Process id on that machine.' }),
    version: Type.String({ description: 'Release of the program that the process runs.' }),
    serves_requests: Type.Boolean({ description: 'Whether the process answers requests.' }),
    runs_jobs: Type.Boolean({
      description: 'Whether the process works on what is due: deliveries, installments, inquiries and upkeep.',
    }),
    is_silent: Type.Boolean({
      description:
        'Whether the process has given no sign of life for half a minute although it runs: it is suspended or hangs.',
    }),
    started: described(DateTime, 'Real time at which the process started, whatever the clock of a sandbox says.'),
    ended: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Real time at which the process ended; of one that died, when another process noticed. Null while it runs.',
      }),
    ),
  },
  { $id: 'RunningProcess' },
)
const RunningProcessList = Type.Object(
  { items: Type.Array(RunningProcess, { description: 'Processes of this database, the running ones first.' }) },
  { $id: 'RunningProcessList' },
)

const toStatus = ({ is_stopped, is_living }: ProcessRow) => (is_stopped ? 'stopped' : is_living ? 'running' : 'died')

const processBody = (row: ProcessRow): Static<typeof RunningProcess> => {
  const status = toStatus(row)
  return {
    process_no: row.process_no,
    status,
    host: row.host,
    pid: row.pid,
    version: row.version,
    serves_requests: row.serves_requests,
    runs_jobs: row.runs_jobs,
    is_silent: status === 'running' && row.is_silent,
    started: isoTime(row.started),
    ended: status === 'running' ? null : isoTimeOrNull(row.ended),
  }
}

export const getProcesses = endpoint({
  method: 'GET',
  path: '/api/v1/platform/processes',
  tag: 'PlatformProcesses',
  summary: 'List the processes of the program',
  description: 'The newest first: those that run, and those that ended in the last 30 days.',
  allow: 'platform',
  answers: { 200: RunningProcessList },
  handle: async ({ runtime }) =>
    ok({ items: (await runtime.db.transaction({ of: [], on: FIRST_SHARD }, listProcesses)).map(processBody) }),
})
