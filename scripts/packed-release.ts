/** The previous release as one packed file: what the next one's migrations are judged by, and run beside. */
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
