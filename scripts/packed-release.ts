/**
 * The previous release as one packed file: the next one's migrations are checked against it and run beside it. It runs on the packages of this tree, so a
 * package that only the previous release imports stays a devDependency until the next one is packed (kysely).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

export const PACKED_RELEASE = fileURLToPath(new URL('../test/fixtures/previous-release.json.br', import.meta.url))

export interface PackedRelease {
  commit: string
  /** Path from the root to text. */
  files: Record<string, string>
}

export const readPackedRelease = (): PackedRelease =>
  JSON.parse(brotliDecompressSync(readFileSync(PACKED_RELEASE)).toString('utf8')) as PackedRelease
