/**
 * Takes a bank's file: written to disk and checked whole first, then its rows a page a transaction, then a reconciliation of them. A file
 * is taken once; what a process that ended had begun is continued by the next one who sends it.
 */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { DayFileRefused, type DayHeader, type DayItem } from '../day-files/day-file.ts'
import { readDayFile } from '../day-files/read-day-file.ts'
import { between } from '../model/periods.ts'
import { insertReconciliation, requireReconciliation } from '../model/reconciliation-store.ts'
import {
  configurationsOfNumber,
  coveredBefore,
  endLoading,
  type FileRow,
  findFile,
  findSameFile,
  insertFile,
  insertFileRows,
  replaceUnfinished,
} from './file-store.ts'
import { openNamelessFile, readAgain } from './nameless-file.ts'

export const FILE_BYTES_MAX = 64 * 1024 * 1024
const PAGE_ROWS = 2_000
/** A list of a day ends with the day, and clocks differ. */
const AHEAD_MS = 24 * 3_600_000
const SECOND_MS = 1_000 // files tell their time in whole seconds

interface SentFile {
  readonly tenantId: string
  readonly by: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** As the bank states it; null: it states none. */
  readonly sha256: string | null
  readonly configurationId: string | null
}

interface TakenFile {
  readonly file: FileRow
  readonly isNew: boolean
}

type Services = Pick<Runtime, 'db' | 'clock' | 'config'>

export const takeFile = async (services: Services, sent: SentFile): Promise<TakenFile> => {
  const kept = await openNamelessFile(services.config.dataDir)
  try {
    const sha256 = await keep(sent.bytes, kept)
    if (sent.sha256 !== null && sent.sha256.toLowerCase() !== sha256)
      throw refused([{ line: null, message: phrase`the checksum is ${sha256}, and the bank states ${sent.sha256}` }])
    const checked = await check(kept)
    if (checked.hasChecksum && sent.sha256 === null)
      throw refused([{ line: null, message: phrase`this form comes with a checksum: send it as sha256` }])
    refuseFuture(checked.header, services.clock.ms())
    return await load(services, sent, { ...checked, file: kept, sha256 })
  } catch (error) {
    if (error instanceof DayFileRefused) throw refused(error.faults)
    throw error
  } finally {
    await kept.close()
  }
}

/** To disk while it comes; returns its SHA-256. */
const keep = async (bytes: AsyncIterable<Uint8Array>, file: FileHandle): Promise<string> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > FILE_BYTES_MAX)
      throw new Problem('payload_too_large', { detail: phrase`A file has ${FILE_BYTES_MAX} bytes at most.` })
    hash.update(piece)
    await file.writeFile(piece)
  }
  return hash.digest('hex')
}

interface Checked {
  readonly header: DayHeader
  readonly form: string
  readonly hasChecksum: boolean
  readonly sums: Pick<FileRow, 'row_count' | 'gross' | 'commission' | 'net'>
}
interface Kept extends Checked {
  readonly file: FileHandle
  readonly sha256: string
}

const check = async (file: FileHandle): Promise<Checked> => {
  const { profile, items } = await readDayFile(readAgain(file))
  const sums = { row_count: 0, gross: 0, commission: 0, net: 0 }
  let header: DayHeader | undefined
  for await (const item of items) {
    if (item.kind === 'header') header = item.header
    if (item.kind !== 'row') continue
    sums.row_count++
    sums.gross += item.row.gross
    sums.commission += item.row.commission
    sums.net += item.row.net
  }
  if (!Object.values(sums).every(Number.isSafeInteger))
    throw refused([{ line: null, message: phrase`its amounts add up to more than ${Number.MAX_SAFE_INTEGER}` }])
  return { header: header as DayHeader, form: profile.name, hasChecksum: profile.hasChecksum, sums }
}

/** What comes after it is compared from its time on: one far ahead would leave out everything until then. */
const refuseFuture = ({ createdAt }: DayHeader, nowMs: number): void => {
  if (Date.parse(createdAt) > nowMs + AHEAD_MS)
    throw refused([{ line: null, message: phrase`says it was written at ${createdAt}, more than a day from now` }])
}

