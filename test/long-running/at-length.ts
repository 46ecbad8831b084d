/** A test file of `npm test` once more, with the counts of a long run. */
import { spawn } from 'node:child_process'
import type { Check } from './check.ts'

export const atLength =
  (file: string, counts: Record<string, string>): Check =>
  (say, seed) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['test/run.ts', file], {
        env: { ...process.env, VEZNE_TEST_WHOLE: '1', ...counts, VEZNE_CHECK_SEED: String(seed) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text
          .split('\n')
          .filter((each) =>
            /^\s*[✔✖]|Error|^ {4}[0-9]|^ℹ (?!suites|cancelled|skipped|todo)|^no card|^LEAKS/.test(each),
          ))
          say(line)
      })
      child.once('close', (code) => resolve(code === 0))
    })
