/** The hosted payment page and the card fields in a real browser: every state, axe-core, weight, and pictures to look at. Needs the package registry once. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLength } from './at-length.ts'
import type { Check } from './check.ts'

const VERSION = '4.14.1'

export const checkoutPages: Check = async (say, seed, hours) => {
  const axe = installed(say)
  if (axe === undefined) return false
  const shots = join(tmpdir(), 'vezne-checkout-pages')
  mkdirSync(shots, { recursive: true })
  say(`pictures in ${shots}`)
  for (const file of ['test/checkout/page-in-browser', 'test/checkout/fields-in-browser'])
    if (!(await atLength(file, { VEZNE_AXE: axe, VEZNE_SHOTS: shots })(say, seed, hours))) return false
  return true
}

/** In a folder of its own: the program does not need it. */
const installed = (say: (line: string) => void): string | undefined => {
  const home = join(tmpdir(), `vezne-axe-${VERSION}`)
  const file = join(home, 'node_modules', 'axe-core', 'axe.min.js')
  if (existsSync(file)) return file
  say(`installing axe-core ${VERSION} into ${home}`)
  mkdirSync(home, { recursive: true })
  const got = spawnSync('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', `axe-core@${VERSION}`], {
    shell: process.platform === 'win32',
  })
  if (got.status === 0 && existsSync(file)) return file
  say(`it could not be installed: ${String(got.stderr)}`)
  return undefined
}
