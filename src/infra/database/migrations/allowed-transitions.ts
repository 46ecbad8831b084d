/** Fills the database's table of allowed transitions from the state tables of the code, as the owner. */
import { newClient } from '../server-connection.ts'
import type { Machines } from './check-schema.ts'

/** Only adds transitions, because an older program may still be running. */
export const fillAllowedTransitions = async (ownerUrl: string, machines: Machines): Promise<void> => {
  const rows = Object.entries(machines).flatMap(([machine, pairs]) =>
    pairs.map(([from, to]) => [machine, from, to] as const),
  )
  if (rows.length === 0) return
  const owner = newClient(ownerUrl, { application_name: 'vezne-migrate' })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('lock table allowed_transitions in share row exclusive mode') // four processes starting at once
    await owner.query(
      `insert into allowed_transitions (machine, from_state, to_state)
       select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
      [rows.map((row) => row[0]), rows.map((row) => row[1]), rows.map((row) => row[2])],
    )
    await owner.query(STEP_FUNCTION)
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

/**
 * The triggers call a function that contains the list: querying the table in each of them would cost more than the
 * update.
 */
const STEP_FUNCTION = `do $do$ begin
  execute format(
    'create or replace function is_allowed_step(machine text, step text) returns boolean immutable language sql as %L',
    (select 'select case machine ' || string_agg(format('when %L then step = any (%L::text[])', machine, steps), ' ')
            || ' else false end'
     from (select machine, array_agg(from_state || '>' || to_state order by 1) as steps
           from allowed_transitions group by machine) listed));
end $do$`
