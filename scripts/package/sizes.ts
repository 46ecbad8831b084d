/** Sizes of what is made: the bytes of its files, as they are, whatever blocks a disk takes for them. */
import { globSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of a file, or of all files in a folder. */
export const sizeOf = (path: string): number => {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return globSync('**/*', { cwd: path })
    .map((name) => lstatSync(join(path, name)))
    .reduce((sum, each) => sum + (each.isDirectory() ? 0 : each.size), 0)
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
