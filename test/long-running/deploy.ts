/**
 * What is delivered: packed, its sizes, tried in an empty folder, hardened units, the Debian package installed and set up by the lines of docs/install.md
 * on the distribution's PostgreSQL, the proxies, the image, the chart. A part whose tools are missing says which, and is not run.
 */
import { chmodSync, rmSync } from 'node:fs'
import { makeScratch } from '../support/scratch.ts'
import type { Check } from './check.ts'
import { container } from './deploy/container.ts'
import { helmChart } from './deploy/helm-chart.ts'
import { installation } from './deploy/installation.ts'
import { packages } from './deploy/packages.ts'
import { missingTools, type Part } from './deploy/part.ts'
import { sandboxOfTarball } from './deploy/sandbox-of-tarball.ts'
import { units } from './deploy/units.ts'

const PARTS: readonly Part[] = [units, packages, sandboxOfTarball, helmChart, installation, container]

export const deploy: Check = async (say) => {
  const folder = makeScratch('vezne-deploy-')
  chmodSync(folder, 0o711) // a database server of another user passes through it
  let isFine = true
  try {
    for (const part of PARTS) {
      const missing = missingTools(part)
      if (missing.length > 0) {
        say(`${part.title}: not run, for want of ${missing.join(', ')}`)
        continue
      }
      const started = performance.now()
      const isPartFine = await part.run({ folder, say: (line) => say(`  ${line}`) })
      say(`${isPartFine ? 'ok' : 'FAIL'} ${part.title}, ${((performance.now() - started) / 1_000).toFixed(0)} s`)
      isFine &&= isPartFine
    }
    say('releases beside each other under load, there and back: npm run checks -- two-releases')
    return isFine
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
