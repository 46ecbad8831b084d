/** The bill of materials of the packed program (CycloneDX): its packages, and those whose code is in the pages that browsers run. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../built-folder.ts'
import { npm } from './pack-tarball.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly [member: string]: unknown
}
interface Bill {
  components: Component[]
  dependencies: unknown[]
  [member: string]: unknown
}
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
}

export const buildSbom = (): Bill => {
  const bill = read(['--omit', 'dev'])
  const known = new Set(bill.components.map(({ purl }) => purl))
  const bundled = packagesOfPages()
  // Named, since npm leaves them out where NODE_ENV is production, and the build of the pages sets that.
  const added = read(['--include', 'dev']).components.filter(({ purl, name }) => bundled.has(name) && !known.has(purl))
  const properties = [{ name: 'vezne:bundled', value: 'in the pages of the console' }]
  return { ...bill, components: [...bill.components, ...added.map((each) => ({ ...each, properties }))] }
}

export const writeSbom = (file: string): string => {
  writeFileSync(file, `${JSON.stringify(buildSbom(), null, 2)}\n`)
  return file
}

const read = (words: readonly string[]): Bill =>
  JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...words], ROOT)) as Bill

/** Names of the packages that the sources of the pages import, with all that those need. */
const packagesOfPages = (): ReadonlySet<string> => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const add = (name: string): void => {
    const locked = packages[`node_modules/${name}`]
    if (locked === undefined || found.has(name)) return
    found.add(name)
    for (const needed of Object.keys(locked.dependencies ?? {})) add(needed)
  }
  for (const path of globSync('console/src/**/*.{ts,tsx}', { cwd: ROOT }))
    for (const [, name] of readFileSync(join(ROOT, path), 'utf8').matchAll(
      /(?:from|import\() ?'((?:@[^/']+\/)?[^./@'][^/']*)/g,
    ))
      add(name!)
  return found
}
