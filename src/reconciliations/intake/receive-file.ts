/**
 * Takes a bank's file: it is written to disk and completely checked, then stored and compared (load-file.ts). The same
 * bytes are taken only once.
 */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { istanbulDay } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { DayFileRefused, type DayHeader, Faults } from '../day-files/day-file.ts'
import { readDayFile } from '../day-files/read-day-file.ts'
import type { Sender } from './file-sender.ts'
import { type CheckedFile, loadFile } from './load-file.ts'
import { openNamelessFile, readAgain } from './nameless-file.ts'

export const FILE_BYTES_MAX = 64 * 1024 * 1024
/** A list of a day ends with the day, but clocks differ. */
const DAY_MS = 24 * 3_600_000
const AHEAD_MS = DAY_MS
/** The longest holidays have nine days, and a bank may write its file again. */
const LATE_DAYS = 31

interface SentFile {
  readonly tenantId: string
  readonly sender: Sender
  readonly bytes: AsyncIterable<Uint8Array>
  /** As the bank states it; null if it states none. */
  readonly sha256: string | null
  readonly configurationId: string | null
}

type Services = Pick<Runtime, 'db' | 'clock' | 'config'>

export const receiveFile = async (services: Services, sent: SentFile): ReturnType<typeof loadFile> => {
  const kept = await openNamelessFile(services.config.dataDir)
  try {
    const sha256 = await keep(sent.bytes, kept)
    if (sent.sha256 !== null && sent.sha256.toLowerCase() !== sha256)
      throw refused([{ line: null, message: phrase`the checksum is ${sha256}, and the bank states ${sent.sha256}` }])
    const { hasChecksum, ...checked } = await check(kept)
    if (hasChecksum && sent.sha256 === null)
      throw refused([{ line: null, message: phrase`this form comes with a checksum: send it as sha256` }])
    refuseOtherTimes(checked.header, services.clock.ms())
    return await loadFile(services, { ...sent, checked: { ...checked, file: kept, sha256 } })
  } catch (error) {
    if (error instanceof DayFileRefused) throw refused(error.faults)
    throw error
  } finally {
    await kept.close()
  }
}

/** Writes the bytes to disk while they arrive; returns their SHA-256. */
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

/** Files state their times in Istanbul time. */
const toDay = (time: string): string => time.slice(0, 10)

type Checked = Omit<CheckedFile, 'file' | 'sha256'> & { readonly hasChecksum: boolean }

const check = async (file: FileHandle): Promise<Checked> => {
  const { profile, items } = await readDayFile(readAgain(file))
  const sums = { row_count: 0, gross: 0, commission: 0, net: 0 }
  const faults = new Faults()
  let header: DayHeader | undefined
  for await (const item of items) {
    if (item.kind === 'header') header = item.header
    if (item.kind !== 'row') continue
    if (toDay(item.row.at) > toDay(header?.createdAt ?? ''))
      faults.add(null, phrase`row ${item.row.line} is of a day after the file was written`)
    sums.row_count++
    sums.gross += item.row.gross
    sums.commission += item.row.commission
    sums.net += item.row.net
  }
  faults.throwIfAny()
  if (!Object.values(sums).every(Number.isSafeInteger))
    throw refused([{ line: null, message: phrase`its amounts add up to more than ${Number.MAX_SAFE_INTEGER}` }])
  return { header: header as DayHeader, form: profile.name, hasChecksum: profile.hasChecksum, sums }
}

/**
 * Refuses a file whose times cannot be right: written far in the future, or of a day after or long before it was
 * written. The next file is compared from this one's time on, so a time far ahead would leave out everything until then.
 * Its day also decides which reserves are released and from when terms apply.
 */
const refuseOtherTimes = ({ createdAt, day }: DayHeader, nowMs: number): void => {
  if (Date.parse(createdAt) > nowMs + AHEAD_MS)
    throw refused([{ line: null, message: phrase`says it was written at ${createdAt}, more than a day from now` }])
  const written = toDay(createdAt)
  const message =
    day > written
      ? phrase`is of ${day}, and says it was written before, at ${createdAt}`
      : phrase`is of ${day}, and says it was written more than ${LATE_DAYS} days later, at ${createdAt}`
  if (day > written || day < istanbulDay(Date.parse(createdAt) - LATE_DAYS * DAY_MS))
    throw refused([{ line: null, message }])
}

const refused = (faults: readonly { line: number | null; message: Phrase }[]): Problem =>
  new Problem('validation_failed', {
    detail:
      faults.length === 1
        ? phrase`The file is refused whole: one fault.`
        : phrase`The file is refused whole: ${faults.length} faults.`,
    errors: faults.map(({ line, message }) => ({ field: describePlace(line), code: 'mismatch', message })),
  })
const describePlace = (line: number | null): string => (line === null ? 'file' : `line ${line}`)
