/** Requests that arrive byte by byte are cut: headers after 10 seconds, the whole after 20, in real time. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { LARGE_BODIES_BYTES } from '../../src/infra/http/body-memory-limit.ts'
import { rawProblem, sendRaw } from '../support/raw-http.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let token: string
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
})

const slow: [name: string, head: () => string, seconds: number][] = [
  ['headers', () => 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: ', 10],
  [
    'a body',
    () =>
      `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
    20,
  ],
]
test('slow requests: 408 and closed', async (context) => {
  const all = slow.map(([name, head, seconds]) =>
    context.test(name, async () => {
      const started = performance.now()
      const answer = await sendRaw(vezne.urls.cards, head(), ' ')
      const took = (performance.now() - started) / 1_000
      assert.deepEqual(answer.statuses, [408], answer.text)
      assert.equal(rawProblem(answer).code, 'request_timeout')
      assert.match(answer.text, /10 s.*20 s/)
      assert.ok(answer.isClosed)
      assert.ok(took >= seconds, `${name} cut after ${took.toFixed(1)} s`)
    }),
  )
  await Promise.all(all)
})

const LARGE = 1024 * 1024
test('large bodies that never end: memory is bounded, the next one is refused, small ones continue', async () => {
  const head = (bytes: number): string =>
    `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  const { hostname, port } = new URL(vezne.urls.cards)
  const held = Array.from({ length: LARGE_BODIES_BYTES / LARGE }, () => connect(Number(port), hostname))
  try {
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.write(head(LARGE), resolve))))
    for (;;) {
      const answer = await sendRaw(vezne.urls.cards, head(LARGE), '')
      if (answer.statuses[0] === 503) {
        assert.match(answer.text, /large bodies/)
        assert.ok(answer.isClosed)
        break
      }
    }
    assert.deepEqual((await sendRaw(vezne.urls.cards, `${head(2)}{}`)).statuses, [400])
  } finally {
    for (const socket of held) socket.destroy()
  }
})