const load = async ({ db, clock }: Services, sent: SentFile, kept: Kept): Promise<TakenFile> => {
  const { tenantId } = sent
  const begun = await db.inTenant(tenantId, (tx) => begin(tx, sent, kept, newId(clock.ms())))
  if (begun.status === 'taken') return { file: await compareAgain(db, begun, sent.by, clock.ms()), isNew: false }
  const { items } = await readDayFile(readAgain(kept.file))
  let page: Exclude<DayItem, { kind: 'header' }>[] = []
  const write = async (): Promise<void> => {
    await db.inTenant(tenantId, async (tx) => {
      await requireSameBytes(tx, begun, kept, 'for share')
      await insertFileRows(tx, tenantId, begun.id, page)
    })
    page = []
  }
  for await (const item of items) {
    if (item.kind !== 'header') page.push(item)
    if (page.length === PAGE_ROWS) await write()
  }
  await write()
  const file = await db.inTenant(tenantId, async (tx) => {
    const row = await requireSameBytes(tx, begun, kept, 'for update')
    if (row.status === 'taken') return row // by another who sent the same at the same time
    await endLoading(tx, tenantId, row.id, await startOf(tx, row, sent.by, newId(clock.ms())))
    return (await findFile(tx, tenantId, row.id)) as FileRow
  })
  return { file, isNew: true }
}

/** Throws where other bytes have taken its place meanwhile. */
const requireSameBytes = async (
  tx: Tx,
  { tenant_id, id }: FileRow,
  { sha256, header }: Kept,
  lock: 'for share' | 'for update',
): Promise<FileRow> => {
  const file = (await findFile(tx, tenant_id, id, lock)) as FileRow
  if (file.sha256 !== sha256) throw otherBytes(file, header)
  return file
}

/** Whose reconciliation was cancelled gets another one. */
const compareAgain = (db: Database, { tenant_id, id }: FileRow, by: string, nowMs: number): Promise<FileRow> =>
  db.inTenant(tenant_id, async (tx) => {
    const file = (await findFile(tx, tenant_id, id, 'for update')) as FileRow
    const last = await requireReconciliation(tx, tenant_id, file.reconciliation_id as string)
    if (last.overall_status !== 'cancelled') return file
    await endLoading(tx, tenant_id, id, await startOf(tx, file, by, newId(nowMs)))
    return (await findFile(tx, tenant_id, id)) as FileRow
  })

const begin = async (tx: Tx, sent: SentFile, kept: Kept, id: string): Promise<FileRow> => {
  const { header, form, sha256, sums } = kept
  const { tenantId } = sent
  const same = await findBegun(tx, tenantId, sha256, header)
  if (same?.sha256 === sha256) return same
  const configurations = await configurationsOfNumber(tx, tenantId, header.merchant, sent.configurationId)
  const [configuration] = configurations
  if (configuration === undefined)
    throw new Problem('connector_not_found', {
      detail: phrase`No connector configuration has the merchant number ${header.merchant}.`,
    })
  const file = {
    tenant_id: tenantId,
    id: same?.id ?? id,
    sha256,
    form,
    bank: header.bank,
    merchant_number: header.merchant,
    currency: header.currency,
    day: header.day,
    number: header.number,
    configuration_id: configuration.id,
    covers_until: isoTime(Date.parse(header.createdAt) + SECOND_MS),
    taken_by: sent.by,
    ...sums,
  }
  if (same !== undefined) await replaceUnfinished(tx, file)
  else if ((await insertFile(tx, file)) === 0) return begin(tx, sent, kept, id) // by another at the same time
  return (await findFile(tx, tenantId, file.id)) as FileRow
}

/** Undefined: there is none. Until a file is taken whole, the bytes that came last count. */
const findBegun = async (tx: Tx, tenantId: string, sha256: string, header: DayHeader): Promise<FileRow | undefined> => {
  const same = await findSameFile(tx, tenantId, sha256, header)
  if (same?.status === 'taken' && same.sha256 !== sha256) throw otherBytes(same, header)
  return same
}

const otherBytes = ({ id, status }: FileRow, { number, day, merchant }: DayHeader): Problem =>
  new Problem('conflict', {
    detail:
      status === 'taken'
        ? phrase`File ${number} of ${day} of merchant ${merchant} was taken with other bytes, as ${id}.`
        : phrase`File ${number} of ${day} of merchant ${merchant} is being taken with other bytes, as ${id}.`,
  })

/** From the end of the file before, else from the beginning of its day, to when the bank wrote it. */
const startOf = async (tx: Tx, file: FileRow, by: string, id: string): Promise<string> => {
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

const refused = (faults: readonly { line: number | null; message: Phrase }[]): Problem =>
  new Problem('validation_failed', {
    detail:
      faults.length === 1
        ? phrase`The file is refused whole: one fault.`
        : phrase`The file is refused whole: ${faults.length} faults.`,
    errors: faults.map(({ line, message }) => ({ field: placeOf(line), code: 'mismatch', message })),
  })
const placeOf = (line: number | null): string => (line === null ? 'file' : `line ${line}`)
