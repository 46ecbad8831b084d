/** Port to the personal data of a module, for data access and erasure: bounded, one batch of rows after the other. */
import { ZERO_ID } from '../core/id.ts'
import type { PersonMark } from '../core/personal-data.ts'
import type { Tx } from '../infra/database/database.ts'
import { rawSql, sql } from '../infra/database/statements/sql.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { PersonDataKind } from './person-data-kinds.ts'

/** Rows per batch: some milliseconds, so that payments never wait for it. */
export const BATCH_ROWS = 2_000

export interface PersonSearch {
  readonly mark: PersonMark
  /** Text in its normalized form. */
  readonly text: string
}

export interface PersonDataBatch {
  readonly runtime: Pick<Runtime, 'sealer' | 'clock'>
  readonly tx: Tx
  readonly tenantId: string
  readonly sought: PersonSearch
  /** Id of the last row of the previous batch; null at the beginning. */
  readonly after: string | null
}

export interface FoundPersonData {
  readonly records: readonly object[]
  /** Position at which the next batch begins; null if there is none. */
  readonly next: string | null
}

export interface ErasedPersonData {
  readonly erased: number
  /** Reasons why rows were left unchanged, with their number. */
  readonly kept: Readonly<Record<string, number>>
  readonly next: string | null
}

export interface PersonDataSource {
  readonly kind: PersonDataKind
  find(lot: PersonDataBatch): Promise<FoundPersonData>
  /** Idempotent. */
  erase(lot: PersonDataBatch): Promise<ErasedPersonData>
}

/** Id of the last row of a full batch, null for the last batch. `table` is never caller input. */
export const findBatchEnd = async (
  { tx, tenantId, after }: Pick<PersonDataBatch, 'tx' | 'tenantId' | 'after'>,
  table: string,
): Promise<string | null> => {
  const [row] = await tx.query<{ id: string }>(
    sql`select id from ${rawSql(table)} where tenant_id = ${tenantId} and id > ${after ?? ZERO_ID} order by tenant_id, id offset ${rawSql(BATCH_ROWS - 1)} limit 1`,
  )
  return row?.id ?? null
}

/** The rows between the two, as a condition whose parameters are $2 and $3. */
export const IN_BATCH = 'id > $2 and ($3::uuid is null or id <= $3)'
