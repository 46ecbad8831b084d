/** The package.json of the packed program, and what it is called. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../built-folder.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

const KEPT = [
  'name',
  'version',
  'private',
  'description',
  'license',
  'type',
  'bin',
  'engines',
  'dependencies',
  'optionalDependencies',
  'allowScripts',
]

export const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

/** What builds and tests is left out; Node and the server of a sandbox are optional. */
export const packedManifest = (): object => ({
  ...Object.fromEntries(KEPT.map((member) => [member, MANIFEST[member]])),
  scripts: { start: 'node bin/vezne.cjs start' },
})
