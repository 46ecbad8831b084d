/**
 * Stores a file that was completely checked: a page of its rows per transaction, then a reconciliation of them. An
 * interrupted load is continued.
 */
import type { FileHandle } from 'node:fs/promises'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import type { DayHeader, DayItem } from '../day-files/day-file.ts'
import { readDayFile } from '../day-files/read-day-file.ts'
import { raiseOrigin } from '../model/file-decision-store.ts'
import {
  configurationsOfNumber,
  coveredBefore,
  endLoading,
  type FileRow,
  findFile,
  findSameBytes,
  insertFile,
  queueDay,
} from '../model/file-store.ts'
import { between } from '../model/periods.ts'
import { insertReconciliation, requireReconciliation } from '../model/reconciliation-store.ts'
import { weighVouching } from '../model/vouching.ts'
import { claimPlace, refusePlaceTaken } from './day-place.ts'
import { insertFileRows, nameKeyedRows } from './file-row-store.ts'
import type { Sender } from './file-sender.ts'
import { readAgain } from './nameless-file.ts'

const PAGE_ROWS = 2_000
const SECOND_MS = 1_000 // files state their time in whole seconds

export interface CheckedFile {
  readonly header: DayHeader
  readonly form: string
  readonly sums: Pick<FileRow, 'row_count' | 'gross' | 'commission' | 'net'>
  readonly file: FileHandle
  readonly sha256: string
}

interface Loading {
  readonly tenantId: string
  readonly sender: Sender
  readonly configurationId: string | null
  readonly checked: CheckedFile
}

interface TakenFile {
  readonly file: FileRow
  readonly isNew: boolean
}

type Services = { readonly db: Database; readonly clock: { ms(): number } }

export const loadFile = async ({ db, clock }: Services, loading: Loading): Promise<TakenFile> => {
  const { tenantId, sender, checked } = loading
  const begun = await db.transaction({ of: tenantId }, (tx) => begin(tx, loading, newId(clock.ms())))
  if (begun.status === 'taken') return { file: await compareAgain(db, begun, sender, clock.ms()), isNew: false }
  await loadRows(db, begun, checked)
  const file = await db.transaction({ of: tenantId }, async (tx) => {
    await queueDay(tx, tenantId, begun)
    const row = await requireInUse(tx, begun, 'for update of f')
    if (row.status === 'taken') return row // another sender of the same bytes was first
    await claimPlace(tx, row, sender.by)
    await nameKeyedRows(tx, tenantId, row.id)
    await endLoading(tx, tenantId, row.id, await findStart(tx, row, sender.by, newId(clock.ms())))
    return (await findFile(tx, tenantId, row.id)) as FileRow
  })
  return { file, isNew: true }
}

const loadRows = async (db: Database, begun: FileRow, { file }: CheckedFile): Promise<void> => {
  const { items } = await readDayFile(readAgain(file))
  let page: Exclude<DayItem, { kind: 'header' }>[] = []
  const write = async (): Promise<void> => {
    await db.transaction({ of: begun.tenant_id }, async (tx) => {
      await requireInUse(tx, begun, 'for share of f')
      await insertFileRows(tx, begun.tenant_id, begun.id, page)
    })
    page = []
  }
  for await (const item of items) {
    if (item.kind !== 'header') page.push(item)
    if (page.length === PAGE_ROWS) await write()
  }
  await write()
}

/** Throws if another file of the day has replaced it meanwhile. */
const requireInUse = async (
  tx: Tx,
  { tenant_id, id, number, day, merchant_number }: FileRow,
  lock: 'for share of f' | 'for update of f',
): Promise<FileRow> => {
  const file = (await findFile(tx, tenant_id, id, lock)) as FileRow
  if (file.status === 'loading' || file.status === 'taken') return file
  throw new Problem('conflict', {
    detail: phrase`File ${number} of ${day} of merchant ${merchant_number} is taken with other bytes meanwhile.`,
  })
}

