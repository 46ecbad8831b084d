/**
 * Who vouches for a bank's file. A file that is not vouched for is only its sender's claim, until a second person
 * confirms it.
 */
import { type Accountable, isSamePerson } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

/** How a file came; `earlier` means that it was taken before this was recorded. */
export const FILE_ORIGINS = ['folder', 'machine', 'person', 'earlier'] as const
export type FileOrigin = (typeof FILE_ORIGINS)[number]

export interface Vouching extends Row<'bank_files', 'id' | 'origin' | 'status' | 'sent_people' | 'confirmed_by'> {
  readonly origin: FileOrigin
  readonly status: 'loading' | 'taken' | 'rejected' | 'replaced'
  readonly is_vouched: boolean
  readonly sent_people: Accountable
}

/**
 * The columns of {@link Vouching} in addition to those of `bank_files f`. The database applies the same rule when a
 * reconciliation closes (0410).
 */
export const VOUCHING = sql`is_file_vouched(f) as is_vouched`

/**
 * Returns the people who may have written its content: the sender, and everyone who knows the secret of the sending
 * key. No person is behind a file that the bank left in the folder, or one that a second person has compared with the
 * bank's own.
 */
const peopleBehind = ({ origin, sent_people, confirmed_by }: Vouching): Accountable =>
  origin === 'folder' || confirmed_by !== null ? [] : sent_people

export const isBehind = (files: readonly Vouching[], people: Accountable): boolean =>
  files.some((file) => isSamePerson(peopleBehind(file), people))

/**
 * Ranks files: of two files of one day the stronger one is used. A key may be in the wrong hands, so the folder and a
 * second person's confirmation rank higher.
 */
export const weighVouching = ({
  origin,
  is_vouched,
  confirmed_by,
}: Omit<Vouching, 'id' | 'status' | 'sent_people'>): number =>
  !is_vouched ? 0 : origin === 'machine' && confirmed_by === null ? 1 : 2

export const findVouching = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<Vouching[]> =>
  tx.query<Vouching>(
    sql`select f.id, f.origin, f.status, f.sent_people, f.confirmed_by, ${VOUCHING} from bank_files f where f.tenant_id = ${tenantId} and f.id = any(${ids})`,
  )
