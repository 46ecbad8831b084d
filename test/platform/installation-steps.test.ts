/** `vezne doctor --production`: at each stage of an installation the next step is named, and later ones wait. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { installationSteps, type Step } from '../../src/cli/doctor/installation-steps.ts'
import { blocksOf } from '../long-running/deploy/installation.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'

let folder: string
let empty: TestDatabase
let made: TestDatabase
before(async () => {
  folder = makeScratch('vezne-steps-')
  ;[empty, made] = await Promise.all([makeDatabase('empty'), makeDatabase()])
})
after(async () => {
  await Promise.all([empty.drop(), made.drop()])
  discardFolder(folder)
})

const firstMissing = async (env: Record<string, string>): Promise<Step> => {
  const steps = await installationSteps({ VEZNE_DATA_DIR: folder, ...env })
  assert.deepEqual(
    steps.map(({ no }) => no),
    [...new Set(steps.map(({ no }) => no))].sort((a, b) => a - b),
  )
  assert.equal(steps.at(-1)?.no, 11)
  return steps.find(({ state }) => state === 'missing')!
}

test('nothing, keys, settings, a server, a schema: each time the next step with its command', async () => {
  const file = join(folder, 'keys.json')
  const keys = await firstMissing({ VEZNE_MASTER_KEYS_FILE: file })
  assert.equal(keys.no, 2)
  assert.ok(keys.next?.startsWith(`vezne keys make ${file}`))
  writeFileSync(file, `${testServer().masterKeys}\n`, { mode: 0o600 })
  const settings = await firstMissing({ VEZNE_MASTER_KEYS_FILE: file })
  assert.deepEqual([settings.no, settings.next], [3, 'step 3 of docs/install.md'])
  const env = { VEZNE_MASTER_KEYS: testServer().masterKeys }
  assert.equal((await firstMissing({ ...env, DATABASE_APP_URL: 'postgres://a:b@127.0.0.1:9/none' })).no, 3)
  const stranger = new URL(empty.url)
  stranger.username = `nobody_${randomBytes(4).toString('hex')}`
  assert.equal((await firstMissing({ ...env, DATABASE_APP_URL: stranger.href })).no, 4)
  const schema = await firstMissing({ ...env, DATABASE_APP_URL: empty.url })
  assert.equal(schema.no, 4)
  assert.match(schema.next ?? '', /^systemctl enable --now vezne-migrate/)
})

test('a database that nobody serves: what can be told of the later steps is told', async () => {
  const steps = await installationSteps({
    VEZNE_DATA_DIR: folder,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    DATABASE_APP_URL: made.url,
    VEZNE_SMTP_URL: 'smtp://127.0.0.1:9',
    VEZNE_MAIL_FROM: 'a@pay.test',
  })
  const stateOf = (no: number) => steps.find((step) => step.no === no)!
  assert.deepEqual(
    [2, 3, 4].map((no) => stateOf(no).state),
    ['done', 'done', 'done'],
  )
  assert.match(stateOf(5).next ?? '', /vezne-api/)
  assert.match(stateOf(6).next ?? '', /vezne-worker/)
  assert.match(stateOf(7).next ?? '', /VEZNE_TRUSTED_PROXIES/)
  assert.match(stateOf(8).message, /127\.0\.0\.1: ECONNREFUSED/)
})

test('the page has the steps that the doctor counts, each with lines', async () => {
  const steps = await installationSteps({ VEZNE_DATA_DIR: folder, VEZNE_MASTER_KEYS_FILE: join(folder, 'none') })
  const page = new Set(blocksOf(readFileSync('docs/install.md', 'utf8')).map(({ step }) => Number.parseInt(step, 10)))
  for (const { no } of steps) assert.ok(page.has(no), `step ${no}`)
})