/** Starts another reconciliation for a file whose reconciliation was canceled. */
const compareAgain = (db: Database, { tenant_id, id }: FileRow, { by }: Sender, nowMs: number): Promise<FileRow> =>
  db.transaction({ of: tenant_id }, async (tx) => {
    const file = (await findFile(tx, tenant_id, id, 'for update of f')) as FileRow
    const last = await requireReconciliation(tx, tenant_id, file.reconciliation_id as string)
    if (last.overall_status !== 'cancelled' || file.status !== 'taken') return file
    await compareFileAgain(tx, file, by, nowMs)
    return (await findFile(tx, tenant_id, id)) as FileRow
  })

/** The file must be locked. The sweep continues the matching. */
export const compareFileAgain = async (tx: Tx, file: FileRow, by: string, nowMs: number): Promise<void> => {
  await endLoading(tx, file.tenant_id, file.id, await findStart(tx, file, by, newId(nowMs)))
}

const begin = async (tx: Tx, loading: Loading, id: string): Promise<FileRow> => {
  const { tenantId, sender, checked } = loading
  const { header, sha256 } = checked
  const day = { ...header, merchant_number: header.merchant }
  await queueDay(tx, tenantId, day)
  const same = await findSameBytes(tx, tenantId, sha256)
  if (same !== undefined) return raise(tx, same, sender)
  await refusePlaceTaken(tx, tenantId, day, weighVouching(findStanding(sender)))
  const configurationId = await configurationOf(tx, loading)
  const file = { ...day, ...describe(loading), tenant_id: tenantId, id, configuration_id: configurationId }
  if ((await insertFile(tx, file)) === 0) return begin(tx, loading, id) // the same bytes came from another sender at the same time
  return (await findFile(tx, tenantId, id)) as FileRow
}

const describe = ({ sender, checked }: Loading) => ({
  sha256: checked.sha256,
  form: checked.form,
  covers_until: isoTime(Date.parse(checked.header.createdAt) + SECOND_MS),
  taken_by: sender.by,
  origin: sender.origin,
  sent_people: sender.people,
  ...checked.sums,
})

const findStanding = ({ origin }: Sender) => ({ origin, is_vouched: origin !== 'person', confirmed_by: null })

/** The same bytes came by a way with a higher rank; from now on they count as having come that way. */
const raise = async (tx: Tx, file: FileRow, sender: Sender): Promise<FileRow> => {
  const raised = { ...file, ...findStanding(sender), confirmed_by: file.confirmed_by }
  if (weighVouching(raised) <= weighVouching(file)) return file
  if (file.status === 'taken') await claimPlace(tx, raised, sender.by)
  await raiseOrigin(tx, file, sender)
  return (await findFile(tx, file.tenant_id, file.id)) as FileRow
}

const configurationOf = async (tx: Tx, { tenantId, configurationId, checked }: Loading): Promise<string> => {
  const { merchant } = checked.header
  const [configuration] = await configurationsOfNumber(tx, tenantId, merchant, configurationId)
  if (configuration !== undefined) return configuration.id
  throw new Problem('connector_not_found', {
    detail: phrase`No connector configuration has the merchant number ${merchant}.`,
  })
}

/**
 * Starts a reconciliation from the end of the previous file, or else from the beginning of the file's day, to the time
 * the bank wrote it.
 */
const findStart = async (tx: Tx, file: FileRow, by: string, id: string): Promise<string> => {
  const dayStart = Date.parse(`${file.day}T00:00:00+03:00`)
  const begins = (await coveredBefore(tx, file))?.getTime() ?? dayStart
  const ends = Math.max(file.covers_until.getTime(), begins + 1)
  const [configuration] = await configurationsOfNumber(tx, file.tenant_id, file.merchant_number, file.configuration_id)
  await insertReconciliation(tx, {
    tenant_id: file.tenant_id,
    id,
    scope: 'connector',
    connector_config_id: file.configuration_id,
    merchant_id: null,
    bank_code: configuration?.bank_code ?? null,
    period: 'custom',
    ...between(begins, ends),
    reconciliation_date: file.day,
    source: 'files',
    currency: file.currency,
    file_ids: [file.id],
    started_by: by,
    start_key: null,
    start_fingerprint: null,
  })
  return id
}
