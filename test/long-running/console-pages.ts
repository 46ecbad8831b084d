/** The console in a real browser: every screen in both languages, themes and three widths; weights; the pictures of docs/console. */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atLength } from './at-length.ts'
import type { Check } from './check.ts'

const SHOTS = fileURLToPath(new URL('../../docs/console', import.meta.url))

export const consolePages: Check = async (say, seed) => {
  mkdirSync(SHOTS, { recursive: true })
  const isFine = await atLength('test/console/walk', { VEZNE_CONSOLE_SHOTS: SHOTS, VEZNE_TEST_FILE_MS: '3600000' })(
    say,
    seed,
  )
  const sizes = readdirSync(SHOTS).map((name) => statSync(join(SHOTS, name)).size)
  say(`${sizes.length} pictures in docs/console, ${Math.round(sizes.reduce((a, b) => a + b, 0) / 1_000)} kB`)
  return isFine
}
