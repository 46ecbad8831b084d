/**
 * `npm run package`: makes dist/vezne-<version>.tgz with its bill of materials and its provenance. `-- --tree <folder>` also installs from it what
 * production runs, `-- --debian` makes the Debian package of that tree; both print their sizes.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bringUpToDate, ROOT } from './built-folder.ts'
import { CHECKOUT_SCRIPTS } from './checkout/build.ts'
import { CONSOLE_PAGES } from './console/build.ts'
import { buildDebian } from './package/debian.ts'
import { installTree } from './package/install-tree.ts'
import { packTarball } from './package/pack-tarball.ts'
import { writeProvenance } from './package/provenance.ts'
import { megabytes, sizeOf } from './package/sizes.ts'
import { writeSbom } from './package/write-sbom.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    debian: { type: 'boolean' },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
})

const out = values.out
mkdirSync(out, { recursive: true })
for (const folder of [CHECKOUT_SCRIPTS, CONSOLE_PAGES]) await bringUpToDate(folder, say)
const tarball = packTarball(out)
const artifacts = [tarball, writeSbom(tarball.replace(/\.tgz$/, '.sbom.json'))]
say(`${tarball}: ${megabytes(sizeOf(tarball))}`)
const tree = values.tree ?? (values.debian ? join(out, 'tree') : undefined)
if (tree !== undefined) {
  const { own, node } = installTree(tarball, tree)
  say(`${tree}: ${megabytes(own)} beside Node itself (${megabytes(node)})`)
  if (values.debian) {
    const debian = buildDebian(tree, out)
    artifacts.push(debian)
    say(`${debian}: ${megabytes(sizeOf(debian))}`)
  }
}
say(writeProvenance(tarball.replace(/\.tgz$/, '.provenance.json'), artifacts))
