/**
 * The file behind the ledger: one line per fact, each with a checksum over all lines before it; written in groups,
 * synced before any response. A commit of node:sqlite is synchronous and would stop the whole program at each sync, and
 * its indexes are of no use for a store that is only replayed.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

export interface Journal {
  /** Queues one line; it is on disk when {@link durable} resolves. */
  append(text: string): void
  /** Resolves when everything appended so far is on disk. */
  durable(): Promise<void>
  close(): Promise<void>
}

export class BrokenJournal extends Error {}

const CHECKSUM_CHARS = 8
const END = 0x0a
const READ_BYTES = 1024 * 1024

/**
 * Passes every line of the file to `onLine`, oldest first; an incomplete last line was never acknowledged and is cut
 * off.
 */
export const openJournal = async (path: string, onLine: (text: string) => void): Promise<Journal> => {
  const file = await open(path, 'a+', 0o600)
  try {
    const { checksum, bytes } = await replay(path, onLine)
    await file.truncate(bytes)
    await file.sync()
    await syncFolder(dirname(path))
    return writer(file, checksum)
  } catch (error) {
    await file.close()
    throw error
  }
}

interface Read {
  checksum: number
  bytes: number
}

/**
 * Only the last line may be incomplete: damage before valid lines is not the result of a crash, and ignoring it would
 * lose money.
 */
const replay = async (path: string, onLine: (text: string) => void): Promise<Read> => {
  let read: Read = { checksum: 0, bytes: 0 }
  let broken: number | undefined
  let number = 0
  for await (const line of readJournalLines(path)) {
    number++
    if (broken !== undefined)
      throw new BrokenJournal(`${path} is damaged in line ${broken}; put a copy back or delete it`)
    const text = line.subarray(CHECKSUM_CHARS + 1)
    const checksum = crc32(text, read.checksum)
    if (line.toString('latin1', 0, CHECKSUM_CHARS) !== hex(checksum)) {
      broken = number
      continue
    }
    onLine(text.toString('utf8'))
    read = { checksum, bytes: read.bytes + line.length + 1 }
  }
  return read
}

/** Yields complete lines without their end; what follows the last end of line is incomplete. */
export async function* readJournalLines(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    let from = 0
    for (let end = bytes.indexOf(END); end !== -1; end = bytes.indexOf(END, from)) {
      yield bytes.subarray(from, end)
      from = end + 1
    }
    rest = bytes.subarray(from)
  }
}

/** A new file survives a power failure only if its folder was synced too. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Lines that arrive while a group is being synced form the next group, so there is neither a timer nor an added wait.
 */
const writer = (file: FileHandle, checksum: number): Journal => {
  let queue: string[] = []
  let waiting: (() => void)[] = []
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    while (queue.length > 0 || waiting.length > 0) {
      const lines = queue
      const told = waiting
      queue = []
      waiting = []
      if (lines.length > 0) {
        await file.appendFile(lines.join(''))
        await file.datasync()
      }
      for (const tell of told) tell()
    }
    working = undefined
  }
  // A disk error leaves an unknown state behind; the next start reads what is really there.
  const start = (): void => {
    working ??= Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        process.stderr.write(`the bank cannot write its ledger: ${(error as Error).message}\n`)
        process.exit(1)
      })
  }
  return {
    append(text) {
      checksum = crc32(text, checksum)
      queue.push(`${hex(checksum)} ${text}\n`)
      start()
    },
    durable() {
      if (working === undefined) return Promise.resolve()
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    async close() {
      await working
      await file.close()
    },
  }
}

const hex = (checksum: number): string => checksum.toString(16).padStart(CHECKSUM_CHARS, '0')
