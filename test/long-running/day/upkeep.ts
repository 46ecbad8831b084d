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
const PATIENCE_MS = 600_000

/** What became of partitions meanwhile. */
export const runUpkeep = (url: string): Promise<string> =>
  asOwner(url, async (owner) => {
    const parts = async (): Promise<Set<string>> => {
      const { rows } = await owner.query<{ name: string }>('select name from partitions')
      return new Set(rows.map(({ name }) => name))
    }
    const before = await parts()
    for (const name of JOBS) await owner.query('select graphile_worker.add_job($1)', [name])
    let failed: string[] = []
    await until(
      'upkeep is done',
      async () => {
        const { rows } = await owner.query<{ name: string; error: string | null }>(
          'select task_identifier as name, last_error as error from graphile_worker.jobs where task_identifier = any ($1)',
          [JOBS],
        )
        failed = rows.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]))
        return rows.length === 0 || failed.length > 0
      },
      PATIENCE_MS,
    )
    if (failed.length > 0) throw new Error(`upkeep failed: ${failed.join('; ')}`)
    const after = await parts()
    const made = [...after].filter((name) => !before.has(name)).length
    const dropped = [...before].filter((name) => !after.has(name)).length
    return `${JOBS.length} jobs of upkeep done, ${made} partitions made, ${dropped} dropped`
  })
