/** A file that only this process can access; the system removes it when the process ends, in whatever way. */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const BEGINS = 'bank-file-'
const ENDS = '.part'
const PIECE_BYTES = 65_536

export const openNamelessFile = async (dataDir: string): Promise<FileHandle> => {
  const path = join(dataDir, `${BEGINS}${randomUUID()}${ENDS}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** Reads it from the beginning. */
export async function* readAgain(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(PIECE_BYTES), position: at })
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Removes files left by an earlier release, or by a process that was killed before it had removed the name. */
export const removeLeftFiles = (dataDir: string): void => {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(BEGINS) && name.endsWith(ENDS)) rmSync(join(dataDir, name), { force: true })
}
