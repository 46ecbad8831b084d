/** Checks the lines of an import like the service would: its schema and the rules of one transfer, with the current accounts. */
import { compileChecker } from '../../access/input/schema-checker.ts'
import { Problem } from '../../core/problem.ts'
import { resolveReceiver, type StoredReceiverDirectory } from '../../transfers/creation/resolve-receiver.ts'
import { findItemFault, type SourceFacts } from '../../transfers/creation/validate-item.ts'
import { CreateTransferItem, type TransferItem } from '../../transfers/schemas/creation-schemas.ts'
import type { Column, Line } from './read-lines.ts'

export interface LineFault {
  readonly line: number
  readonly field: string
  readonly reason: string
}
export interface CheckedLine {
  readonly line: number
  readonly item: TransferItem
}
export interface Checked {
  readonly good: readonly CheckedLine[]
  readonly faults: readonly LineFault[]
}

/** A source account under the names a file may use for it. */
export type KnownAccount = SourceFacts & { readonly iban: string | null; readonly account_number: string | null }

/** Data that the service reported before the check. */
export interface KnownData {
  readonly accounts: readonly KnownAccount[]
  readonly bankCodes: ReadonlySet<string>
  readonly nowMs: number
}

/** `fileHash` gives external ids to lines without one, so that the same file never creates a transfer twice. */
export const checkLines = (lines: readonly Line[], known: KnownData, fileHash: string): Checked => {
  const byName = new Map(
    known.accounts.flatMap((account) =>
      [account.id, account.iban, account.account_number].map((name) => [name, account]),
    ),
  )
  const good: CheckedLine[] = []
  const faults: LineFault[] = []
  const firstOf = new Map<string, number>()
  for (const line of lines) {
    const found = faultsOrItem(line, byName, known, `${fileHash.slice(0, 16)}-${line.number}`)
    if (Array.isArray(found)) {
      faults.push(...found.map(({ field, reason }) => ({ line: line.number, field, reason })))
      continue
    }
    const earlier = firstOf.get(found.external_id as string)
    if (earlier === undefined) firstOf.set(found.external_id as string, line.number)
    else faults.push({ line: line.number, field: 'external_id', reason: `stands in line ${earlier} already` })
    good.push({ line: line.number, item: found })
  }
  return { good, faults }
}

type Fault = Omit<LineFault, 'line'>

const faultsOrItem = (
  line: Line,
  byName: ReadonlyMap<string | null, KnownAccount>,
  { bankCodes, nowMs }: KnownData,
  madeId: string,
): TransferItem | Fault[] => {
  if (line.fault !== null) return [{ field: '', reason: line.fault }]
  const { values } = line
  const account = byName.get(toName(values.source_account))
  const amount = parseMinor(values.amount)
  const own = [
    ...(account === undefined
      ? [{ field: 'source_account', reason: 'names no source account: its id, IBAN or account number is needed' }]
      : []),
    ...(amount === undefined
      ? [{ field: 'amount', reason: 'must be like 1234.56 or 1234,56, without anything between thousands' }]
      : []),
  ]
  const draft = draftOf(line, account?.id ?? NO_ACCOUNT, amount ?? 1, madeId)
  const item = readItem(draft)
  if (Array.isArray(item)) return [...own, ...item]
  if (account === undefined || own.length > 0) return own
  const resolved = resolveReceiver(item.recipient, NOTHING_STORED, {
    tenantId: '',
    merchantId: '',
    sourceBankCode: account.bank_code,
    isBank: (code) => bankCodes.has(code),
    cardKey: () => '',
  })
  const fault = 'fault' in resolved ? resolved.fault : findItemFault(item, account, resolved.receiver, nowMs)
  return fault === null ? item : [{ field: toColumn(fault.field), reason: String(fault.message) }]
}

const NO_ACCOUNT = '00000000-0000-4000-8000-000000000000'
const NOTHING_STORED: StoredReceiverDirectory = {
  recipients: new Map(),
  byAccount: new Map(),
  byDefaultOf: new Map(),
  byCardToken: new Map(),
}

const toName = (text: string | undefined): string => {
  const plain = (text ?? '').replaceAll(' ', '')
  return plain.includes('-') ? plain.toLowerCase() : plain.toUpperCase()
}

/** Minor units: all three currencies have two decimals. */
export const parseMinor = (text: string | undefined): number | undefined => {
  const match = /^(\d{1,14})(?:[.,](\d{1,2}))?$/.exec(text ?? '')
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : undefined
}

const draftOf = ({ values }: Line, sourceId: string, amount: number, madeId: string): object => ({
  source_account_id: sourceId,
  external_id: values.external_id ?? madeId,
  description: values.description,
  transfer_type: values.transfer_type,
  recipient: {
    holder_name: values.holder_name,
    iban: values.iban,
    account_number: values.account_number,
    tax_id: values.tax_id,
  },
  amount: { value: amount, currency_code: values.currency },
  scheduled_date: momentOf(values.scheduled_date),
})

/** A date without a time means nine in the morning in Istanbul. */
const momentOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T09:00:00+03:00` : text

const read = compileChecker(CreateTransferItem, { isText: false, refusesUnknown: 'member' })

const readItem = (draft: object): TransferItem | Fault[] => {
  try {
    return read(draft) as TransferItem
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.extras.errors ?? []).map(({ field, message }) => ({
      field: toColumn(field),
      reason: String(message),
    }))
  }
}

const COLUMN_OF: Readonly<Record<string, Column>> = {
  source_account_id: 'source_account',
  'amount.value': 'amount',
  'amount.currency_code': 'currency',
  recipient: 'iban',
}
/** The column that supplies a field of the interface. */
export const toColumn = (field: string): string => COLUMN_OF[field] ?? field.replace(/^recipient\./, '')
