/** Schemas of banks' files. */
import { Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { Currency } from '../../core/members/record-members.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int32, Int64, LongText, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import type { FileRow } from './file-store.ts'
import { FILE_ORIGINS } from './vouching.ts'

/** `waiting` means sent by one person, to be confirmed by another. */
const BANK_FILE_STATUSES = ['loading', 'waiting', 'taken', 'rejected', 'replaced'] as const
const BankFileStatusName = Enum('BankFileStatus', BANK_FILE_STATUSES)

const FILE_AWAITED = ['confirmation', 'rejection'] as const

export const BankFile = Type.Object(
  {
    id: described(Uuid, 'Id of the bank file.'),
    sha256: Type.String({ description: 'SHA-256 hash of the file, as lower-case hex.' }),
    form: Type.String({ description: 'Format of the file: csv, fixed_width, mt940, nestpay_list or garanti_list.' }),
    bank: Type.String({ description: 'Bank that the file came from, as the file names it.' }),
    merchant_number: Type.String({ description: "The merchant's number at the bank, as the file names it." }),
    currency: Currency,
    day: Type.String({ format: 'date', description: 'Day that the file covers, in Istanbul.' }),
    number: described(Int32, 'Number of the file among those of the same day; 1 is the first.'),
    connector_config_id: described(Uuid, 'Id of the connector configuration whose payments the file lists.'),
    row_count: described(Int32, 'Number of rows in the file.'),
    gross: described(Int64, 'Sum of the gross amounts of all rows, in minor units.'),
    commission: described(Int64, "Sum of the bank's commission on all rows, in minor units."),
    net: described(Int64, 'Sum that the bank pays for all rows, in minor units.'),
    reconciliation_id: described(
      Nullable(Uuid),
      'Id of the reconciliation that compares the file; null before one was started.',
    ),
    taken_by: Type.String({
      description: 'Id of the user or API key that sent the file; `bank-files` when it came by the watched folder.',
    }),
    taken_at: described(DateTime, 'Time at which the file was received.'),
    origin: described(
      Enum('BankFileOrigin', FILE_ORIGINS),
      'Way the file came. `folder`: the bank left it in the watched folder; `machine`: a confirmed key that may send files and nothing else sent it; `person`: anybody else did; `earlier`: it came before this was recorded.',
    ),
    status: described(
      BankFileStatusName,
      'Status of the file. `waiting`: it takes no effect until a second person confirms it; `replaced`: another file of the same day counts instead.',
    ),
    confirmed_by: NullableText('Id of the second person that confirmed the file; null when none did.'),
    confirmed_at: described(Nullable(DateTime), 'Time at which the file was confirmed; null when it was not.'),
    awaits: described(
      Nullable(Enum('BankFileAwaited', FILE_AWAITED)),
      "Decision that waits for a second person: that the file is the bank's, or that a file that counts is rejected. Null when nothing waits.",
    ),
    asked_by: NullableText(
      'Id of the user or API key that sent the file or asked for its rejection; null when nothing waits.',
    ),
    withdrawn_by: NullableText(
      'Id of the user that rejected the file, or that sent or confirmed the file that replaced it; null when the file still counts.',
    ),
    withdrawn_at: described(
      Nullable(DateTime),
      'Time at which the file was rejected or replaced; null when it still counts.',
    ),
    reason: NullableText('Reason of the rejection, for people; null when none was given.'),
    replaced_by: described(Nullable(Uuid), 'Id of the file of the same day that counts instead; null when none does.'),
  },
  { $id: 'BankFile' },
)
export const BankFilePage = pageSchema(BankFile, 'BankFilePage')

export const FileQuery = Type.Object({
  page: listQuery.page,
  page_size: listQuery.page_size,
  ...waitsForQuery,
  status: AnyOf(BankFileStatusName, 'Only files in any of these statuses.'),
  reconciliation_id: Type.Optional(described(Uuid, 'Only files of the reconciliation with this id.')),
})
export const RejectFile = Type.Object(
  { reason: Type.Optional(LongText(500, { description: 'Reason of the rejection, for people.' })) },
  { $id: 'RejectBankFile' },
)

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
