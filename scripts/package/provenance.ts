/** The provenance of what was made (in-toto statement, SLSA 1): digests, the commit, and who built it with what. It is not signed; sign the file as you sign releases. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { ROOT } from '../built-folder.ts'
import { MANIFEST } from './manifest.ts'

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Returns a line about it. */
export const writeProvenance = (file: string, artifacts: readonly string[]): string => {
  const commit = git('rev-parse', 'HEAD')
  const isClean = git('status', '--porcelain', '--untracked-files=no') === ''
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artifacts.map((path) => ({ name: basename(path), digest: { sha256: sha256(path) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'scripts/package.ts',
        externalParameters: { version: MANIFEST.version, is_clean: isClean },
        resolvedDependencies: [
          { name: 'sources', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(`${ROOT}package-lock.json`) } },
        ],
      },
      runDetails: {
        builder: { id: hostname(), version: { node: process.version } },
        metadata: { finishedOn: new Date().toISOString() },
      },
    },
  }
  writeFileSync(file, `${JSON.stringify(statement, null, 2)}\n`)
  return `${file}: commit ${commit.slice(0, 8)}${isClean ? '' : ' with changes that are not committed'}`
}
