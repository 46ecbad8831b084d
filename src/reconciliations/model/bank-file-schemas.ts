/** Shapes of banks' files (ours). */
import { Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Int64, LongText, Nullable, Uuid } from '../../core/schema.ts'
import type { FileRow } from './file-store.ts'
import { FILE_ORIGINS } from './vouching.ts'

const text = Nullable(Type.String())

/** `waiting`: a person's word, for another one to confirm. */
const BANK_FILE_STATUSES = ['loading', 'waiting', 'taken', 'rejected', 'replaced'] as const
const BankFileStatusName = Enum('BankFileStatus', BANK_FILE_STATUSES)

const FILE_AWAITED = ['confirmation', 'rejection'] as const

export const BankFile = Type.Object(
  {
    id: Uuid,
    sha256: Type.String(),
    form: Type.String({ description: 'csv, fixed_width, mt940, nestpay_list or garanti_list' }),
    bank: Type.String(),
    merchant_number: Type.String(),
    currency: Type.String(),
    day: Type.String({ format: 'date' }),
    number: Int32,
    connector_config_id: Uuid,
    row_count: Int32,
    gross: Int64,
    commission: Int64,
    net: Int64,
    reconciliation_id: Nullable(Uuid),
    taken_by: Type.String(),
    taken_at: DateTime,
    origin: Type.Unsafe<string>({
      ...Enum('BankFileOrigin', FILE_ORIGINS),
      description:
        'folder: the bank left it in the watched folder; machine: a confirmed key that may send files and nothing else sent it; person: anybody else; earlier: from before this was kept',
    }),
    status: Type.Unsafe<string>({
      ...BankFileStatusName,
      description:
        'waiting: nobody vouches for it yet, and nothing it says takes effect; rejected by a person; replaced by another file of the day',
    }),
    confirmed_by: text,
    confirmed_at: Nullable(DateTime),
    awaits: Nullable(
      Type.Unsafe<(typeof FILE_AWAITED)[number]>({
        ...Enum('BankFileAwaited', FILE_AWAITED),
        description: 'What waits for a second person: that it is the bank’s, or that one which counts is rejected',
      }),
    ),
    asked_by: Nullable(Type.String({ description: 'Who sent it, or asked for its rejection' })),
    withdrawn_by: text,
    withdrawn_at: Nullable(DateTime),
    reason: text,
    replaced_by: Nullable(Uuid),
  },
  { $id: 'BankFile' },
)
export const BankFilePage = pageSchema(BankFile, 'BankFilePage')

export const FileQuery = Type.Object({
  page: listQuery.page,
  page_size: listQuery.page_size,
  ...waitsForQuery,
  status: AnyOf(BankFileStatusName),
  reconciliation_id: Type.Optional(Uuid),
})
export const RejectFile = Type.Object({ reason: Type.Optional(LongText(500)) }, { $id: 'RejectBankFile' })

const awaitedOf = ({ status, is_vouched, taken_by, rejecting_by }: FileRow) => {
  if (status !== 'taken') return null
  if (!is_vouched) return { what: 'confirmation', by: taken_by } as const
  return rejecting_by === null ? null : ({ what: 'rejection', by: rejecting_by } as const)
}

export const toFileView = (file: FileRow) => ({
  id: file.id,
  sha256: file.sha256,
  form: file.form,
  bank: file.bank,
  merchant_number: file.merchant_number,
  currency: file.currency,
  day: file.day,
  number: file.number,
  connector_config_id: file.configuration_id,
  row_count: file.row_count,
  gross: file.gross,
  commission: file.commission,
  net: file.net,
  reconciliation_id: file.reconciliation_id,
  taken_by: file.taken_by,
  taken_at: isoTime(file.taken_at),
  origin: file.origin,
  status: file.status === 'taken' && !file.is_vouched ? ('waiting' as const) : file.status,
  confirmed_by: file.confirmed_by,
  confirmed_at: isoTimeOrNull(file.confirmed_at),
  awaits: awaitedOf(file)?.what ?? null,
  asked_by: awaitedOf(file)?.by ?? null,
  withdrawn_by: file.withdrawn_by,
  withdrawn_at: isoTimeOrNull(file.withdrawn_at),
  reason: file.withdrawn_reason ?? file.rejecting_reason,
  replaced_by: file.replaced_by,
})
