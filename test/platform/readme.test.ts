/** The five minutes of the README, pasted as written into one shell. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { liftPlatformLimits } from '../resilience/fuzz/load-tenant.ts'
import { inShell } from '../support/shell.ts'
import { useVezne } from '../support/vezne.ts'

const COMMAND = `"${process.execPath}" "${resolve('src/cli/vezne.ts')}"`
const RULE = '<next>'

const vezne = useVezne()
let folder: string
before(async () => {
  await liftPlatformLimits(vezne.runtime)
  folder = join(vezne.dataDir, 'here')
  mkdirSync(join(folder, '.vezne'), { recursive: true })
  const { cards, transfers, identity } = vezne.urls
  const demo = { ...vezne.demo, base_url: cards, transfer_url: transfers, auth_url: identity }
  writeFileSync(join(folder, '.vezne', 'demo.json'), JSON.stringify(demo), { mode: 0o600 })
})

/** The blocks of the section, at the addresses of this program; what runs until Ctrl-C is left out. */
const blocks = (): string[] => {
  const section = readFileSync('README.md', 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith('Five minutes with curl'))
  const surfaces = { 4010: 'cards', 4020: 'transfers', 4030: 'fraud', 4040: 'identity' } as const
  return [...(section ?? '').matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, lines = '']) =>
      Object.entries(surfaces)
        .reduce((text, [port, name]) => text.replaceAll(`http://127.0.0.1:${port}`, vezne.urls[name]), lines)
        .replaceAll('npm run vezne --', COMMAND),
    )
    .filter((lines) => !/^\S+ \S+ listen/m.test(lines))
}

test('a token, a payment, a checkout session, a refund, its trace, a payment under review that another person approves, two salaries', async () => {
  const script = blocks().join(`\necho; echo '${RULE}'\n`)
  const { code, out, err } = await inShell(script, { VEZNE_DATA_DIR: join(folder, '.vezne') }, folder)
  assert.equal(code, 0, err)
  const [token, paid, session, refund, trace, held, salaries] = out.split(RULE).map((text) => text.trim())
  assert.equal(token, '')
  assert.equal(JSON.parse(paid ?? '').status, 'completed', out)
  assert.match(JSON.parse(session ?? '').checkout_url, /\/checkout\/[0-9a-f]{32}$/)
  assert.equal(JSON.parse(refund ?? '').status, 'partially_refunded', out)
  assert.deepEqual(JSON.parse(trace ?? '').data.summary.transactionIds, [JSON.parse(paid ?? '').transaction_id])
  const [pending, alert] = (held ?? '').split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text))
  assert.deepEqual(
    [pending.status, alert.status, alert.external_txn_id],
    ['pending', 'approved', pending.transaction_id],
    out,
  )
  assert.match(salaries ?? '', /2 created/)
})
