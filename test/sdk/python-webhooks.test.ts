/** The Python client's verification takes and refuses what the TypeScript one does: one table, one run of python3. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { verify, type WebhookError } from '../../sdk/src/webhooks/index.ts'
import { signDelivery, signEvent } from '../../sdk/src/webhooks/testing.ts'

const SECRET = 'whsec_of_the_test'
const NOW = Date.parse('2026-05-11T09:30:00Z')
const now = () => NOW
const root = new URL('../../', import.meta.url)

const RUN = `
import json, sys
sys.path.insert(0, sys.argv[1])
from webhooks import WebhookError, verify
def judge(body, headers, secrets, offS):
    try:
        return verify(body.encode(), headers, secrets, now=lambda: ${NOW / 1_000} + offS)["type"]
    except WebhookError as error:
        return error.fault
    except TypeError:
        return "no secret"
print(json.dumps([judge(**case) for case in json.load(sys.stdin)]))
`

interface Case {
  readonly body: string
  readonly headers: Record<string, string>
  readonly secrets: string | string[]
  readonly offS: number
}

const judge = ({ body, headers, secrets, offS }: Case): Promise<string> =>
  verify(body, headers, secrets, { now: () => NOW + offS * 1_000 }).then(
    ({ type }) => type,
    (error: WebhookError) => error.fault ?? 'no secret',
  )

const python = spawnSync('python3', ['--version'])
test('both verify alike', { skip: python.status !== 0 && 'no python3 here' }, async () => {
  const event = await signEvent('payment.completed', { external_id: 'sipariş-1' }, SECRET, { now })
  const list = await signDelivery('[]', SECRET, { now })
  const noJson = await signDelivery('{', SECRET, { now })
  const from = (headers: Record<string, string>): Record<string, string> => ({ ...event.headers, ...headers })
  const upper = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toUpperCase(), value]))
  const old = { 'x-service-signature': `sha256=${'0'.repeat(64)}` }
  const table: [Partial<Case>, string][] = [
    [{}, 'payment.completed'],
    [{ headers: upper }, 'payment.completed'],
    [{ secrets: ['whsec_new', SECRET] }, 'payment.completed'],
    [{ secrets: ['', SECRET] }, 'payment.completed'],
    [{ secrets: '' }, 'no secret'],
    [{ secrets: 'whsec_other' }, 'wrong_signature'],
    [{ headers: from(old) }, 'wrong_signature'],
    [
      { headers: from({ ...old, 'x-service-signature-previous': event.headers['x-service-signature'] ?? '' }) },
      'payment.completed',
    ],
    [{ headers: from({ 'x-service-signature': 'sha256=zz' }) }, 'wrong_signature'],
    [{ headers: from({ 'x-service-signature': 'ş' }) }, 'wrong_signature'],
    [{ headers: from({ 'x-service-timestamp': 'x' }) }, 'timestamp_out_of_range'],
    [{ headers: from({ 'x-service-timestamp': '١٢' }) }, 'timestamp_out_of_range'],
    [{ body: `${event.body} ` }, 'wrong_signature'],
    [{ headers: {} }, 'header_missing'],
    [{ offS: 300 }, 'payment.completed'],
    [{ offS: -300 }, 'payment.completed'],
    [{ offS: 301 }, 'timestamp_out_of_range'],
    [{ offS: -301 }, 'timestamp_out_of_range'],
    [list, 'not_an_event'],
    [noJson, 'not_an_event'],
  ]
  const cases = table.map(([change]): Case => ({ ...event, secrets: SECRET, offS: 0, ...change }))
  const expected = table.map(([, verdict]) => verdict)
  assert.deepEqual(await Promise.all(cases.map(judge)), expected)
  const folder = fileURLToPath(new URL('sdk/python/vezne_sdk', root))
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', RUN, folder], { input: JSON.stringify(cases) })
  assert.deepEqual(JSON.parse(String(stdout) || `"${stderr}"`), expected)
})

test('the recipe of its README is the one that is run', () => {
  const [readme, recipe] = ['README.md', 'recipe.py'].map((name) =>
    readFileSync(new URL(`sdk/python/${name}`, root), 'utf8'),
  )
  assert.ok(readme?.includes(`\`\`\`python\n${recipe}\`\`\``))
})
