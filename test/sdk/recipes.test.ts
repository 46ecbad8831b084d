/** The recipes of docs/sdk.md, run as a newcomer would: the packed SDK in an empty folder, against the running program. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import { type PackedSdk, packSdk } from '../support/packed-sdk.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let sdk: PackedSdk
let env: Record<string, string>
before(async () => {
  ;[vezne, sdk] = await Promise.all([startVezne(), packSdk()])
  const { client_id, client_secret } = demoClient(vezne.demo, 'admin')
  env = {
    CARDS_URL: vezne.urls.cards,
    AUTH_URL: vezne.urls.identity,
    REALM: 'tenant-demo',
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
  }
})
after(async () => {
  sdk.remove()
  await vezne.stop()
})

const CODE_BYTES_MAX = 40_000
test('the code of the package is small', (context) => {
  context.diagnostic(`${sdk.codeBytes} bytes of JavaScript, ${sdk.tarballBytes} packed with all types`)
  assert.ok(sdk.codeBytes < CODE_BYTES_MAX, String(sdk.codeBytes))
})

test('node:http and Express: declined, paid, verified, refunded', async () => {
  const said = await sdk.run(process.execPath, ['node-shop.ts'], env)
  assert.match(said, /declined: \S+, trace [0-9a-f-]{36}/)
  assert.match(said, /completed: ₺129,90/)
  assert.match(said, /refund \w+: 10000 may still be refunded/)
  assert.match(said, /verified: order order-1001 is paid/)
  assert.match(said, /verified: refund [0-9a-f-]{36} is done/)
})

test('a handler of requests: a shopper who presses twice pays once', async () => {
  const said = await sdk.run(process.execPath, ['fetch-shop.ts'], env)
  assert.deepEqual(said.trim().split('\n'), [
    'declined: bank_declined',
    'completed, once: true',
    'verified: order-7894 is paid',
    'verified: order-7894 is refunded',
  ])
})

const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
test('Python by hand', { skip: !hasPython && 'no python3 here' }, async () => {
  const said = await sdk.run('python3', ['shop.py'], env)
  assert.match(said, /^completed refund \w+ verified payment\.completed refund\.completed$/m)
})

const TYPED = `/** Every event, every error code and every operation has types that a strict compiler follows. */
import { addMoney, type Cards, createVezne, type ErrorStatus, isProblem, money } from 'vezne-sdk'
import { signEvent } from 'vezne-sdk/testing'
import { verify, type VezneEvent } from 'vezne-sdk/webhooks'

const never = (value: never): never => value
export const read = (event: VezneEvent): string | null => {
  switch (event.type) {
    case 'payment.failed':
    case '3ds.failed':
      return event.data.provider_error_code
    case 'chargeback.opened':
      return event.data.due_date
    case 'transfer.failed':
      return event.data.transfer_id
    default:
      return event.id
  }
}
export const typeOf = (code: keyof ErrorStatus): string => code
export const statusOf = (error: unknown): 422 | 429 | undefined => {
  if (!isProblem(error)) return undefined
  if (error.code === 'bank_declined') return error.status
  if (error.code === 'rate_limit_exceeded') return error.status
  // @ts-expect-error: no such code
  if (error.code === 'no_such_code') return undefined
  return undefined
}
const vezne = createVezne({ realm: '', clientId: '', clientSecret: '', urls: { cards: '', identity: '' } })
export const list = async (): Promise<Cards.Transaction[]> => {
  const found: Cards.Transaction[] = []
  for await (const row of vezne.cards.each('GET /api/v1/transactions', { query: { status: 'completed' } })) found.push(row)
  for await (const user of vezne.identity.each('GET /api/v{version}/users', { path: { version: '1' } })) console.log(user.email)
  // @ts-expect-error: no list
  vezne.cards.each('GET /api/v1/payments/{transaction_id}')
  // @ts-expect-error: the path is missing
  await vezne.cards.call('GET /api/v1/payments/{transaction_id}')
  // @ts-expect-error: a plain object is no Money
  addMoney({ amount: 1, currency: 'TRY' }, money(1, 'TRY'))
  // @ts-expect-error: two currencies
  addMoney(money(1, 'TRY'), money(1, 'EUR'))
  const { body, headers } = await signEvent('payment.completed', { external_id: 'order-1' }, 'whsec_x')
  console.log(await verify(body, headers, ['whsec_x']), never)
  return found
}
`
test('the recipes, and the types of every event and error, compile strictly', async () => {
  writeFileSync(join(sdk.shop, 'typed.ts'), TYPED)
  assert.equal(await sdk.check(), '')
})
