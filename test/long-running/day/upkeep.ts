/** The hourly and nightly jobs of workers, now instead of at their hour: the run moves the platform's clock, and jobs go by that of the day. */
import { asOwner } from '../../resilience/chaos/platform-records.ts'
import { until } from '../../support/until.ts'

const JOBS = [
  'keep-partitions',
  'purge-deliveries',
  'purge-idempotency-keys',
  'purge-velocity',
  'rewrite-parts',
  'compare-closed-blocks',
]
/** A job waits half a second for a table, so that no payment waits for it, and tries again later: here at once. */
const IN_USE = /lock timeout|deadlock/
const PATIENCE_MS = 600_000

interface Job {
  readonly id: string
  readonly name: string
  readonly error: string | null
}

/** What became of partitions meanwhile. */
export const runUpkeep = (url: string): Promise<string> =>
  asOwner(url, async (owner) => {
    const parts = async (): Promise<Set<string>> => {
      const { rows } = await owner.query<{ name: string }>('select name from partitions')
      return new Set(rows.map(({ name }) => name))
    }
    const before = await parts()
    for (const name of JOBS) await owner.query('select graphile_worker.add_job($1)', [name])
    let again = 0
    await until(
      'upkeep is done',
      async () => {
        const { rows } = await owner.query<Job>(
          `select id, task_identifier as name, last_error as error from graphile_worker.jobs
           where task_identifier = any ($1)`,
          [JOBS],
        )
        const failed = rows.filter(({ error }) => error !== null)
        const broken = failed.filter(({ error }) => !IN_USE.test(error as string))
        if (broken.length > 0) throw new Error(broken.map(({ name, error }) => `${name}: ${error}`).join('; '))
        const { rowCount } = await owner.query(
          'select graphile_worker.reschedule_jobs(array[id], now()) from graphile_worker.jobs where id = any ($1) and locked_at is null and run_at > now()',
          [failed.map(({ id }) => id)],
        )
        again += rowCount ?? 0
        return rows.length === 0
      },
      PATIENCE_MS,
    )
    const after = await parts()
    const made = [...after].filter((name) => !before.has(name)).length
    const dropped = [...before].filter((name) => !after.has(name)).length
    return `${JOBS.length} jobs of upkeep done, ${again} times again since a table was in use, ${made} partitions made, ${dropped} dropped`
  })
