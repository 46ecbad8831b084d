/** SQL of rotations: which keys are current, how far each table is, which keys every process knows. */
import type pg from 'pg'
import type { Database, Tx } from '../database/database.ts'
import { LIVING_HERE } from '../database/processes/process-registry.ts'
import { rawSql, sql } from '../database/statements/sql.ts'
import { insertInto, type Row } from '../database/statements/write-rows.ts'

export type Rotation = Row<'key_rotations'>

export const newestRotation = async (tx: Tx): Promise<Rotation | undefined> =>
  (await tx.query<Rotation>('select * from key_rotations order by generation desc limit 1'))[0]

/** Records the keys of a new database; does nothing if another process was first. */
export const addFirstRotation = (tx: Tx, masterKeyId: string): Promise<number> =>
  tx.execute(
    insertInto(
      'key_rotations',
      {
        generation: 0,
        master_key_id: masterKeyId,
        known_at: sql`clock_timestamp()`,
        finished_at: sql`clock_timestamp()`,
      },
      sql`on conflict do nothing`,
    ),
  )

/** Returns 0 if another process began this rotation. */
export const addRotation = (tx: Tx, generation: number, masterKeyId: string): Promise<number> =>
  tx.execute(insertInto('key_rotations', { generation, master_key_id: masterKeyId }, sql`on conflict do nothing`))

export const markKnown = (tx: Tx, generation: number): Promise<number> =>
  tx.execute(
    sql`update key_rotations set known_at = clock_timestamp() where generation = ${generation} and known_at is null`,
  )

export const markFinished = (tx: Tx, generation: number): Promise<number> =>
  tx.execute(
    sql`update key_rotations set finished_at = clock_timestamp() where generation = ${generation} and finished_at is null`,
  )

export const recordProcessKeys = (tx: Tx, processNo: number, generation: number, keyIds: readonly string[]) =>
  tx.execute(
    insertInto(
      'process_keys',
      { process_no: processNo, generation, key_ids: keyIds },
      sql`on conflict (process_no) do update set generation = excluded.generation, key_ids = excluded.key_ids,
       noted_at = clock_timestamp()`,
    ),
  )

/** Deletes the rows of processes that have ended. */
export const purgeProcessKeys = (tx: Tx): Promise<number> =>
  tx.execute(`delete from process_keys where process_no not in (${LIVING_HERE})`)

interface ProcessKeys {
  process_no: number
  generation: number | null
  key_ids: string[] | null
}

/** Returns every running process; its keys are missing if it has not reported them yet. */
export const livingProcesses = (tx: Tx): Promise<ProcessKeys[]> =>
  tx.query<ProcessKeys>(
    `select living.process_no, known.generation, known.key_ids
     from (${LIVING_HERE}) living (process_no) left join process_keys known using (process_no) order by 1`,
  )

/** The same for all shards: a process is found on each that it works on, and has reported its keys there. */
export const processesOfShards = async (shards: readonly Database[]): Promise<ProcessKeys[]> =>
  (await Promise.all(shards.map((shard) => shard.transaction({ of: [] }, livingProcesses)))).flat()

export type RotationStep = Row<'key_rotation_steps', 'tenant_id' | 'generation' | 'table_name' | 'position' | 'found'>

/** Adds a step for every table of every tenant that has a data key. Reads across tenants. */
export const addSteps = (tx: Tx, generation: number, tables: readonly string[]): Promise<number> =>
  tx.execute(
    `insert into key_rotation_steps (tenant_id, generation, table_name, began_at)
     select tenant_id, $1, table_name, clock_timestamp()
     from (select distinct tenant_id from data_keys where generation < $1) as tenants, unnest($2::text[]) as table_name
     on conflict do nothing`,
    [generation, tables],
  )

/**
 * Returns the steps to continue: rounds in progress, and rounds that may begin because nothing can be sealed with old
 * keys any longer.
 */
export const nextSteps = (tx: Tx, generation: number, settleMs: number): Promise<RotationStep[]> =>
  tx.query<RotationStep>(
    sql`with chosen as (
       select tenant_id, generation, table_name from key_rotation_steps s join key_rotations r using (generation)
       where generation = ${generation} and s.finished_at is null
         and (s.began_at is not null or r.known_at + ${settleMs} * interval '1 millisecond' <= clock_timestamp())
       order by s.began_at is null, random() limit ${rawSql(STEPS_AT_ONCE)})
     update key_rotation_steps s set began_at = coalesce(s.began_at, clock_timestamp()) from chosen
     where s.tenant_id = chosen.tenant_id and s.generation = chosen.generation and s.table_name = chosen.table_name
     returning s.tenant_id, s.generation, s.table_name, s.position, s.found`,
  )
const STEPS_AT_ONCE = 50 // several workers take different ones, by chance

/** Advances a step by compare-and-set of its position: of two workers at one step, only one continues. */
export const advanceStep = (
  tx: Tx,
  step: RotationStep,
  to: { position: readonly string[]; found: number; resealed: number },
): Promise<number> =>
  tx.execute(
    sql`update key_rotation_steps set position = ${to.position}, found = found + ${to.found}, resealed = resealed + ${to.resealed}
     where tenant_id = ${step.tenant_id} and generation = ${step.generation} and table_name = ${step.table_name} and position is not distinct from ${step.position} and finished_at is null`,
  )

/**
 * Ends a round. The step is finished if the round found nothing and began after every process knew the new keys;
 * otherwise another round follows.
 */
export const endRound = (tx: Tx, step: RotationStep, settleMs: number): Promise<number> =>
  tx.execute(
    sql`update key_rotation_steps s set position = null, found = 0,
       began_at = case when s.found > 0 then clock_timestamp() end,
       finished_at = case when s.found = 0 and s.began_at >= r.known_at + ${settleMs} * interval '1 millisecond'
         then clock_timestamp() end
     from key_rotations r
     where s.tenant_id = ${step.tenant_id} and s.generation = ${step.generation} and s.table_name = ${step.table_name} and s.position is not distinct from ${step.position}
       and s.finished_at is null and r.generation = s.generation`,
  )

/** Deletes how far rotations are that are not among these, which a restored database no longer knows. Runs across tenants. */
export const deleteOtherSteps = (tx: Pick<pg.ClientBase, 'query'>, generations: readonly number[]) =>
  tx.query('delete from key_rotation_steps where generation <> all ($1::int[]) returning tenant_id', [generations])

export interface Progress {
  tenants: number
  steps: number
  steps_finished: number
  values_resealed: number
}

/** Returns how far the rotation is. Reads across tenants. */
export const findProgress = async (tx: Tx, generation: number): Promise<Progress> => {
  const [row] = await tx.query<Progress>(
    sql`select count(distinct tenant_id)::int as tenants, count(*)::int as steps, count(finished_at)::int as steps_finished,
       coalesce(sum(resealed), 0)::bigint as values_resealed from key_rotation_steps where generation = ${generation}`,
  )
  return row as Progress
}
