/** The console in a real browser: every screen in both languages, themes and three widths; weights; the pictures of docs/console; days of people; roles. */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from '../../scripts/console/build.ts'
import { atLength } from './at-length.ts'
import type { Check } from './check.ts'

const FILES = ['test/console/walk', 'test/console/days', 'test/console/permitted']
const SHOTS = fileURLToPath(new URL('../../docs/console', import.meta.url))

export const consolePages: Check = async (say, seed, hours) => {
  mkdirSync(SHOTS, { recursive: true })
  // Once: who builds while another serves takes the pages away for a moment.
  await buildConsole(say)
  let isFine = true
  for (const file of FILES)
    isFine =
      (await atLength(file, { VEZNE_CONSOLE_SHOTS: SHOTS, VEZNE_TEST_FILE_MS: '3600000' })(say, seed, hours)) && isFine
  const sizes = readdirSync(SHOTS).map((name) => statSync(join(SHOTS, name)).size)
  say(`${sizes.length} pictures in docs/console, ${Math.round(sizes.reduce((a, b) => a + b, 0) / 1_000)} kB`)
  return isFine
}
