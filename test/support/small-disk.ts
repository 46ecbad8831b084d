/** A disk of a few megabytes that a test can fill: a file system in memory, mounted where the system allows it. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratch } from './scratch.ts'

export interface SmallDisk {
  readonly path: string
  /** Takes all the room that is left. */
  fill(): void
  makeRoom(): void
  remove(): void
}

const FILLER = Buffer.alloc(64 * 1024)

/** Undefined: this system mounts nothing for us. */
export const mountSmallDisk = (megabytes: number): SmallDisk | undefined => {
  const path = makeScratch('vezne-disk-')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path])
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true })
    return undefined
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill: () => fill(filler),
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', path])
      mkdirSync(path, { recursive: true })
      rmSync(path, { recursive: true })
    },
  }
}

/** Unmounts the disks that a killed run left in its folder, which cannot be removed before. */
export const unmountIn = (folder: string): void => {
  for (const path of mountPoints().filter((each) => `${each}/`.startsWith(`${folder}/`)))
    spawnSync('umount', ['--lazy', path])
}

const mountPoints = (): string[] => {
  try {
    return readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[1] ?? '')
  } catch {
    return [] // no Linux
  }
}

/** In pieces that get smaller, to the last byte. */
const fill = (path: string): void => {
  const file = openSync(path, 'a')
  try {
    for (let piece = FILLER.length; piece > 0; ) {
      try {
        writeSync(file, FILLER, 0, piece)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
        piece = Math.floor(piece / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}
