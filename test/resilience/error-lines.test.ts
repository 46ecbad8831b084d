/** A wait ends at the first error line of the program, unless it is expected; what is cut off or no error is read over. */
import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { watchErrorLines } from '../support/error-lines.ts'
import { makeScratch } from '../support/scratch.ts'

const line = (level: string, event: string): string => `${JSON.stringify({ level, time: 'now', event })}\n`

test('a wait ends at an error, and so does every later one', async () => {
  const folder = makeScratch('vezne-error-lines-')
  const write = (text: string): void => appendFileSync(join(folder, 'vezne.log'), text)
  const errors = watchErrorLines(folder, (event) => event === 'bank.lied')
  errors.check() // there is no log yet
  write(line('info', 'request.failed') + line('error', 'bank.lied') + line('error', 'sweep.failed').slice(0, 20))
  errors.check()
  write(`\n${line('error', 'request.failed').slice(0, 30)}`)
  const started = performance.now()
  const rest = line('error', 'request.failed').slice(30)
  const isNever = (): boolean => {
    write(rest)
    return false
  }
  await assert.rejects(errors.until('never', isNever), /the program logged an error: .*"request\.failed"/)
  assert.ok(performance.now() - started < 5_000)
  assert.throws(errors.check, /request\.failed/)
})
