/** `node scripts/pack-release.ts <commit>`: packs the program of a commit as the previous release. Run once per release, with its tag. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { PACKED_RELEASE, type PackedRelease } from './packed-release.ts'

/** What it needs to run, and what a test puts beside its bank, with what that imports. */
const PARTS = ['src', 'migrations', 'package.json', 'test/resilience/chaos', 'test/support']

const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })

const given = process.argv[2]
if (given === undefined) throw new Error('which commit? node scripts/pack-release.ts <commit>')
const commit = git('rev-parse', `${given}^{commit}`).trim()
const paths = git('ls-tree', '-r', '-z', '--name-only', commit, '--', ...PARTS)
  .split('\0')
  .filter((path) => path !== '')
const release: PackedRelease = {
  commit,
  files: Object.fromEntries(paths.map((path) => [path, git('show', `${commit}:${path}`)])),
}
const packed = brotliCompressSync(JSON.stringify(release), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(PACKED_RELEASE, packed)
process.stdout.write(`${paths.length} files of ${commit}, ${Math.ceil(packed.length / 1024)} kB\n`)
