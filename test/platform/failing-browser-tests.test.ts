/** A browser test that fails tells what its pages show. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FileResult, runInLanes } from '../runner/lanes.ts'
import { hasBrowser } from '../support/browser.ts'
import { makeScratch } from '../support/scratch.ts'

const skip = hasBrowser ? false : 'name a browser in VEZNE_TEST_BROWSER'

const SOURCE = `
import { after, before, test } from 'node:test'
import { openBrowser, reportPagesOfFailures, visit } from '${new URL('../support/browser.ts', import.meta.url)}'

let browser
reportPagesOfFailures()
before(async () => { browser = await openBrowser() })
after(() => browser.close())

test('passes', async () => {
  const { page } = await visit(browser)
  await page.setContent('<h1>Vezne</h1><main>Issuer: Simulated Bank A</main><div role="dialog">Are you there?</div>')
})
test('fails', () => { throw new Error('never: the bank') })
`

test('address, main part and dialogs of each open page, of the failed test alone', { skip }, async (t) => {
  const folder = makeScratch('vezne-failing-')
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'browser.test.ts')
  writeFileSync(file, SOURCE)
  const results: FileResult[] = []
  await runInLanes([file], { env: process.env, fileMs: 60_000, onResult: (result) => results.push(result) })
  const [result] = results
  assert.deepEqual(
    result?.failures.map(({ name }) => name),
    ['fails'],
  )
  assert.deepEqual(result?.figures, ['about:blank shows:\nIssuer: Simulated Bank A\nAre you there?'])
})
