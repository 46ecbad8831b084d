/** SQL of banks' files, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { PageRequest } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, ifGiven, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import { VOUCHING, type Vouching } from './vouching.ts'

export interface FileRow
  extends Vouching,
    Omit<
      Row<'bank_files'>,
      'status' | 'origin' | 'sent_people' | 'confirmed_by' | 'confirmed_people' | 'withdrawn_people'
    > {
  /** Who first requested its rejection; a file in use needs two people. */
  rejecting_by: string | null
  rejecting_people: Accountable | null
}

/** Key of a day, for which only one file is used. */
export type BankDay = Pick<FileRow, 'bank' | 'merchant_number' | 'currency' | 'day' | 'number'>

const SHOWN = sql`f.*, f.day::text as day, ${VOUCHING}`
const select = ({ tenant_id, ...wanted }: Partial<FileRow> & { tenant_id: string }): Sql =>
  sql`select ${SHOWN} from bank_files f where ${matches({ tenant_id, ...wanted })}`

/** Serializes changes of which file of a day is used; call it before any of their rows is locked. */
export const queueDay = (tx: Tx, tenantId: string, day: BankDay): Promise<unknown> =>
  lockName(tx, `bank files ${[tenantId, day.bank, day.merchant_number, day.currency, day.day, day.number].join(' ')}`)

/** Returns a file with the same bytes that is taken or being loaded. */
export const findSameBytes = async (tx: Tx, tenantId: string, sha256: string): Promise<FileRow | undefined> => {
  const rows = await tx.query<FileRow>(
    sql`${select({ tenant_id: tenantId, sha256 })} and f.status in ('loading', 'taken') for update of f`,
  )
  return rows[0]
}

/** Returns files that are taken or being loaded. */
export const findFilesOfDay = (
  tx: Tx,
  tenant_id: string,
  { bank, merchant_number, currency, day, number }: BankDay,
): Promise<FileRow[]> =>
  tx.query<FileRow>(
    sql`${select({ tenant_id, bank, merchant_number, currency, day, number })}
       and f.status in ('loading', 'taken') order by f.id for update of f`,
  )

export const findFile = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for share of f' | 'for update of f' = '',
): Promise<FileRow | undefined> =>
  (await tx.query<FileRow>(sql`${select({ tenant_id: tenantId, id })} ${rawSql(lock)}`))[0]

export const requireFile = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for update of f' = '',
): Promise<FileRow> => {
  const row = await findFile(tx, tenantId, id, lock)
  if (row) return row
  throw new Problem('resource_not_found', { detail: phrase`No bank file with this id is within reach of this token.` })
}

type BegunFile = Omit<
  FileRow,
  | 'reconciliation_id'
  | 'taken_at'
  | 'status'
  | 'covers_until'
  | 'is_vouched'
  | 'confirmed_by'
  | 'confirmed_at'
  | 'rejecting_by'
  | 'rejecting_people'
  | 'rejecting_reason'
  | 'withdrawn_by'
  | 'withdrawn_at'
  | 'withdrawn_reason'
  | 'replaced_by'
> & { covers_until: string }

/** Returns 0 if the file exists. */
export const insertFile = (tx: Tx, file: BegunFile): Promise<number> =>
  tx.execute(
    insertInto(
      'bank_files',
      {
        tenant_id: file.tenant_id,
        id: file.id,
        sha256: file.sha256,
        form: file.form,
        bank: file.bank,
        merchant_number: file.merchant_number,
        currency: file.currency,
        day: file.day,
        number: file.number,
        configuration_id: file.configuration_id,
        covers_until: file.covers_until,
        row_count: file.row_count,
        gross: file.gross,
        commission: file.commission,
        net: file.net,
        status: 'loading',
        taken_by: file.taken_by,
        taken_at: PLATFORM_TIME,
        origin: file.origin,
        sent_people: file.sent_people,
      },
      sql`on conflict do nothing`,
    ),
  )

export type FileKey = Pick<FileRow, 'tenant_id' | 'id'>

export const deleteFileRows = (tx: Tx, { tenant_id, id }: FileKey): Promise<number> =>
  tx.execute(sql`delete from bank_file_rows where tenant_id = ${tenant_id} and file_id = ${id}`)

export const endLoading = (tx: Tx, tenantId: string, id: string, reconciliationId: string): Promise<number> =>
  tx.execute(
    sql`update bank_files set status = 'taken', reconciliation_id = ${reconciliationId} where tenant_id = ${tenantId} and id = ${id}`,
  )

/**
 * Returns up to when the previous vouched file covers, which is where this one begins; null if there is none for the
 * days before.
 */
export const coveredBefore = async (
  tx: Tx,
  { tenant_id, bank, merchant_number, currency, day, number }: FileRow,
): Promise<Date | null> => {
  const [row] = await tx.query<{ until: Date | null }>(
    sql`select max(f.covers_until) as until from bank_files f where f.tenant_id = ${tenant_id} and f.bank = ${bank} and f.merchant_number = ${merchant_number} and f.currency = ${currency}
       and f.status = 'taken' and is_file_vouched(f) and (f.day, f.number) < (${day}::date, ${number}) and f.day >= ${day}::date - 7`,
  )
  return row?.until ?? null
}

/**
 * Returns the configurations under which the bank knows a merchant by this number; deleted ones are included, because
 * their payments are reconciled, too.
 */
export const configurationsOfNumber = (
  tx: Tx,
  tenantId: string,
  number: string,
  wanted: string | null,
): Promise<{ id: string; bank_code: string | null }[]> =>
  tx.query(
    sql`select id, bank_code from connector_configurations where tenant_id = ${tenantId} and ${number} in (store_id, terminal_id, extra_properties ->> 'merchant_number')
       and ${ifGiven(wanted, sql`id = ${wanted}`)} order by is_deleted, is_active desc, id`,
  )

interface WantedFiles {
  readonly tenantId: string
  /**
   * People who could confirm what is listed, or reject it as the second person; undefined means that this does not
   * matter.
   */
  readonly people: Accountable | undefined
  readonly reconciliationId: string | undefined
  readonly statuses: readonly string[] | undefined
}

/** Returns files, newest first. */
export const pageOfFiles = (tx: Tx, { tenantId, people, reconciliationId, statuses }: WantedFiles, page: PageRequest) =>
  countAndPage<FileRow>(
    tx,
    {
      columns: SHOWN,
      from: sql`bank_files f where ${allOf([
        matches({ tenant_id: tenantId }),
        ifGiven(
          reconciliationId,
          sql`f.id in (select unnest(r.file_ids) from reconciliations r where r.tenant_id = ${tenantId} and r.id = ${reconciliationId})`,
        ),
        ifGiven(
          statuses,
          sql`case when f.status = 'taken' and not is_file_vouched(f) then 'waiting' else f.status end = any(${statuses})`,
        ),
        ifGiven(
          people,
          sql`f.status = 'taken' and case when is_file_vouched(f) then not f.rejecting_people && ${people} else not f.sent_people && ${people} end`,
        ),
      ])}`,
      order: sql`f.id desc`,
    },
    page,
  )
