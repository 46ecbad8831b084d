/** Production has neither the simulated bank nor its page, and accepts only https addresses of the public Internet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { INIT } from '../support/three-d.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ config: { env: 'production' } })

const init = async (change: object) =>
  vezne.request('cards', 'POST', INIT, {
    token: await vezne.token('m1'),
    body: paymentBody({ return_url: 'https://shop.example.com/back', ...change }),
  })

test('no challenge page', async () => {
  const answer = await vezne.request('cards', 'GET', `/sandbox/acs/${'A'.repeat(64)}`)
  assertProblem(answer, 'route_not_found')
})

test('addresses of this machine, private ones and plain http are refused', async () => {
  for (const url of [
    'http://127.0.0.1/x',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.0.0.1/',
    'http://shop.example.com/',
  ])
    assertProblem(await init({ return_url: url }), 'invalid_callback_url')
})

test('a public address passes that check', async () => {
  const { body } = await init({})
  assert.notEqual(body.code, 'invalid_callback_url')
})
