/**
 * Steps that a release may take only when no process of the release before runs any more, because that one would misread
 * what they leave behind. A step begins a day after the last process that does not know it has ended, without a
 * command; until then the release before may come back.
 */
import type { Database } from '../database.ts'
import { LIVING_HERE } from './process-registry.ts'

/**
 * `key_references`: banks know payments, operations and transfers by references that are derived from what their callers
 * repeat. The release before asks about them by their ids, finds nothing, and takes them for never sent.
 */
export const RELEASE_STEPS = ['key_references'] as const
type ReleaseStep = (typeof RELEASE_STEPS)[number]

export interface ReleaseSteps {
  hasBegun(step: ReleaseStep): boolean
  /** Notes which steps the living processes know, and begins those that each of them has known for a day. */
  advance(): Promise<void>
}

export const loadReleaseSteps = async (db: Database): Promise<ReleaseSteps> => {
  const waiting = new Set<ReleaseStep>(RELEASE_STEPS)
  const read = async (): Promise<void> => {
    const rows = await db.transaction({ of: [], mode: 'read' }, (tx) =>
      tx.query<{ name: ReleaseStep }>('select name from release_steps where begun is not null'),
    )
    for (const { name } of rows) waiting.delete(name)
  }
  await read()
  return {
    hasBegun: (step) => !waiting.has(step),
    async advance() {
      if (waiting.size === 0) return
      await db.transaction({ of: [] }, (tx) => tx.execute(ADVANCE, [[...waiting]]))
      await read() // what is not committed has not begun
    },
  }
}

const IS_KNOWN_BY_ALL = `not exists (select from (${LIVING_HERE}) living (process_no)
  where not exists (select from processes p where p.process_no = living.process_no and release_steps.name = any(p.known_steps)))`
const IS_LONG_KNOWN = `step.known_since < clock_timestamp() - interval '1 day'`

/** Writes only what changes. */
const ADVANCE = `update release_steps step set
    known_since = case when looked.is_known then coalesce(step.known_since, clock_timestamp()) end,
    begun = case when looked.is_known and ${IS_LONG_KNOWN} then clock_timestamp() end
  from (select name, ${IS_KNOWN_BY_ALL} as is_known from release_steps where begun is null and name = any($1::text[])) looked
  where step.name = looked.name and (looked.is_known <> (step.known_since is not null) or ${IS_LONG_KNOWN})`
